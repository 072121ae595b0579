"""The past of a report, as it tells it: the lines `###` of acts that came after a pairing.

A round was paired from what was known then. Where the records of today differ, the report says so,
by the numbers of its records 001, White first:

    ### Correction @ Round 4: 12-5, 1-0 => 0-1, used in round 5
    ### Adjournment @ Round 2: 3-8, ?-? => 1-0, used in rounds 3, 4
    ### Report @ Round 2: 12-5, used 1-0, reported 0-1
    ### Numbers @ Round 1: 2-9 1 10-14
    ### Ratings @ Round 2: 5 2100, 8 1950
    ### MPA @ Round 3: 1-5 6-2 => 2-5 6-1

In turn: the pairings of round 5 counted 1-0; those of rounds 3 and 4 counted the adjourned game as
a draw; a result that counts everywhere here, unlike the one to be rated; who held the numbers 1,
2, 3 ... when round 1 was paired (0: somebody who has left the list since); a round altered by
hand, the program's pairs and those used. `Import` stands for `MPA` where a file brought the round.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pairing.errors import InconsistentHistory
from pairing.fide2026.acceleration import baku_schedule
from pairing.results import KNOWN
from pairing.state import TournamentState
from pairing.trf.building import ranges_of
from pairing.trf.contents import Entry, SpecialPoints, TrfPlayer, symbol_values
from pairing.trf.document import TrfDocument, code_of

#: A pair by number: White, Black; Black 0 is the pairing-allocated bye.
Pair = tuple[int, int]

_HEAD = r"### ?{} @ Round ([1-9][0-9]?): "
_GAME = r"([0-9]{1,4})-([0-9]{1,4})"
_RESULT = r"(\S{1,2})-(\S{1,2})"  # of a match both games
_USED = re.compile(
    _HEAD.format("(?:Correction|Adjournment)")
    + rf"{_GAME}, {_RESULT} => \S{{1,2}}-\S{{1,2}}, used in rounds? ([0-9]+(?:, [0-9]+)*)",
    re.ASCII,
)
_REPORTED = re.compile(
    _HEAD.format("Report") + rf"{_GAME}, used {_RESULT}, reported {_RESULT}", re.ASCII
)
_NUMBERS = re.compile(
    _HEAD.format("Numbers") + r"([0-9]{1,4}(?:-[0-9]{1,4})?(?: [0-9]{1,4}(?:-[0-9]{1,4})?)*)",
    re.ASCII,
)
_RATINGS = re.compile(
    _HEAD.format("Ratings") + r"([0-9]{1,4} [0-9]{1,4}(?:, [0-9]{1,4} [0-9]{1,4})*)$", re.ASCII
)
_PAIRS = r"[0-9]{1,4}-[0-9]{1,4}(?: [0-9]{1,4}-[0-9]{1,4})*"
_ALTERED = re.compile(_HEAD.format("(?:MPA|Import)") + rf"(-|{_PAIRS})? ?=> ?({_PAIRS})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class OtherResult:
    """A game that counted differently once, or is rated differently."""

    round: int
    white: int
    black: int
    code: str


@dataclass(frozen=True, slots=True)
class Alteration:
    """The pairs in which a round differs from the program's."""

    correct: tuple[Pair, ...]
    used: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class History:
    used: dict[int, tuple[OtherResult, ...]] = field(default_factory=dict)  # by round paired
    #: what counts here for everything, and what records 001 say instead
    counted: tuple[tuple[OtherResult, str], ...] = ()
    orders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    ratings: dict[int, dict[int, int]] = field(default_factory=dict)  # by round, by number
    altered: dict[int, Alteration] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Then:
    """A document as it was when a round was paired, and the numbers of today by those of then."""

    document: TrfDocument
    today: dict[int, int] | None = None  # None: the same numbers

    def number(self, tpn: int) -> int:
        """Pairing number → number in the file of today."""
        number = self.document.number(tpn)
        return number if self.today is None else self.today[number]


def history_of(document: TrfDocument) -> History:
    used: dict[int, tuple[OtherResult, ...]] = {}
    counted: list[tuple[OtherResult, str]] = []
    orders: dict[int, tuple[int, ...]] = {}
    ratings: dict[int, dict[int, int]] = {}
    altered: dict[int, Alteration] = {}
    for comment in document.comments:
        if match := _USED.match(comment):
            number, white, black, one, two, rounds = match.groups()
            if (code := code_of(one, two)) in KNOWN:
                other = OtherResult(int(number), int(white), int(black), code)
                for paired in map(int, rounds.split(", ")):
                    # A game is told of once; what counted first in that round is what counted.
                    used.setdefault(paired, ())
                    if other.round < paired:
                        used[paired] = (*used[paired], other)
        elif match := _REPORTED.match(comment):
            number, white, black, one, two, *reported = match.groups()
            code, told = code_of(one, two), code_of(*reported)
            if code in KNOWN and told in KNOWN:
                other = OtherResult(int(number), int(white), int(black), code)
                counted.append((other, told))
        elif match := _NUMBERS.match(comment):
            orders[int(match[1])] = _order(match[2])
        elif match := _RATINGS.match(comment):
            listed = (each.split(" ") for each in match[2].split(", "))
            ratings[int(match[1])] = {int(number): int(rating) for number, rating in listed}
        elif match := _ALTERED.match(comment):
            altered[int(match[1])] = Alteration(_pairs(match[2]), _pairs(match[3]))
    return History(used, tuple(counted), orders, ratings, altered)


def _order(text: str) -> tuple[int, ...]:
    order: list[int] = []
    for part in text.split(" "):
        first, _, last = part.partition("-")
        order.extend(range(int(first), int(last or first) + 1))
    return tuple(order)


def _pairs(text: str | None) -> tuple[Pair, ...]:
    if not text or text == "-":
        return ()
    found = []
    for part in text.split(" "):
        white, _, black = part.partition("-")
        found.append((int(white), int(black)))
    return tuple(found)


def as_runs(order: tuple[int, ...]) -> str:
    """`2 3 4 5 1 6` → `2-5 1 6`."""
    runs: list[list[int]] = []
    for number in order:
        if runs and number and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in runs)


# The document as it counted, and as it was


def as_counted(document: TrfDocument) -> TrfDocument:
    """With the results that count, where others are to be rated (C.04.2 art. 4.3)."""
    counted = history_of(document).counted
    if not counted:
        return document
    values = symbol_values(document.point_system)
    special = list(document.special_points)
    for game, reported in counted:
        # Record 299 makes up for the difference in the points of records 001.
        for number, index in ((game.white, 0), (game.black, 1)):
            extra = values[game.code[index::2]] - values[reported[index::2]]
            balance = SpecialPoints("", extra, game.round, (number,))
            if extra and balance in special:
                special.remove(balance)
    changed = _with_results(document, tuple(game for game, _reported in counted))
    return replace(changed, special_points=tuple(special))


def as_paired(document: TrfDocument, number: int) -> Then:
    """The document as it was when a round was paired."""
    history = history_of(document)
    then = as_counted(document)
    if number in history.used:
        then = _with_results(then, history.used[number])
    if number in history.ratings:
        then = _with_ratings(then, number, history.ratings[number])
    order = history.orders.get(number)
    if not order or document.pair_by_position or not document.individual:
        return Then(then)
    return Then(_renumbered(then, number, order), dict(enumerate(order, 1)))


def _with_results(document: TrfDocument, games: tuple[OtherResult, ...]) -> TrfDocument:
    rows = {player.number: list(player.rounds) for player in document.players}
    for game in games:
        index = game.round - 1
        for one, other, symbol in (
            (game.white, game.black, game.code[::2]),
            (game.black, game.white, game.code[1::2]),
        ):
            entries = rows.get(one, [])
            if index >= len(entries) or entries[index].opponent != other:
                raise InconsistentHistory(
                    "record.no_game",
                    in_round=game.round,
                    white=game.white,
                    black=game.black,
                    players=(game.white, game.black),
                )
            entries[index] = entries[index]._replace(symbol=symbol)
    return replace(
        document,
        players=tuple(
            replace(player, rounds=tuple(rows[player.number])) for player in document.players
        ),
    )


def _with_ratings(document: TrfDocument, number: int, ratings: dict[int, int]) -> TrfDocument:
    if not ratings.keys() <= {player.number for player in document.players}:
        raise InconsistentHistory("record.ratings_misfit", in_round=number)
    return replace(document, rated_then=tuple(sorted(ratings.items())))


def _renumbered(document: TrfDocument, number: int, order: tuple[int, ...]) -> TrfDocument:
    """By the numbers of then, up to that round and without those who were not in the list."""
    then = {now: old for old, now in enumerate(order, 1) if now}
    by_number = {player.number: player for player in document.players}
    if len(then) != sum(1 for now in order if now) or not then.keys() <= by_number.keys():
        raise InconsistentHistory("record.numbers_misfit", in_round=number)

    def entry(old: Entry) -> Entry:
        if not old.opponent:
            return old
        if old.opponent not in then:
            raise InconsistentHistory("record.numbers_lack", in_round=number)
        return old._replace(opponent=then[old.opponent])

    def rows() -> Iterator[TrfPlayer]:
        for old, now in enumerate(order, 1):
            # Who has left the list since was never paired.
            player = by_number[now] if now else TrfPlayer(old)
            entries = tuple(entry(each) for each in player.rounds[:number])
            yield replace(player, number=old, rounds=entries)

    def those(numbers: Any) -> tuple[int, ...]:
        return tuple(then[each] for each in numbers if each in then)

    virtual = {
        then[now]: tuple(points) for now, points in document.virtual_points().items() if now in then
    }
    if "_BAKU" in document.type_code.upper():
        virtual = _first_group(document, then)
    return replace(
        document,
        players=tuple(rows()),
        total_rounds=document.planned_rounds,
        requested=(),
        rated_then=tuple(
            (then[each], rating) for each, rating in document.rated_then if each in then
        ),
        accelerated=ranges_of(virtual),
        forbidden=tuple(
            replace(group, players=frozenset(those(group.players))) for group in document.forbidden
        ),
        special_points=tuple(
            replace(special, players=those(special.players)) for special in document.special_points
        ),
        national=tuple(
            replace(record, number=then[record.number])
            for record in document.national
            if record.number in then
        ),
    )


def _first_group(document: TrfDocument, then: dict[int, int]) -> dict[int, tuple[int, ...]]:
    """C.04.7 by the numbers of then: those down to the player who was the last of the first half
    in round 1, who stays the same participant (art. 1.3.2)."""
    numbers = history_of(document).orders.get(1) or tuple(
        sorted(p.number for p in document.players)
    )
    by_number = {player.number: player for player in document.players}
    entered = [
        now
        for now in numbers
        if now and (by_number[now].entry(1).opponent or by_number[now].entry(1).symbol == "U")
    ]
    size = 2 * -(-len(entered) // 4)
    if not size or entered[size - 1] not in then:
        return {}
    schedule = baku_schedule(
        TournamentState((), (), document.planned_rounds, document.point_system)
    )
    return dict.fromkeys(range(1, then[entered[size - 1]] + 1), schedule)
