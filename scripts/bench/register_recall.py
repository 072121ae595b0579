"""Counts how often the search finds the player who is meant, on the register as it is.

    python manage.py make_rating_list var/list.txt --players 2000000
    python manage.py import_rating_list var/list.txt
    python -m scripts.bench.register_recall [queries of each kind]

Players of the register are asked for as people type who have the name from a badge, from memory
or over the telephone. A player is found when among the first eight answers. Only players who can
be are asked for: no more than eight may fit what was meant.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import RegisteredPlayer

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ANSWERS = 8
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TURKISH = dict(zip("cgiosuICS", "çğıöşüİÇŞ", strict=True))


def turkish(dice: random.Random, name: str) -> str:
    """As it is really written: the list knows no such letters."""
    return "".join(
        _TURKISH[letter] if letter in _TURKISH and dice.random() < 0.6 else letter
        for letter in name
    )


def capitals(dice: random.Random, name: str) -> str:
    """A Turkish keyboard's: the dotless one stands for both."""
    return name.replace("i", dice.choice("İI")).upper().replace(",", "")


def turned(name: str) -> str:
    family, _comma, given = name.partition(", ")
    return f"{given} {family}"


def initial(dice: random.Random, name: str) -> str:
    family, _comma, given = name.partition(", ")
    letters = " ".join(f"{word[0]}." for word in given.split())
    return dice.choice((f"{letters} {family}", f"{family} {letters}", f"{family}, {letters}"))


def with_error(error: Callable[[random.Random, str], str]) -> Callable[[random.Random, str], str]:
    """In one of the words of a name, wherever in it."""

    def typed(dice: random.Random, name: str) -> str:
        words = name.replace(",", "").split()
        place = dice.choice([at for at, word in enumerate(words) if len(word) >= 4])
        words[place] = error(dice, words[place])
        return " ".join(words)

    return typed


def missing(dice: random.Random, word: str) -> str:
    place = dice.randrange(len(word))
    return word[:place] + word[place + 1 :]


def too_many(dice: random.Random, word: str) -> str:
    place = dice.randrange(len(word) + 1)
    return word[:place] + dice.choice(_LETTERS) + word[place:]


def another(dice: random.Random, word: str) -> str:
    place = dice.randrange(len(word))
    return word[:place] + dice.choice(_LETTERS.replace(word[place].lower(), "")) + word[place + 1 :]


def exchanged(dice: random.Random, word: str) -> str:
    place = dice.choice([at for at in range(len(word) - 1) if word[at] != word[at + 1]])
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def cut(dice: random.Random, word: str) -> str:
    place = dice.randrange(2, len(word) - 1)
    return word[:place] + " " + word[place:]


def together(dice: random.Random, name: str) -> str:
    return dice.choice((name, turned(name))).replace(",", "").replace(" ", "")


def initial_and_error(dice: random.Random, name: str) -> str:
    family, _comma, given = name.partition(", ")
    error = dice.choice((missing, another, exchanged))
    return f"{given[0]} {error(dice, family)}"


def unfinished_and_error(dice: random.Random, name: str) -> str:
    """While the given name is still being typed."""
    family, _comma, given = name.partition(", ")
    error = dice.choice((missing, too_many, another, exchanged))
    return f"{error(dice, family)} {given[:3]}"


def joined(dice: random.Random, name: str) -> str:
    """Two surnames or a hyphen, as it comes."""
    family, _comma, given = name.partition(", ")
    one, two = family.replace("-", " ").split()
    return dice.choice(
        (f"{one} {two} {given}", f"{one}{two} {given}", f"{one}-{two} {given}", f"{two} {one}",
         f"{given} {two}-{one}", f"{two}, {given}", f"{given} {one}", f"{one[0]} {two} {given}")
    )  # fmt: skip


def titled(dice: random.Random, name: str, title: str) -> str:
    plain = name.replace(",", "")
    return dice.choice((f"{title} {name}", f"{title.lower()} {turned(name)}", f"{plain} {title}"))


def numbered(dice: random.Random, fide_id: str) -> str:
    return dice.choice((fide_id, f" {fide_id} ", f"ID {fide_id}", f"FIDE {fide_id}"))


KINDS: dict[str, Callable[[random.Random, str], str]] = {
    "Turkish letters": turkish,
    "capitals": capitals,
    "other order": lambda dice, name: turned(turkish(dice, name)),
    "initials": initial,
    "letter missing": with_error(missing),
    "letter too many": with_error(too_many),
    "another letter": with_error(another),
    "exchanged": with_error(exchanged),
    "blank too many": with_error(cut),
    "blank forgotten": together,
    "initial, an error": initial_and_error,
    "begun, an error": unfinished_and_error,
    "two surnames": joined,
}


def main(each: int = 25, seed: int = 20261118) -> None:
    from config.local.embedded import ensure_services

    ensure_services()
    import django
    from django.conf import settings

    django.setup()
    settings.DEBUG = False
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"{'':<20}{'queries':>8}{'found':>8}{'p50':>8}{'p95':>8}{'max':>8}")
    times: list[float] = []
    all_missed: list[str] = []
    for kind, asked in questions(random.Random(seed), each):
        took: list[float] = []
        missed = [f"{kind}: {one[0]!r} for {one[1]}" for one in asked if not found(one, took)]
        line(kind, len(missed), took)
        times += took
        all_missed += missed
    line("all", len(all_missed), times)
    print(*all_missed, sep="\n")


#: what is typed, the name that is meant, and its words as the register has them
Question = tuple[str, str, str]
Asked = list[Question]


def found(question: Question, took: list[float]) -> bool:
    from tournaments.register.search import search_register

    query, _name, key = question
    began = time.perf_counter()
    answers = search_register(query, federation="TUR")[:ANSWERS]
    took.append((time.perf_counter() - began) * 1000)
    return any(player.search_key == key for player in answers)


def questions(dice: random.Random, each: int) -> Iterator[tuple[str, Asked]]:
    for kind, typed in KINDS.items():
        names = some_players(dice, two_surnames=kind == "two surnames")
        asked: Asked = []
        while len(asked) < each:
            player = next(names)
            query = typed(dice, player.name)
            if few_fit(kind, player, query):
                asked.append((query, player.name, player.search_key))
        yield kind, asked
    titles = (player for player in some_players(dice, titled_ones=True) if few_fit("", player))
    yield (
        "titles",
        [
            (titled(dice, player.name, player.title), player.name, player.search_key)
            for player, _ in zip(titles, range(each), strict=False)
        ],
    )
    yield (
        "FIDE IDs",
        [
            (numbered(dice, player.fide_id), player.name, player.search_key)
            for player, _ in zip(some_players(dice), range(each), strict=False)
        ],
    )


def some_players(
    dice: random.Random, *, two_surnames: bool = False, titled_ones: bool = False
) -> Iterator["RegisteredPlayer"]:
    from django.db.models import Max, Min

    from tournaments.models import RegisteredPlayer

    listed = RegisteredPlayer.objects.exclude(fide_id="")
    players = listed.filter(name__regex=r"^\w{4,}, \w{3,}")
    if two_surnames:
        players = listed.filter(name__regex=r"^\w{4,}[- ]\w{4,}, \w{3,}")
    if titled_ones:
        players = players.exclude(title="")
    within = listed.filter(standard__gt=2000) if titled_ones else listed
    first, last = within.aggregate(first=Min("pk"), last=Max("pk")).values()
    while True:
        yield from players.filter(pk__gte=dice.randint(first, last)).order_by("pk")[:1]


def few_fit(kind: str, player: "RegisteredPlayer", query: str = "") -> bool:
    """True if no more players fit what was meant than there are answers."""
    from tournaments.register.search import Query, _exact, _rows, read_query

    family, given = split_key(player)
    if kind in ("initials", "initial, an error"):
        letters = [word[0] for word in given.split()] if kind == "initials" else [given[0]]
        meant = Query(tuple(family.split()), tuple(letters))
    elif kind == "begun, an error":
        meant = Query((*family.split(), given[:3]), ())
    elif kind == "two surnames":
        read = read_query(query)
        known = set(player.search_key.split())
        meant = Query(tuple(word for word in read.words if word in known), read.initials)
    else:
        meant = Query(tuple(player.search_key.split()), ())
    return len(_rows(_exact(meant.words), meant)[: ANSWERS + 1]) <= ANSWERS


def split_key(player: "RegisteredPlayer") -> tuple[str, str]:
    from tournaments.core.text import fold

    family, _comma, given = player.name.partition(",")
    return fold(family), fold(given)


def line(kind: str, missed: int, took: list[float]) -> None:
    cuts = statistics.quantiles(took, n=100, method="inclusive")
    share = f"{100 - 100 * missed / len(took):.1f} %"
    print(
        f"{kind:<20}{len(took):>8}{share:>8}{cuts[49]:>8.1f}{cuts[94]:>8.1f}{max(took):>8.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
