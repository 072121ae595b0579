"""Words of cups, qualification and the annual report."""

from typing import Any

SENTENCES: dict[str, Any] = {}
KEYS: dict[str, Any] = {}
