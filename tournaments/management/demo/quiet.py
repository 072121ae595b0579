"""The log while invented events are filled in."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from tournaments.kernel.log import logger


@contextmanager
def no_line_an_act() -> Iterator[None]:
    """Thousands of invented acts would bury what the start has to say."""
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)
