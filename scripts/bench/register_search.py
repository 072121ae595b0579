"""Measures searches in the register at the server, on the register as it is.

    python manage.py make_rating_list var/list.txt --players 2000000
    python manage.py import_rating_list var/list.txt
    python -m scripts.bench.register_search

Names of the register are typed as people type them: letter by letter, in another order, with an
initial, with one error; and as nobody should have to think of: two letters, a very common name.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import os
import random
import statistics
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

KINDS = (
    "typed so far",
    "two letters",
    "three letters",
    "two initials",
    "given name",
    "whole name",
    "other order",
    "initial",
    "one error",
    "nobody",
)


def main(count: int = 150, seed: int = 20261118) -> None:
    from config.local.embedded import ensure_services

    ensure_services()
    import django
    from django.conf import settings

    django.setup()
    settings.DEBUG = False
    from tournaments.models import RegisteredPlayer
    from tournaments.register.search import search_register

    dice = random.Random(seed)
    total = RegisteredPlayer.objects.count()
    last = RegisteredPlayer.objects.order_by("-pk").values_list("pk", flat=True)[0]
    names: list[str] = []
    while len(names) < count:
        found = RegisteredPlayer.objects.filter(pk__gte=dice.randrange(last)).order_by("pk")
        names += found.values_list("name", flat=True)[:1]
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    print(f"{total} players, {count} names of each kind, {load}; milliseconds at the server")
    print(f"{'':<14}{'queries':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}{'found':>8}")
    everything: list[float] = []
    for kind in KINDS:
        times, hits, wanted = [], 0, 0
        for name in names:
            for query, whole in queries(kind, name, dice):
                began = time.perf_counter()
                answers = search_register(query, federation="TUR")
                times.append((time.perf_counter() - began) * 1000)
                wanted += whole
                hits += whole and any(player.name == name for player in answers)
        everything += times
        line(kind, times, f"{100 * hits // wanted} %" if wanted else "")
    line("all", everything, "")


def queries(kind: str, name: str, dice: random.Random) -> list[tuple[str, bool]]:
    """Texts to type, each with True if the name has to be among the answers to it."""
    family, _comma, given = name.partition(", ")
    if kind == "typed so far":
        text = name.replace(",", "")
        return [(text[:letters], False) for letters in range(2, len(text))]
    if kind == "two letters":
        return [(name[:2], False)]
    if kind == "three letters":
        return [(name[:3], False)]
    if kind == "two initials":
        return [(f"{given[0]} {family[0]}", False)]
    if kind == "given name":
        return [(given.split()[0], False)]
    if kind == "other order":
        return [(f"{given} {family}", True)]
    if kind == "initial":
        return [(f"{given[0]}. {family}", False)]
    if kind == "one error":
        return [(f"{wrong(family, dice)} {given}", True)]
    if kind == "nobody":
        return [(f"{family[::-1]}q {given}", False)]
    return [(name, True)]


def wrong(word: str, dice: random.Random) -> str:
    place = dice.randrange(len(word) - 1)
    return dice.choice(
        (
            word[:place] + word[place + 1 :],
            word[:place] + dice.choice("aeiorstn") + word[place + 1 :],
            word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        )
    )


def line(kind: str, times: list[float], found: str) -> None:
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    print(
        f"{kind:<14}{len(times):>8}{cuts[49]:>8.1f}{cuts[94]:>8.1f}{cuts[98]:>8.1f}"
        f"{max(times):>8.1f}{found:>8}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
