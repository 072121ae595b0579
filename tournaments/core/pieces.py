"""Rows that are too many to be looked at together."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def pieces(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """So many at once; the last piece may be smaller."""
    coming = iter(rows)
    while some := list(islice(coming, size)):
        yield some
