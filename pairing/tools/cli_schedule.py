"""`python -m pairing schedule`: plans that are known before the first game.

Berger, Skalitzka, Scheveningen, a knock-out, a play-off; as a table, or with `--json` as data.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from pairing.handbook import knockout, playoff, round_robin, scheveningen, skalitzka
from pairing.handbook.knockout import Clock
from pairing.handbook.lots import Lots
from pairing.handbook.seats import Seat, SeatRound
from pairing.tools import console

#: nothing larger fits in a hall, and little else on a screen
LARGEST = 500

Table = tuple[list[str], dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    plans = parser.add_subparsers(
        dest="plan", metavar="SYSTEM", required=True, parser_class=type(parser)
    )

    berger = plans.add_parser("berger", aliases=["round_robin"], help="round robin")
    _number(berger, "--players", "players")
    _number(berger, "--cycles", "how often everybody meets everybody", 1)
    berger.add_argument(
        "--swap-last-two",
        action="store_true",
        help="exchange the last two rounds of every cycle but the last",
    )
    berger.set_defaults(make=_berger)

    three = plans.add_parser("skalitzka", help="three teams in two rounds")
    _number(three, "--boards", "boards of each team")
    three.add_argument(
        "--two-rounds", action="store_true", help="with an odd number: without the third game"
    )
    three.set_defaults(make=_skalitzka)

    teams = plans.add_parser("scheveningen", help="every player against the whole other team")
    _number(teams, "--players", "players of each team")
    _number(teams, "--teams", "teams", 2)
    teams.add_argument("--double", action="store_true", help="everybody twice")
    teams.add_argument(
        "--colours",
        choices=[option.value for option in scheveningen.Colours],
        default=scheveningen.Colours.ALTERNATE.value,
    )
    teams.set_defaults(make=_scheveningen)

    cup = plans.add_parser("knockout", aliases=["knock-out"], help="stages of a knock-out")
    _number(cup, "--players", "players or teams")
    _number(cup, "--winners", "places to be decided", 1)
    cup.add_argument("--by-lot", action="store_true", help="pair by lot instead of by seed")
    cup.add_argument("--seed", default="", help="of the lots")
    cup.set_defaults(make=_knockout)

    tie = plans.add_parser("playoff", aliases=["play-off"], help="a tie for first place")
    _number(tie, "--players", "players tied")
    tie.add_argument(
        "--choice",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="where the recipe leaves one; may be repeated",
    )
    _number(tie, "--further", "further pairs of games between two", 0, least=0)
    tie.add_argument("--seed", default="", help="of the lots")
    tie.set_defaults(make=_playoff)

    for each in (berger, three, teams, cup, tie):
        each.add_argument("--json", action="store_true")


def _number(
    parser: argparse.ArgumentParser,
    name: str,
    what: str,
    default: int | None = None,
    *,
    least: int = 1,
) -> None:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= LARGEST):
            raise argparse.ArgumentTypeError(f"a number from {least} to {LARGEST}, not {text!r}")
        return int(text[:9])

    parser.add_argument(
        name, type=number, metavar="N", help=what, default=default, required=default is None
    )


def run(given: argparse.Namespace) -> int:
    make: Callable[[argparse.Namespace], Table] = given.make
    lines, data = make(given)
    if given.json:
        lines = [json.dumps(data, ensure_ascii=False, indent=2)]
    console.put("".join(f"{line}\n" for line in lines).encode(), None)
    return 0


# Round robin


def _berger(given: argparse.Namespace) -> Table:
    rounds = round_robin.schedule(
        given.players, cycles=given.cycles, swap_last_two=given.swap_last_two
    )
    width = len(str(given.players))
    lines = [f"Berger table for {given.players} players, {len(rounds)} rounds"]
    for each in rounds:
        cells = [f"{board.white:{width}}-{board.black:<{width}}" for board in each.boards]
        if each.bye is not None:
            cells.append(f"{each.bye} free")
        lines.append(f"round {each.number:{len(str(len(rounds)))}}:  {'  '.join(cells)}".rstrip())
    data = {
        "system": "berger",
        "players": given.players,
        "rounds": [
            {
                "round": each.number,
                "pairs": [[board.white, board.black] for board in each.boards],
                "free": each.bye,
            }
            for each in rounds
        ],
    }
    return lines, data


# Teams


def _skalitzka(given: argparse.Namespace) -> Table:
    rounds = skalitzka.schedule(given.boards, third_game=not given.two_rounds)
    lines = [
        f"Skalitzka, three teams of {given.boards}: capital letters, small letters, digits",
        *_seat_rounds(rounds, skalitzka.label),
    ]
    return lines, {
        "system": "skalitzka",
        "boards": given.boards,
        "rounds": _seat_data(rounds, skalitzka.label),
    }


def _scheveningen(given: argparse.Namespace) -> Table:
    colours = scheveningen.Colours(given.colours)
    found = scheveningen.tournament(
        given.teams, given.players, double=given.double, colours=colours
    )
    lines = [f"Scheveningen, {given.teams} teams of {given.players}, colours {colours.value}"]
    data = []
    for each in found:
        for match in each.matches:
            one, other = _team(match.first), _team(match.second)
            if given.teams > 2:
                lines.append(f"match {each.number}: {one} - {other}")
            lines += _seat_rounds(match.rounds, _seat)
            data.append(
                {
                    "match": each.number,
                    "teams": [one, other],
                    "rounds": _seat_data(match.rounds, _seat),
                }
            )
        if each.resting is not None:
            lines.append(f"match {each.number}: {_team(each.resting)} is free")
    return lines, {"system": "scheveningen", "players": given.players, "matches": data}


def _team(number: int) -> str:
    """A to Z, then AA."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _seat(seat: Seat) -> str:
    return f"{_team(seat.team)}{seat.board}"


def _seat_rounds(rounds: Sequence[SeatRound], label: Callable[[Seat], str]) -> list[str]:
    lines = []
    for each in rounds:
        cells = [f"{label(table.white)}-{label(table.black)}" for table in each.tables]
        cells += [f"{label(seat)} free" for seat in each.resting]
        lines.append(f"round {each.number}:  {'  '.join(cells)}")
    return lines


def _seat_data(rounds: Sequence[SeatRound], label: Callable[[Seat], str]) -> list[dict[str, Any]]:
    return [
        {
            "round": each.number,
            "pairs": [[label(table.white), label(table.black)] for table in each.tables],
            "free": [label(seat) for seat in each.resting],
        }
        for each in rounds
    ]


# Knock-out and play-off


def _knockout(given: argparse.Namespace) -> Table:
    order = range(1, given.players + 1)
    plan = knockout.plan(order, given.winners, Lots(given.seed), by_lot=given.by_lot)
    stages = knockout.programme(plan)
    shortest, longest = knockout.duration(plan)
    lines = [
        f"Knock-out, {given.players} players, {_places(given.winners)}:"
        f" {' - '.join(map(str, plan.sizes.counts))}"
    ]
    for stage in stages:
        name = "preliminary round" if stage.preliminary else f"{stage.players} players"
        if stage.number == 1:
            # Who sits at a place is known for the first stage only.
            pairs = [(plan.places[one - 1], plan.places[two - 1]) for one, two in stage.pairs]
            free = [plan.places[place - 1] for place in stage.free]
        else:
            pairs, free = list(stage.pairs), list(stage.free)
        cells = [f"{one}-{two}" for one, two in pairs]
        lines.append(f"stage {stage.number}, {name}:  {'  '.join(cells)}")
        if free:
            lines.append(f"  free: {' '.join(map(str, free))}")
        phases = ", then ".join(
            f"{_games(phase.games)} {_clock(phase.clock)}" for phase in stage.format.phases
        )
        lines.append(f"  {phases or 'golden point'}; starts after {stage.starts} minutes at most")
    lines.append(f"from {shortest} to {longest} minutes")
    data = {
        "system": "knockout",
        "order": list(plan.order),
        "winners": plan.winners,
        "seed": given.seed,
        "counts": list(plan.sizes.counts),
        "places": list(plan.places),
        "stages": [asdict(stage) for stage in stages],
        "shortest": shortest,
        "longest": longest,
        "facts": [asdict(fact) for fact in plan.facts],
    }
    return lines, data


def _places(count: int) -> str:
    return "one winner" if count == 1 else f"{count} winners"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _clock(clock: Clock) -> str:
    def side(seconds: int) -> str:
        minutes, rest = divmod(seconds, 60)
        return f"{minutes}'" + (f'{rest}"' if rest else "")

    white, black = side(clock.white_seconds), side(clock.black_seconds)
    shown = white if white == black else f"{white} against {black}"
    return shown + (f'+{clock.increment}"' if clock.increment else "")


def _playoff(given: argparse.Namespace) -> Table:
    choices = []
    for text in given.choice:
        name, equals, value = text.partition("=")
        if not equals:
            raise console.Wrong(f"--choice {text}: write NAME=VALUE.")
        choices.append((name, value))
    settings = playoff.Settings(tuple(choices), given.further)
    plan = playoff.plan(range(1, given.players + 1), Lots(given.seed), settings)
    lines = [f"Play-off of {given.players}, in the order of the next tie-break"]
    for step in plan.steps:
        who = f" of {' '.join(map(str, step.entrants))}" if step.entrants else ""
        when = f", if {step.only_if.replace('_', ' ')}" if step.only_if else ""
        lines.append(
            f"stage {step.stage}: {step.kind.replace('_', ' ')}{who} ({step.article}),"
            f" {_games(step.games)} {_clock(step.clock)}, {step.minutes} minutes{when}"
        )
    for alternative in plan.alternatives:
        chosen = settings.choice(alternative)
        lines.append(
            f"choice {alternative.name}: {chosen} (of {', '.join(alternative.values)};"
            f" {alternative.article})"
        )
    lines.append(f"from {plan.shortest} to {plan.longest} minutes")
    data = {
        "system": "playoff",
        "order": list(plan.order),
        "recipe": plan.recipe,
        "steps": [asdict(step) for step in plan.steps],
        "choices": {
            alternative.name: settings.choice(alternative) for alternative in plan.alternatives
        },
        "shortest": plan.shortest,
        "longest": plan.longest,
        "facts": [asdict(fact) for fact in plan.facts],
    }
    return lines, data
