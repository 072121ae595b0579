"""Sitemaps beside the one of events, which robots.txt names: other apps add theirs."""

from collections.abc import Callable, Iterable

#: each gives the paths that there are now
MORE: list[Callable[[], Iterable[str]]] = []
