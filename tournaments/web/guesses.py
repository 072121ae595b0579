"""Wrong tries are counted in windows of a quarter of an hour, and then nobody is heard for a while:
by what they say they are, by where they come from, and by both."""

from contextlib import suppress

from django.core.cache import cache

WINDOW = 15 * 60


def too_many(limits: dict[str, int]) -> bool:
    return any(tries(key) >= most for key, most in limits.items())


def note_wrong(limits: dict[str, int]) -> None:
    for key in limits:
        note(key)


def note(key: str) -> None:
    with suppress(ValueError):  # the window ended in between
        cache.add(key, 0, WINDOW)
        cache.incr(key)


def forget(key: str) -> None:
    cache.delete(key)


def tries(key: str) -> int:
    return int(cache.get(key) or 0)
