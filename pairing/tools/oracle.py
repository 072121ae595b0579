"""Reference tournaments of FIDE's Swiss systems, as JSON: read, and paired again.

A case has the players or the teams, the planned rounds and every round as it was paired and as it
ended. What a round is paired from are the rounds before it and who was out of it; nothing else of
the round is given to the engine. A case may end with a round that has no legal pairing (`stopped`).
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pairing.errors import NoLegalPairing, PairingError
from pairing.results import RESULTS, ByeKind, Result, match_of
from pairing.sentences import Said
from pairing.state import (
    Bye,
    Colour,
    Game,
    Player,
    PointSystem,
    Round,
    TournamentState,
    VirtualPoints,
)
from pairing.systems import system
from pairing.tools.checker import refuse_unknown_options
from pairing.tools.report import Report, RoundCheck
from pairing.tools.second import guard_second_engine, opinion_of_second, pairs_of
from pairing.trf.history import Pair
from pairing.trf.types import Options
from tiebreaks.teams import Match, Team, TeamBye, TeamEvent, TeamRound, pairing_state

#: results as a case writes them, from White's side
CODES = {
    "1-0": "10",
    "0-1": "01",
    "1/2-1/2": "==",
    "1/2-0": "=0",
    "0-1/2": "0=",
    "0-0": "00",
    "1F-0F": "+-",
    "0F-1F": "-+",
    "0F-0F": "--",
}
#: the lists of a round whose players are out of it
BYES = {
    "half": ByeKind.HALF_POINT,
    "full": ByeKind.FULL_POINT,
    "zero": ByeKind.ZERO_POINT,
    "absent": ByeKind.ZERO_POINT,
}


@dataclass(frozen=True, slots=True)
class CaseRound:
    """A round with the state before it."""

    state: TournamentState
    #: (White, Black), and (player, 0) for the bye; None: the round has no legal pairing
    pairs: frozenset[Pair] | None


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    system: str
    rounds: tuple[CaseRound, ...]


def read_case(data: bytes) -> Case:
    """Raises `ValueError` if the data are no case."""
    try:
        given = json.loads(data)
        _refuse_strangers(given)
        return _case(given)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(str(error)) from error


def _refuse_strangers(given: dict[str, Any]) -> None:
    """Everybody who is paired or away is one of the players, each a number of their own."""
    numbers = [each["tpn"] for each in given["players"]]
    if not all(type(number) is int and number > 0 for number in numbers):
        raise ValueError("a player without a number")
    if len(set(numbers)) < len(numbers):
        raise ValueError("two players with one number")
    known = {0, None, *numbers}
    for each in _listed(given):
        named = [number for pair in each.get("pairs", ()) for number in pair[:2]]
        named += [each.get("pab"), *each.get("not_entered", ())]
        named += [number for name in BYES for number in each.get(name, ())]
        paired = {number for pair in each.get("pairs", ()) for number in pair[:2]}
        if not (known.issuperset(named) and paired.isdisjoint({0, None})):
            raise ValueError("somebody who is no player")


def _case(given: dict[str, Any]) -> Case:
    if "boards" in given:
        return _case_of_teams(given)
    players = tuple(Player(each["tpn"], rating=each["rating"]) for each in given["players"])
    options: Options = (("maxi", True),) if given.get("maxi") else ()
    points = _point_system(given)
    done: tuple[Round, ...] = ()
    virtual: list[dict[str, float]] = []
    judged = []
    for each in _listed(given):
        virtual.append(each.get("virtual", {}))
        byes = _byes(each)
        state = TournamentState(
            players,
            done,
            given["total_rounds"],
            points,
            _initial_colour(given),
            _away(each),
            acceleration=_virtual_points(virtual, players),
            options=options,
        )
        if "pairs" not in each:
            judged.append(CaseRound(state, None))
            break
        games = tuple(
            Game(white, black, _result(result), board)
            for board, (white, black, result) in enumerate(each["pairs"], 1)
        )
        pairs = {(game.white, game.black) for game in games}
        if each["pab"]:
            pairs.add((each["pab"], 0))
            byes += (Bye(each["pab"], ByeKind.PAIRING_ALLOCATED),)
        judged.append(CaseRound(state, frozenset(pairs)))
        done += (Round(each["round"], games, byes),)
    return Case(given["id"], f"fide2026.{given['system']}", tuple(judged))


def _point_system(given: dict[str, Any]) -> PointSystem:
    given_bye = given.get("points", {}).get("PAB")
    bye = {} if given_bye is None else {"pairing_bye": round(10 * given_bye)}
    return PointSystem.of_matches(**bye) if given["system"] == "double" else PointSystem(**bye)


def _result(given: str | list[str]) -> Result:
    """Of one game, or of both games of a match."""
    if isinstance(given, str):
        return RESULTS[CODES[given]]
    first, second = (RESULTS[CODES[each]] for each in given)
    return match_of(first, second)


def _listed(given: dict[str, Any]) -> list[dict[str, Any]]:
    """The rounds, the one at which the tournament stopped included."""
    return [*given["rounds"], *([given["stopped"]] if given["stopped"] else [])]


def _initial_colour(given: dict[str, Any]) -> Colour:
    return Colour.WHITE if given["initial_colour"] == "W" else Colour.BLACK


def _byes(given: dict[str, Any]) -> tuple[Bye, ...]:
    return tuple(Bye(tpn, kind) for name, kind in BYES.items() for tpn in given.get(name, ()))


def _away(given: dict[str, Any]) -> tuple[Bye, ...]:
    """Those out of a round. Players who have not come yet are out as well, with nothing to be
    recorded for it."""
    byes = _byes(given)
    named = {bye.player for bye in byes}
    late = [tpn for tpn in given.get("not_entered", ()) if tpn not in named]
    return byes + tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in late)


# Teams


def _case_of_teams(given: dict[str, Any]) -> Case:
    players = tuple(Player(each["tpn"], each.get("name", "")) for each in given["players"])
    by_game_points = given["primary"] == "GP"
    options: Options = (
        ("preferences", {"A": "type_a", "B": "type_b", "N": "no_preferences"}[given["type"]]),
        ("primary_score", "game_points" if by_game_points else "match_points"),
        ("second_score", bool(given["secondary"])),
    )
    event = TeamEvent(
        teams=tuple(Team(player.tpn, player.name) for player in players),
        rounds=(),
        total_rounds=given["total_rounds"],
        boards=given["boards"],
        primary=given["primary"],
    )
    virtual: list[dict[str, float]] = []
    judged = []
    for each in _listed(given):
        virtual.append(each.get("virtual", {}))
        state = pairing_state(
            event,
            byes=_away(each),
            options=options,
            initial_colour=_initial_colour(given),
            acceleration=_virtual_points(virtual, players),
        )
        if "pairs" not in each:
            judged.append(CaseRound(state, None))
            break
        matches = tuple(_match(white, black, result) for white, black, result in each["pairs"])
        pairs = {(match.first, match.second) for match in matches}
        byes = tuple(TeamBye(bye.player, bye.kind) for bye in _byes(each))
        if each["pab"]:
            pairs.add((each["pab"], 0))
            byes += (TeamBye(each["pab"], ByeKind.PAIRING_ALLOCATED),)
        judged.append(CaseRound(state, frozenset(pairs)))
        event = replace(event, rounds=(*event.rounds, TeamRound(each["round"], matches, byes)))
    return Case(given["id"], f"fide2026.{given['system']}", tuple(judged))


def _match(white: int, black: int, result: str) -> Match:
    """`2.5-1.5`; with an F behind the points: no board was played."""
    first, _, second = result.partition("-")
    if result.endswith("F"):
        forfeit = "".join("-" if side == "0F" else "+" for side in (first, second))
        return Match(white, black, forfeit=forfeit)
    return Match(white, black, points=(round(10 * float(first)), round(10 * float(second))))


def _virtual_points(
    rounds: list[dict[str, float]], players: Iterable[Player]
) -> VirtualPoints | None:
    if not any(rounds):
        return None
    return VirtualPoints(
        tuple(
            (player.tpn, tuple(round(10 * each.get(str(player.tpn), 0)) for each in rounds))
            for player in players
        )
    )


def check_case(case: Case, key: str = "", options: Options = (), *, second: bool = False) -> Report:
    """Every round of a case paired again; `key` overrides the system that it names. `second`:
    also by the second engine."""
    chosen = system(key or case.system)
    refuse_unknown_options(chosen, options)
    if second:
        guard_second_engine(chosen.format)
    checks = []
    for number, each in enumerate(case.rounds, 1):
        problem: Said | None = None
        found = each.pairs or frozenset()
        try:
            expected = pairs_of(chosen.pair(each.state))
        except NoLegalPairing as error:
            expected = frozenset()
            problem = None if each.pairs is None else error.said
        except PairingError as error:
            expected, problem = frozenset(), error.said
        checks.append(
            RoundCheck(
                number,
                tuple(sorted(found - expected)),
                tuple(sorted(expected - found)),
                problem,
                second=opinion_of_second(chosen.format, each.state, expected, pairs_of)
                if second
                else None,
            )
        )
    return Report(chosen.key, tuple(checks))
