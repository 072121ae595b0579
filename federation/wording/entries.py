"""Words of entries, waiting lists and payments."""

from typing import Any

SENTENCES: dict[str, Any] = {}
KEYS: dict[str, Any] = {}
