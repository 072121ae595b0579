"""Drawing of lots: the last resort of every list, repeatable from its seed."""

import re
from collections.abc import Iterable

from tiebreaks.codes import Code
from tiebreaks.field import Column, Field

TOLD = re.compile(r"### Seed of the lots: ([0-9]{1,20})", re.ASCII)


def lots(field: Field, code: Code) -> Column:
    """The place in the drawing; the same seed always draws the same order."""
    return Column(field.lots())


def seed_told(comments: Iterable[str]) -> str | None:
    """The seed as the comments of a report tell it."""
    found = (TOLD.fullmatch(line.strip()) for line in comments)
    return next((match[1] for match in found if match), None)
