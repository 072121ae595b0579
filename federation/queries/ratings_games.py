"""The games of a tournament as they are reported for rating: every board that is over, of teams
and knock-outs, too, by the numbers of the players in the register."""

from collections import defaultdict
from dataclasses import dataclass

from federation.core.rating_times import minutes_for_sixty
from pairing.results import KNOWN, RESULTS, Outcome, Result
from pairing.trf.time_controls import encoded
from tournaments.models import Knockout, Pairing, Round, Tournament
from tournaments.queries.knockout.course import formats
from tournaments.queries.reports.games_beside import games_beside, is_of_a_match

HALVES = {
    Outcome.WIN: 2,
    Outcome.DRAW: 1,
    Outcome.LOSS: 0,
    Outcome.FORFEIT_WIN: 2,
    Outcome.FORFEIT_LOSS: 0,
}
#: how a game came about that is played and may be rated; one of a match is of two persons, who
#: play more than one game against each other (B.02 art. 6)
OF_MATCH, DECIDED = "match", "6.2"
PLAYED = ("", OF_MATCH)
#: as `RatedEvent.games` keeps a game: players, halves, how it came about, round
Row = tuple[int, int, int, int, str, int]


@dataclass(frozen=True, slots=True)
class Told:
    """The report of a tournament."""

    games: tuple[Row, ...]
    rated: int  # those that were played and may be rated
    scheduled: int | None  # games of a match between two
    minutes: int | None


def told(tournament: Tournament) -> Told:
    if tournament.format.has_rounds:
        rows = _of_rounds(tournament)
    else:
        rows = _of_knockout(tournament)
    alone = len(rows) > 1 and tournament.format.has_rounds and _are_two(tournament)
    return Told(
        tuple(rows),
        sum(row[4] in PLAYED for row in rows),
        tournament.total_rounds * tournament.format.games_a_round if alone else None,
        minutes_for_sixty(encoded(tournament.time_control)),
    )


def _are_two(tournament: Tournament) -> bool:
    boards = Pairing.objects.games().filter(round__tournament=tournament)
    sides = boards.order_by().values_list("white_id", "black_id")
    return len({entry for pair in sides.distinct() for entry in pair}) == 2


def _of_rounds(tournament: Tournament) -> list[Row]:
    boards = (
        Pairing.objects.games()
        .filter(
            round__tournament=tournament,
            round__status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED],
        )
        .exclude(result="")
        .order_by("round__number", "board")
        .values_list(
            "white__player_id",
            "black__player_id",
            "result",
            "reported_result",
            "round__number",
        )
    )
    return [
        _row(white, black, game, number)
        for white, black, result, reported, number in boards
        for game in KNOWN[reported or result].single
        if game.final
    ]


def _row(white: int | None, black: int | None, game: Result, number: int, how: str = "") -> Row:
    if not game.played:
        how = "forfeit"
    elif not game.rated:
        how = "unrated"
    return white or 0, black or 0, HALVES[game.white], HALVES[game.black], how, number


def _of_knockout(tournament: Tournament) -> list[Row]:
    """Those of the matches; in a match that was decided, the games after it are not rated (6.2).
    One game is no match."""
    played = [game for game in games_beside(tournament) if is_of_a_match(game)]
    played.sort(key=lambda game: (_stage(game.tie), game.number, game.board, game.pk))
    stages = max((_stage(game.tie) for game in played), default=1)
    plan = Knockout.objects.filter(tournament=tournament, kind=Knockout.Kind.KNOCKOUT).first()
    lengths = [one.phases[0].games for one in formats(plan.settings, stages)] if plan else []
    points: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = []
    for game in played:
        result, own = RESULTS[game.result], points[game.tie]
        length = lengths[min(_stage(game.tie), len(lengths)) - 1] if lengths else 1
        how = ""
        if length > 1:
            how = DECIDED if any(halves > length for halves in own.values()) else OF_MATCH
        own[game.white_id] += HALVES[result.white]
        own[game.black_id] += HALVES[result.black]
        rows.append(
            _row(
                game.white.player_id,
                game.black.player_id,
                result,
                _stage(game.tie),
                how,
            )
        )
    return rows


def _stage(tie: str) -> int:
    number = tie.partition(".")[0]
    return int(number) if number.isdecimal() else 1
