"""Finding a player in the register while his name is being typed.

Two million names, no extension of PostgreSQL: each name is kept as a tsvector of its folded
words, whose built-in index knows prefixes. A query is read as people type: any order of the
words, each perhaps unfinished, a lone letter as an initial, a number as an ID or a year of
birth. When too few names answer, one typing error is allowed in one of the words.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from tournaments.models import RegisteredPlayer
from tournaments.text import fold

SHOWN = 20
#: so many are looked at before the best are chosen; the index gives the strongest first
CANDIDATES = 120
#: with fewer answers than this a typing error is suspected
FEW = 3
LONGEST_QUERY = 60
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WORDS = "array_to_tsvector(string_to_array(search_key, ' '))"


@dataclass(frozen=True, slots=True)
class Query:
    words: tuple[str, ...]  # of two letters and more, as typed
    initials: tuple[str, ...]
    year: str = ""
    number: str = ""  # a FIDE ID or a national ID


def read_query(text: str) -> Query:
    words, initials, year, number = [], [], "", ""
    for word in fold(text[:LONGEST_QUERY]).split():
        if word.isdecimal() and len(word) == 4 and word[:2] in ("19", "20"):
            year = word
        elif word.isdecimal():
            number = word
        elif len(word) == 1:
            initials.append(word)
        else:
            words.append(word)
    return Query(tuple(words[:5]), tuple(initials[:3]), year, number)


def search_register(text: str, *, federation: str = "") -> list[RegisteredPlayer]:
    """The players meant by what was typed so far, the likeliest first.

    Those of `federation` (the event's) come before others of the same likeness.
    """
    query = read_query(text)
    if query.number:
        return list(_numbered(query.number)[:SHOWN])
    if not query.words:
        return []
    found = _matching(_exact(query.words), query, federation)
    if len(found) < FEW:
        known = {player.pk for player in found}
        for near in _with_one_error(query.words):
            more = _matching(near, query, federation)
            found += [player for player in more if player.pk not in known]
            known = {player.pk for player in found}
    return _best(found, query, federation)


def _numbered(number: str) -> QuerySet[RegisteredPlayer]:
    return RegisteredPlayer.objects.filter(
        Q(fide_id=number) & ~Q(fide_id="") | Q(national_id=number) & ~Q(national_id="")
    ).order_by("pk")


def _exact(words: Iterable[str]) -> str:
    """Each word as it is or unfinished."""
    return " & ".join(f"'{word}':*" for word in words)


def _with_one_error(words: tuple[str, ...]) -> Iterable[str]:
    """Queries with one letter wrong, missing, too many or exchanged, or a blank forgotten."""
    options = []
    for place, word in enumerate(words):
        if len(word) < 4:
            continue
        others = [f"'{other}':*" for i, other in enumerate(words) if i != place]
        options.append(" & ".join([f"({_near(word)})", *others]))
    if options:
        yield " | ".join(f"({option})" for option in options)


def _near(word: str) -> str:
    """Everything one error away. Of a short word only whole words: its beginnings are many."""
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    near = {
        *(a + b[1:] for a, b in splits if b),
        *(a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1),
        *(a + letter + b[1:] for a, b in splits if b for letter in _LETTERS),
        *(a + letter + b for a, b in splits for letter in _LETTERS),
    } - {word}
    end = ":*" if len(word) >= 6 else ""
    terms = [f"'{other}'{end}" for other in sorted(near)]
    if len(word) >= 6:
        terms += [f"'{a}' & '{b}':*" for a, b in splits if len(a) > 2 and len(b) > 2]
    return " | ".join(f"({term})" if "&" in term else term for term in terms)


def _matching(tsquery: str, query: Query, federation: str) -> list[RegisteredPlayer]:
    """Candidates in the order of the table, which is that of strength: own people, then others."""
    rows = RegisteredPlayer.objects.filter(RawSQL(f"{_WORDS} @@ %s::tsquery", [tsquery]))
    for letter in query.initials:
        rows = rows.filter(Q(search_key__startswith=letter) | Q(search_key__contains=f" {letter}"))
    if query.year:
        rows = rows.filter(birth_date__startswith=query.year)
    if not federation:
        return list(rows[:CANDIDATES])
    own = list(rows.filter(federation=federation)[:CANDIDATES])
    if len(own) >= SHOWN:
        return own
    return own + list(rows.exclude(federation=federation)[:CANDIDATES])


def _best(players: list[RegisteredPlayer], query: Query, federation: str) -> list[RegisteredPlayer]:
    def unlikeness(player: RegisteredPlayer) -> tuple[bool, int, bool, int, str]:
        words = player.search_key.split()
        begun = all(any(own.startswith(word) for own in words) for word in query.words)
        whole = sum(word in words for word in query.words)
        return (
            not begun,
            -whole,
            bool(federation) and player.federation != federation,
            -max(player.standard, player.rapid, player.blitz, player.national),
            player.search_key,
        )

    return sorted(players, key=unlikeness)[:SHOWN]
