"""Finding a player in the register while the name is being typed.

Two million names, no extension of PostgreSQL: each name is kept as a tsvector of its folded
words, whose built-in index knows prefixes. A query is read as people type: any order of the
words, each perhaps unfinished, a lone letter as an initial, a number as an ID or a year of
birth, a title as a title or the beginning of a name. When too few names answer, one typing error
is allowed in one of the words, a blank too many or forgotten among them. For a few letters alone,
which begin a hundred thousand names, the strongest players are looked through.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from django.db import connection, transaction
from django.db.models import BooleanField, Q, QuerySet
from django.db.models.expressions import RawSQL

from tournaments.core.text import fold
from tournaments.models import RegisteredPlayer, RegisterWord, Title

SHOWN = 20
#: so many are looked at before the best are chosen; the index gives the strongest first
CANDIDATES = 120
#: so many of the strongest are looked through for a few letters, which is quick in any register
LOOKED_THROUGH = 20_000
#: a word of so few letters begins too many names
SHORT = 3
#: with fewer answers than this a typing error is suspected
FEW = 8
#: so many words that may have been meant are tried
GUESSES = 60
#: words written without a blank between them are so long, and so many
PART, PARTS = 2, 4
LONGEST_QUERY = 60
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TITLES = {title.lower(): title for title in Title.values if title}
#: as in the index `register_words`
_WORDS = "array_to_tsvector(string_to_array(search_key || ' @' || lower(federation), ' '))"


@dataclass(frozen=True, slots=True)
class Query:
    words: tuple[str, ...]  # of two letters and more, as typed
    initials: tuple[str, ...]
    year: str = ""
    number: str = ""  # a FIDE ID or a national ID
    title: str = ""  # "im", which may begin a name as well


def read_query(text: str) -> Query:
    words, initials, year, number, title = [], [], "", "", ""
    for word in fold(text[:LONGEST_QUERY]).split():
        if word.isdecimal() and len(word) == 4 and word[:2] in ("19", "20"):
            year = word
        elif word.isdecimal():
            number = word
        elif len(word) == 1:
            initials.append(word)
        elif word in _TITLES and not title:
            title = word
        else:
            words.append(word)
    if not words:
        words, title = [title] if title else [], ""
    return Query(tuple(words[:5]), tuple(initials[:3]), year, number, title)


@contextmanager
def _by_index() -> Iterator[None]:
    """For so few rows the database would rather begin to read the whole register, at the end of
    which the only one may stand."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        yield
        cursor.execute("SET LOCAL enable_seqscan = on")


@_by_index()
def search_register(text: str, *, federation: str = "") -> list[RegisteredPlayer]:
    """The players meant by what was typed so far, the likeliest first.

    Those of `federation` (the event's) come before others of the same likeness.
    """
    query = read_query(text)
    if query.number:
        return list(_numbered(query.number)[:SHOWN])
    if not query.words and len(query.initials) < 2:
        return []
    if not query.words or (
        len(query.words) == 1 and not query.initials and len(query.words[0]) <= SHORT
    ):
        return _best(_beginning(query, federation), query, federation)
    found = _matching(_exact(query.words), query, federation)
    if query.title:
        name = replace(query, words=(*query.words, query.title), title="")
        found = _together(found, _matching(_exact(name.words), name, federation))
        if not found:  # a title that the list does not know
            query = replace(query, title="")
            found = _matching(_exact(query.words), query, federation)
    if len(found) < FEW and (near := _with_one_error(query)):
        # Few fit such a question, so that it is seldom asked for the own people apart.
        more = list(_rows(near, query)[:CANDIDATES])
        if len(more) == CANDIDATES:
            more = _matching(near, query, federation)
        found = _together(found, more)
    return _best(found, query, federation)


def _together(
    found: list[RegisteredPlayer], more: list[RegisteredPlayer]
) -> list[RegisteredPlayer]:
    known = {player.pk for player in found}
    return found + [player for player in more if player.pk not in known]


def begun_so(text: str) -> QuerySet[RegisteredPlayer]:
    """Everybody with a word in their name for each word typed, which begins so; in no order."""
    return _rows(_exact(fold(text[:LONGEST_QUERY]).split()), Query((), ()))


@_by_index()
def players_named(name: str, *, most: int = 10) -> list[RegisteredPlayer]:
    """Those with exactly these words in their name, in whatever order."""
    words = fold(name[:120]).split()
    if not words:
        return []
    rows = _rows(_all_of(words), Query((), ()))
    return [row for row in rows[:CANDIDATES] if sorted(row.search_key.split()) == sorted(words)][
        :most
    ]


@_by_index()
def namesakes(people: Iterable[RegisteredPlayer], *, most: int = 10) -> list[tuple[int, int]]:
    """For each of these people the numbers of others with the same words in their name, with one
    more, or without one that is not of the family name; of the same federation, born in the same
    year, or nobody knows. Two with a FIDE ID each are two people. A look into the index for each,
    however large the register is."""
    asked = [question for person in people for question in _of_the_same_name(person)]
    if not asked:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT asked.id, other.id FROM unnest("
            "%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::int[])"
            " AS asked(id, federation, fide, year, words, longest), LATERAL ("
            " SELECT id FROM tournaments_registeredplayer"
            f" WHERE {_WORDS} @@ asked.words::tsquery AND id <> asked.id"
            " AND federation = asked.federation AND (fide_id = '' OR asked.fide = '')"
            " AND (birth_date = '' OR asked.year = '' OR left(birth_date, 4) = asked.year)"
            " AND array_length(string_to_array(search_key, ' '), 1) <= asked.longest"
            " LIMIT %s) AS other",
            [*(list(column) for column in zip(*asked, strict=True)), most],
        )
        return sorted(set(cursor.fetchall()))


def _of_the_same_name(person: RegisteredPlayer) -> Iterator[tuple[int, str, str, str, str, int]]:
    """Questions to the index; last the words for the index and how many the name may have."""
    words = sorted(set(person.search_key.split()))
    family = set(person.family.split())
    if len(words) < 2:
        return
    fixed = person.pk, person.federation, person.fide_id, person.birth_date[:4]
    yield *fixed, _all_of(words), len(words) + 1
    for word in words if len(words) > 2 else ():
        if word not in family:
            others = [one for one in words if one != word]
            yield *fixed, _all_of(others), len(others)


def _all_of(words: Iterable[str]) -> str:
    """Each of these words, as it is."""
    return " & ".join(f"'{word}'" for word in words)


def _numbered(number: str) -> QuerySet[RegisteredPlayer]:
    return RegisteredPlayer.objects.filter(
        Q(fide_id=number) & ~Q(fide_id="") | Q(national_id=number) & ~Q(national_id="")
    ).order_by("pk")


def _exact(words: Iterable[str]) -> str:
    """Each word as it is or unfinished."""
    return " & ".join(f"'{word}':*" for word in words)


def _with_one_error(query: Query) -> str:
    """The query with one letter wrong, missing, too many or exchanged, a blank too many, or
    blanks forgotten.

    Only words that occur in some name are asked for, which leaves a handful of the hundreds.
    """
    words = query.words
    options = []
    for place, word in enumerate(words):
        others = [f"'{other}':*" for i, other in enumerate(words) if i != place]
        if len(word) < (3 if others else 4):
            continue
        known = _known(_one_error_away(word), unfinished=len(word) >= 6)
        terms = [f"'{other}'" for other in known] + _apart(word)
        if terms:
            options.append(" & ".join([f"({' | '.join(terms)})", *others]))
        options += [" & ".join([f"'{letter}{word}':*", *others]) for letter in query.initials]
    for place, (one, two) in enumerate(pairwise(words)):
        options.append(_exact([*words[:place], one + two, *words[place + 2 :]]))
    return " | ".join(f"({option})" for option in options)


def _apart(word: str) -> list[str]:
    """The words of the register that stand in this one without a blank; the last of them may be
    unfinished."""
    if len(word) < 2 * PART:
        return []
    places = range(0, len(word) - PART + 1)
    pieces = [word[i:j] for i in places for j in range(i + PART, len(word) - PART + 1)]
    known = set(RegisterWord.objects.filter(word__in=pieces).values_list("word", flat=True))
    found: list[str] = []

    def cut(start: int, before: tuple[str, ...]) -> None:
        if before:
            words = " & ".join(f"'{one}'" for one in before)
            found.append(f"({words} & '{word[start:]}':*)")
        if len(before) < PARTS - 1:
            for end in range(start + PART, len(word) - PART + 1):
                if word[start:end] in known:
                    cut(end, (*before, word[start:end]))

    cut(0, ())
    return found[:GUESSES]


def _one_error_away(word: str) -> list[str]:
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    near = {
        *(a + b[1:] for a, b in splits if b),
        *(a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1),
        *(a + letter + b[1:] for a, b in splits if b for letter in _LETTERS),
        *(a + letter + b for a, b in splits for letter in _LETTERS),
    }
    return sorted(near - {word})


def _known(candidates: list[str], *, unfinished: bool) -> list[str]:
    """Those that are words of the register; or, of long ones, what begins with them."""
    known = list(RegisterWord.objects.filter(word__in=candidates).values_list("word", flat=True))
    if not unfinished:
        return known[:GUESSES]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT longer.word FROM unnest(%s::text[]) AS begun, LATERAL ("
            " SELECT word FROM tournaments_registerword"
            ' WHERE word > begun COLLATE "C" AND word < (begun || \'~\') COLLATE "C"'
            " ORDER BY word LIMIT 4) AS longer",
            [candidates],
        )
        begun = sorted((row[0] for row in cursor.fetchall()), key=len)
    return list(dict.fromkeys([*known, *begun]))[:GUESSES]


def _matching(tsquery: str, query: Query, federation: str) -> list[RegisteredPlayer]:
    """Candidates in the order of the table, which is that of strength: own people, then others."""
    if not federation:
        return list(_rows(tsquery, query)[:CANDIDATES])
    own = list(_rows(f"({tsquery}) & '@{federation.lower()}'", query)[:CANDIDATES])
    if len(own) >= SHOWN:
        return own
    others = _rows(tsquery, query).exclude(federation=federation)
    return own + list(others[:CANDIDATES])


def _beginning(query: Query, federation: str) -> list[RegisteredPlayer]:
    """Initials alone, or a word of which only the beginning is typed: the strongest of those,
    and all whom the index knows where these are not enough."""
    by_index = _exact(query.words or query.initials)
    own = []
    if federation and query.words:
        own = list(_rows(f"{by_index} & '@{federation.lower()}'", query)[:CANDIDATES])
        if len(own) >= SHOWN:
            return own
    strongest = RegisteredPlayer.objects.order_by("pk")
    last = strongest.values_list("pk", flat=True)[LOOKED_THROUGH : LOOKED_THROUGH + 1]
    if edge := list(last):
        strongest = strongest.filter(pk__lt=edge[0])
    for letters in query.words or query.initials:
        strongest = strongest.filter(_with_a_word(letters))
    if query.year:
        strongest = strongest.filter(birth_date__startswith=query.year)
    if federation and not own:
        own = list(strongest.filter(federation=federation)[:CANDIDATES])
    found = own + list(strongest.exclude(federation=federation or "-")[:CANDIDATES])
    return found if len(found) >= SHOWN else _matching(by_index, query, federation)


def _with_a_word(beginning: str) -> Q:
    return Q(search_key__startswith=beginning) | Q(search_key__contains=f" {beginning}")


def _rows(tsquery: str, query: Query) -> QuerySet[RegisteredPlayer]:
    matches = RawSQL(f"{_WORDS} @@ %s::tsquery", [tsquery], output_field=BooleanField())
    rows = RegisteredPlayer.objects.filter(matches)
    for letter in query.initials:
        rows = rows.filter(_with_a_word(letter))
    if query.year:
        rows = rows.filter(birth_date__startswith=query.year)
    if query.title:
        rows = rows.filter(title=_TITLES[query.title])
    return rows


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
