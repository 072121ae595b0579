"""Those who want to know that the lists say something else now."""

from collections.abc import Callable

#: called after a list was loaded or taken back
listeners: list[Callable[[], object]] = []


def tell() -> None:
    for listener in listeners:
        listener()
