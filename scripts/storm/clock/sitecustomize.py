"""Shifts what the programs of a host believe the time to be by so many seconds as a file says.

Python loads it first where its folder stands in PYTHONPATH. Waiting is not shifted: only the hour.
"""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

_FILE = Path(os.environ["HAKEM_STORM_CLOCK"])
_true = time.time
_known = [0.0, 0.0]  # until when it holds, and the shift


def _shift() -> float:
    if time.monotonic() >= _known[0]:
        _known[:] = [time.monotonic() + 0.5, float(_FILE.read_text() or 0)]
    return _known[1]


def _time() -> float:
    return _true() + _shift()


def _now() -> datetime:
    return datetime.fromtimestamp(_time(), UTC)


time.time = _time
timezone.now = _now
