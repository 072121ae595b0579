"""Words of reports, runs and lists."""

from typing import Any

SENTENCES: dict[str, Any] = {}
KEYS: dict[str, Any] = {}
