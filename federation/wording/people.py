"""Words of members, licences, clubs, transfers and merges."""

from typing import Any

SENTENCES: dict[str, Any] = {}
KEYS: dict[str, Any] = {}
