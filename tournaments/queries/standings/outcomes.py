"""The places and prizes for each outcome of the games that are still being played.

Nothing is entered: the standings are computed for every way in which the open games may end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pairing.results import KNOWN
from pairing.state import Round as CoreRound
from pairing.state import TournamentState
from tiebreaks.standings import standings as compute
from tournaments.core.prizes import Share
from tournaments.models import UNFINISHED, Entry, GameRow, Pairing, Team, Tournament
from tournaments.queries.rounds.sheets import scores_before
from tournaments.queries.standings.decisions import hand_order
from tournaments.queries.standings.prizes import Purse, purse_of
from tournaments.queries.standings.table import (
    counted_codes,
    counted_state,
    how_computed,
    last_public_round,
)
from tournaments.queries.teams.standings import places_if
from tournaments.snapshot import Snapshot, snapshot

ENDINGS = ("10", "==", "01")
#: of a match of two games, one for each result in points
ENDINGS_OF_MATCHES = ("1010", "10==", "1001", "==01", "0101")
#: 3 to the power of so many boards is looked at; of further ones the arbiter says how they end
MOST_OPEN = 4
#: of a match of teams every board is computed with the whole event
MOST_OPEN_OF_TEAMS = 3
#: of more open games than this nobody can say how they end
MOST_SHOWN = 12
#: ways times players: what one look may cost
MOST_ROWS = 20_000
#: up to so many ways each is written out
MOST_WRITTEN = 9
#: up to so many ways all their places are seen at once
MOST_UNFOLDED = 3

#: rank, who, points: the standings if the games end so
Places = list[tuple[int, Entry | Team, int]]


@dataclass(frozen=True, slots=True)
class Placing:
    """Somebody's place in one way, and what they would get."""

    place: int
    entry: Entry | Team
    score: int
    prize: str
    #: in another way they have another place or prize
    differs: bool


@dataclass(frozen=True, slots=True)
class Way:
    """One way for the open games to end, in the order of their boards, and the places then."""

    games: tuple[tuple[Pairing, str], ...]
    placings: tuple[Placing, ...]

    @property
    def places(self) -> tuple[tuple[int, Entry | Team], ...]:
        return tuple((one.place, one.entry) for one in self.placings)


@dataclass(frozen=True, slots=True)
class Chance:
    entry: Entry | Team
    best: int
    worst: int
    least: str = ""  # of the prizes, "" = none
    most: str = ""

    @property
    def certain(self) -> bool:
        return self.best == self.worst and self.least == self.most


@dataclass(frozen=True, slots=True)
class Outcomes:
    after: int
    boards: tuple[Pairing, ...]  # the open games
    varied: tuple[Pairing, ...]  # those whose every ending is looked at
    places: int
    count: int  # of the ways; 0 = not looked at
    chances: tuple[Chance, ...]  # everybody who may come so far, or get a prize
    ways: tuple[Way, ...]  # none where there are too many
    #: so many must first be given an ending; the chances are then known by points alone
    too_many: int = 0
    has_prizes: bool = False

    @property
    def folded(self) -> bool:
        """Each way shows its places only when it is opened."""
        return len(self.ways) > MOST_UNFOLDED


@dataclass(frozen=True, slots=True)
class Ended:
    """One way in full."""

    ended: Mapping[int, str]  # by game
    places: Places
    shares: Mapping[int, list[Share]]  # by entry or team


def open_games(tournament: Tournament) -> list[GameRow]:
    found = Pairing.objects.games().filter(
        UNFINISHED,
        round__tournament=tournament,
        round__number__lte=last_public_round(tournament),
    )
    return list(found.select_related("white", "black", "round").order_by("round__number", "board"))


def endings_of(game: GameRow, games_a_round: int) -> tuple[str, ...]:
    """The ways in which an open game may end, or a match: with game 1 as it is noted."""
    if games_a_round == 1:
        return ENDINGS
    first = game.standing[:2]
    if first and "?" not in first:
        return tuple(first + code for code in ENDINGS)
    return ENDINGS_OF_MATCHES


def most_open(tournament: Tournament) -> int:
    if tournament.format.pairs_teams:
        return MOST_OPEN_OF_TEAMS
    players = tournament.entries.numbered().count()
    each = len(ENDINGS if tournament.format.games_a_round == 1 else ENDINGS_OF_MATCHES)
    return max(
        few for few in range(1, MOST_OPEN + 1) if few == 1 or each**few * players <= MOST_ROWS
    )


def outcomes(tournament: Tournament, *, places: int, said: Mapping[int, str]) -> Outcomes:
    """`said`: endings that the arbiter assumes, by game."""
    after = last_public_round(tournament)
    boards = open_games(tournament)
    varied = [game for game in boards if game.pk not in said]
    if len(varied) > (most := most_open(tournament)):
        return Outcomes(
            after,
            tuple(boards),
            (),
            places,
            0,
            by_points(tournament, boards, places),
            (),
            len(varied) - most,
        )
    purse, every = every_way(tournament, boards, said)
    ways = [_way(boards, one, places, purse) for one in every]
    if len(ways) <= MOST_WRITTEN:
        ways = _marked(ways)
    return Outcomes(
        after,
        tuple(boards),
        tuple(varied),
        places,
        len(ways),
        tuple(_chances(every, places, purse)),
        tuple(ways) if len(ways) <= MOST_WRITTEN else (),
        has_prizes=purse is not None,
    )


def every_way(
    tournament: Tournament, boards: Sequence[GameRow], said: Mapping[int, str]
) -> tuple[Purse | None, list[Ended]]:
    """All ways in which the open games may end, and the prizes in each."""
    varied = [game for game in boards if game.pk not in said]
    standings_if = (
        _teams_if(tournament) if tournament.format.pairs_teams else _players_if(tournament, boards)
    )
    purse: Purse | None = None
    found: list[Ended] = []
    games = tournament.format.games_a_round
    for endings in product(*(endings_of(game, games) for game in varied)):
        ended = {**said, **{game.pk: code for game, code in zip(varied, endings, strict=True)}}
        table = standings_if(ended)
        if not found:
            purse = purse_of(tournament, [who for _rank, who, _score in table])
        rows = ((who.pk, rank, score) for rank, who, score in table)
        found.append(Ended(ended, table, purse.hand_out(rows) if purse else {}))
    return purse, found


def _players_if(
    tournament: Tournament, boards: Sequence[GameRow]
) -> Callable[[Mapping[int, str]], Places]:
    after = last_public_round(tournament)
    before = snapshot(tournament, before_round=after + 1, pairing=False)
    state, known = counted_state(before, len(boards)), how_computed(tournament, before)
    known |= {
        "expelled": [n for n, one in before.entries.items() if one.status == Entry.Status.EXPELLED],
        "by_hand": hand_order(before),
    }
    codes = counted_codes(tournament, after)

    def places(ended: Mapping[int, str]) -> Places:
        told = {_numbers(before, game): ended[game.pk] for game in boards}
        table = compute(_ended(state, told), codes, after=after, **known)
        return [(row.rank, before.entries[row.tpn], row.score) for row in table.rows]

    return places


def _teams_if(tournament: Tournament) -> Callable[[Mapping[int, str]], Places]:
    after = last_public_round(tournament)
    return lambda ended: list(places_if(tournament, after, ended))


# --- What is told of the ways ---------------------------------------------------------------------


def _way(boards: Iterable[Pairing], one: Ended, places: int, purse: Purse | None) -> Way:
    return Way(
        tuple((game, one.ended[game.pk]) for game in boards),
        tuple(
            Placing(rank, who, score, _words(purse, one, who.pk), differs=False)
            for rank, who, score in one.places
            if rank <= places or who.pk in one.shares
        ),
    )


def _words(purse: Purse | None, one: Ended, pk: int) -> str:
    return purse.words(one.shares.get(pk, ())) if purse else ""


def _marked(ways: Sequence[Way]) -> list[Way]:
    """Mark the placings that are not the same in every way."""
    seen: dict[int, set[tuple[int, str]]] = {}
    listed: dict[int, int] = {}
    for way in ways:
        for one in way.placings:
            seen.setdefault(one.entry.pk, set()).add((one.place, one.prize))
            listed[one.entry.pk] = listed.get(one.entry.pk, 0) + 1
    same = {pk for pk, told in seen.items() if len(told) == 1 and listed[pk] == len(ways)}
    return [
        replace(
            way,
            placings=tuple(replace(one, differs=one.entry.pk not in same) for one in way.placings),
        )
        for way in ways
    ]


def _chances(every: Sequence[Ended], places: int, purse: Purse | None) -> list[Chance]:
    ranks: dict[int, list[int]] = {}
    people: dict[int, Entry | Team] = {}
    money: dict[int, list[tuple[int, int, str]]] = {}
    for one in every:
        for rank, who, _score in one.places:
            people[who.pk] = who
            ranks.setdefault(who.pk, []).append(rank)
            shares = one.shares.get(who.pk, [])
            value = (sum(share.cents for share in shares), len(shares))
            money.setdefault(who.pk, []).append((*value, _words(purse, one, who.pk)))
    found = [
        Chance(people[pk], min(took), max(took), min(money[pk])[2], max(money[pk])[2])
        for pk, took in ranks.items()
        if min(took) <= places or max(money[pk])[2]
    ]
    return sorted(found, key=lambda one: (one.best, one.worst))


def by_points(tournament: Tournament, boards: Sequence[GameRow], places: int) -> tuple[Chance, ...]:
    """The best and the worst place of everybody by points alone: true however the open games end
    and whatever the tie-breaks say. Of players only."""
    if tournament.format.pairs_teams:
        return ()
    points = tournament.point_system
    people = [one for one in tournament.entries.numbered() if one.status != "expelled"]
    scores = scores_before(tournament, last_public_round(tournament) + 1)
    least = {one.pk: scores.get(one.pk, 0) for one in people}
    for game in boards:  # an adjourned game already counts something
        if game.result:
            _add(least, game, points.for_result(KNOWN[game.result]), -1)
    most = dict(least)
    for game in boards:
        ends = endings_of(game, points.games)
        white, black = zip(*(points.for_result(KNOWN[code]) for code in ends), strict=True)
        _add(least, game, (min(white), min(black)))
        _add(most, game, (max(white), max(black)))
    found = []
    for one in people:
        others = [each.pk for each in people if each.pk != one.pk]
        best = 1 + sum(least[pk] > most[one.pk] for pk in others)
        worst = 1 + sum(most[pk] >= least[one.pk] for pk in others)
        if best <= places:
            found.append(Chance(one, best, worst))
    return tuple(sorted(found, key=lambda one: (one.best, one.worst)))


def _add(scores: dict[int, int], game: GameRow, points: tuple[int, int], times: int = 1) -> None:
    for pk, gained in zip((game.white_id, game.black_id), points, strict=True):
        scores[pk] += times * gained


# --- The games as if they had ended ---------------------------------------------------------------


def _numbers(before: Snapshot, game: GameRow) -> tuple[int, int]:
    return before.numbers[game.white_id], before.numbers[game.black_id]


def _ended(state: TournamentState, told: Mapping[tuple[int, int], str]) -> TournamentState:
    return replace(state, rounds=tuple(_rounds(state.rounds, told)))


def _rounds(
    rounds: Sequence[CoreRound], told: Mapping[tuple[int, int], str]
) -> Iterator[CoreRound]:
    for round_ in rounds:
        games = tuple(
            replace(game, result=KNOWN[told[game.white, game.black]])
            if (game.white, game.black) in told and not game.result.final
            else game
            for game in round_.games
        )
        yield replace(round_, games=games)
