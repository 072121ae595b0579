"""The course of a generated tournament, round after round.

Results are drawn from FIDE's probability table (B.02 art. 8.1.2, differences cut at 400): the
expected score of every game is that of the table.
"""

from dataclasses import replace

from pairing.errors import UnsupportedRule
from pairing.results import KNOWN, RESULTS, ByeKind
from pairing.state import Baku, Bye, Game, PointSystem, Round, TournamentState
from pairing.systems import System
from pairing.tools.generator.plan import Draw, Plan
from pairing.tools.generator.settings import Settings
from ratings.tables import expected_score

#: how many games are drawn, in hundredths of the smaller of the two expected scores
DRAWS = 70


def played(plan: Plan, chosen: System, draw: Draw) -> TournamentState:
    """Round after round. What finds no room in its round waits for the next one."""
    state = TournamentState(
        players=plan.players,
        rounds=(),
        total_rounds=plan.rounds,
        points=PointSystem.of_matches() if chosen.format.games_a_round == 2 else PointSystem(),
        initial_colour=plan.initial_colour,
        acceleration=Baku() if plan.baku else None,
        options=plan.settings.options,
    )
    waiting_byes = dict.fromkeys((kind for kind, _ in plan.byes), 0)
    waiting = dict.fromkeys((kind for kind, _ in plan.outcomes), 0)
    for number in range(1, plan.rounds + 1):
        for kind, counts in plan.byes:
            waiting_byes[kind] += counts[number - 1]
        for outcome, counts in plan.outcomes:
            waiting[outcome] += counts[number - 1]
        byes = _byes(plan, number, waiting_byes, draw)
        state = replace(state, byes=byes)
        paired = chosen.pair(state)
        if paired.bye is not None and chosen.format.swiss:
            byes = (*byes, Bye(paired.bye, ByeKind.PAIRING_ALLOCATED))
        pairs = [(board.white, board.black) for board in paired.boards]
        games = _games(plan, pairs, waiting, draw, matches=chosen.format.games_a_round == 2)
        round_ = Round(number, games, tuple(sorted(byes, key=lambda bye: bye.player)))
        state = replace(state, rounds=(*state.rounds, round_), byes=())
    _refuse_what_waits(plan.settings, waiting_byes, waiting)
    return state


def _byes(plan: Plan, number: int, waiting: dict[ByeKind, int], draw: Draw) -> tuple[Bye, ...]:
    """The byes of a round: those who are absent, and those who have asked for one."""
    byes = [
        Bye(player.tpn, ByeKind.ZERO_POINT)
        for player in plan.players
        if number < plan.arrives.get(player.tpn, 1)
        or number >= plan.leaves.get(player.tpn, plan.rounds + 1)
    ]
    away = {bye.player for bye in byes}
    present = [player.tpn for player in plan.players if player.tpn not in away]
    for kind, count in waiting.items():
        # Two at least are left to be paired.
        chosen = draw.some(present, min(count, len(present) - 2))
        waiting[kind] -= len(chosen)
        byes += [Bye(tpn, kind) for tpn in chosen]
        away.update(chosen)
        present = [tpn for tpn in present if tpn not in away]
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _games(
    plan: Plan,
    pairs: list[tuple[int, int]],
    waiting: dict[str, int],
    draw: Draw,
    *,
    matches: bool,
) -> tuple[Game, ...]:
    """Something special befalls game 1 of a match; most forfeits are of the whole match."""
    special: dict[int, str] = {}
    left = list(range(len(pairs)))
    for kind, count in waiting.items():
        chosen = draw.some(left, count)
        waiting[kind] -= len(chosen)
        special |= dict.fromkeys(chosen, kind)
        left = [index for index in left if index not in special]
    games = []
    for index, (white, black) in enumerate(pairs):
        one, two = plan.strengths[white - 1], plan.strengths[black - 1]
        kind = special.get(index, "")
        code = _special(result_of(one, two, draw), kind, draw)
        if matches:
            forfeited = not RESULTS[code].played and draw.below(3)
            code += code if forfeited else result_of(two, one, draw)[::-1]
        games.append(Game(white, black, KNOWN[code], index + 1))
    return tuple(games)


def _special(code: str, kind: str, draw: Draw) -> str:
    if kind == "forfeit":
        return draw.one_of(("+-", "-+"))
    if kind == "unrated":
        return {"10": "WL", "==": "DD", "01": "LW"}[code]
    return kind or code


def result_of(white: int, black: int, draw: Draw) -> str:
    """B.02 art. 8.1.2: on average White scores what the table says."""
    expected = expected_score(white, black)
    draws = min(expected, 100 - expected) * DRAWS
    wins = expected * 100 - draws // 2
    drawn = draw.below(10_000)
    return "10" if drawn < wins else "==" if drawn < wins + draws else "01"


def _refuse_what_waits(
    settings: Settings, byes: dict[ByeKind, int], outcomes: dict[str, int]
) -> None:
    """Refuses what was asked for and found no room anywhere."""
    asked = (
        ("half-point byes", settings.half_byes, byes.get(ByeKind.HALF_POINT, 0)),
        ("full-point byes", settings.full_byes, byes.get(ByeKind.FULL_POINT, 0)),
        ("zero-point byes", settings.zero_byes, byes.get(ByeKind.ZERO_POINT, 0)),
        ("forfeit wins", settings.forfeit_wins, outcomes["forfeit"]),
        ("forfeit losses", settings.forfeit_losses, outcomes["--"]),
        ("results ½-0", settings.half_zero, outcomes["=0"]),
        ("results 0-½", settings.zero_half, outcomes["0="]),
        ("results 0-0", settings.zero_zero, outcomes["00"]),
        ("unrated games", settings.unrated_games, outcomes["unrated"]),
    )
    for name, amount, left in asked:
        if amount is not None and left:
            raise UnsupportedRule("generate.no_room", left=left, name=name)
