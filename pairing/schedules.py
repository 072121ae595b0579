"""Schedules and plans on the terminal: `python -m pairing schedule SYSTEM ...`.

Only printing lives here; every table comes from `pairing.handbook`. Text by default, one JSON
document with `--json`. Wrong input: one sentence on stderr and exit code 2.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from pairing.errors import PairingError
from pairing.handbook import knockout, playoff, round_robin, scheveningen, skalitzka
from pairing.handbook.knockout import Clock
from pairing.handbook.lots import Lots
from pairing.handbook.seats import Seat, SeatRound, Table
from pairing.state import RoundPairing

#: beyond this nothing useful can be printed
LARGEST = 1000

Document = dict[str, Any]
Lines = list[str]


class _WrongInput(Exception):
    pass


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _WrongInput(message[:1].upper() + message[1:])


def run(argv: Sequence[str]) -> int:
    """Print the schedule that the arguments ask for; 0, or 2 for wrong input."""
    try:
        options = _parser().parse_args(list(argv))
        document, lines = options.build(options)
    except (_WrongInput, PairingError) as error:
        sentence = str(error).strip()
        print(sentence if sentence.endswith(".") else f"{sentence}.", file=sys.stderr)
        return 2
    except SystemExit as finished:  # --help
        return int(finished.code or 0)
    if options.json:
        print(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        print("\n".join(lines))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m pairing schedule", description="Print a schedule or a plan.")
    systems = parser.add_subparsers(dest="system", metavar="SYSTEM", required=True)

    one = _system(systems, "round_robin", "Berger tables for any number of players")
    one.add_argument("players", type=_number)
    one.add_argument("--double", action="store_true", help="two cycles, colours reversed")
    one.add_argument("--cycles", type=_number, default=1)
    one.add_argument("--swap-last-two", action="store_true", help="of every cycle but the last")
    one.add_argument("--opponents", action="store_true", help="one row per player")
    one.set_defaults(build=_round_robin)

    one = _system(systems, "skalitzka", "three teams in two rounds")
    one.add_argument("boards", type=_number)
    one.add_argument(
        "--no-third-game", action="store_true", help="odd boards: leave the missing game out"
    )
    one.set_defaults(build=_skalitzka)

    one = _system(systems, "scheveningen", "everybody meets the whole other team")
    one.add_argument("size", type=_number, help="players per team")
    one.add_argument("--double", action="store_true")
    one.add_argument(
        "--colours",
        choices=[colours.value for colours in scheveningen.Colours],
        default=scheveningen.Colours.ALTERNATE.value,
    )
    one.add_argument("--teams", type=_number, default=2)
    one.set_defaults(build=_scheveningen)

    one = _system(systems, "knockout", "plan with preliminary round, byes, pairs and times")
    one.add_argument("players", type=_number)
    one.add_argument("winners", type=_number, nargs="?", default=1)
    one.add_argument("--games", type=_number, default=2)
    one.add_argument("--clock", type=_clock, default=knockout.TWENTY_MINUTES, metavar="MIN[+SEC]")
    one.add_argument("--extensions", type=_count, default=1)
    one.add_argument("--extension-games", type=_number, default=2)
    one.add_argument("--extension-clock", type=_clock, default=None, metavar="MIN[+SEC]")
    one.add_argument("--golden", type=_golden, default=knockout.GOLDEN_POINT, metavar="W/B")
    one.add_argument(
        "--bracket",
        choices=[bracket.value for bracket in knockout.Bracket],
        default=knockout.Bracket.FIXED.value,
    )
    one.add_argument("--boards", type=_number, default=1, help="per team")
    one.add_argument("--seed", default="", help="of the lots; shows the colours of stage 1")
    one.set_defaults(build=_knockout)

    one = _system(systems, "playoff", "the recipe for players tied for first place")
    one.add_argument("players", type=_number)
    one.add_argument(
        "--choice",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="; ".join(f"{each.name}: {', '.join(each.values)}" for each in playoff.ALTERNATIVES),
    )
    one.add_argument("--further", type=_count, default=0, help="further rounds of two games")
    one.add_argument("--clock", type=_clock, default=playoff.THREE_AND_THREE, metavar="MIN[+SEC]")
    one.add_argument("--golden", type=_golden, default=knockout.GOLDEN_POINT, metavar="W/B")
    one.add_argument("--seed", default="", help="of the lots")
    one.set_defaults(build=_playoff)
    return parser


def _system(systems: Any, name: str, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = systems.add_parser(
        name, aliases=[f"handbook.{name}"], help=summary, description=summary
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {LARGEST}")
    return int(text)


def _count(text: str) -> int:
    return 0 if text == "0" else _number(text)


def _clock(text: str) -> Clock:
    minutes, _, increment = text.partition("+")
    return Clock.each(_number(minutes), _count(increment) if increment else 0)


def _golden(text: str) -> Clock:
    white, _, black = text.partition("/")
    return Clock(_number(white) * 60, _number(black) * 60)


def _check_size(games: int) -> None:
    if games > LARGEST * LARGEST:
        raise _WrongInput("So many players and rounds make more games than can be printed")


# Round robin


def _round_robin(options: argparse.Namespace) -> tuple[Document, Lines]:
    cycles = max(options.cycles, 2 if options.double else 1)
    _check_size(options.players * options.players * cycles)
    rounds = round_robin.schedule(
        options.players,
        cycles=cycles,
        swap_last_two=options.swap_last_two,
    )
    table = round_robin.opponent_table(rounds)
    document: Document = {
        "system": round_robin.KEY,
        "players": options.players,
        "cycles": cycles,
        "rounds": [
            {
                "number": each.number,
                "boards": [[board.white, board.black] for board in each.boards],
                "bye": each.bye,
            }
            for each in rounds
        ],
        "opponents": {
            str(number): [
                {"opponent": meeting.opponent, "colour": meeting.colour} for meeting in row
            ]
            for number, row in table.items()
        },
    }
    if not options.opponents:
        return document, _grid([("Round", "Boards, White first"), *map(_berger_row, rounds)])
    head = ("Player", *(str(each.number) for each in rounds))
    rows = [
        (
            str(number),
            *(f"{meeting.opponent}{meeting.colour}" if meeting.colour else "-" for meeting in row),
        )
        for number, row in table.items()
    ]
    return document, _grid([head, *rows])


def _berger_row(pairing: RoundPairing) -> tuple[str, ...]:
    bye = (f"bye {pairing.bye}",) if pairing.bye is not None else ()
    return (str(pairing.number), *(f"{b.white}-{b.black}" for b in pairing.boards), *bye)


# Teams


def _skalitzka(options: argparse.Namespace) -> tuple[Document, Lines]:
    rounds = skalitzka.schedule(options.boards, third_game=not options.no_third_game)
    document = {
        "system": "handbook.skalitzka",
        "boards": options.boards,
        "rounds": [_seat_round(each, skalitzka.label) for each in rounds],
    }
    return document, _tables(rounds, skalitzka.label)


def _scheveningen(options: argparse.Namespace) -> tuple[Document, Lines]:
    _check_size((options.size * options.teams) ** 2)
    rounds = scheveningen.tournament(
        options.teams,
        options.size,
        double=options.double,
        colours=scheveningen.Colours(options.colours),
    )
    document: Document = {
        "system": "handbook.scheveningen",
        "size": options.size,
        "teams": options.teams,
        "colours": options.colours,
        "double": options.double,
        "rounds": [
            {
                "number": each.number,
                "resting": each.resting,
                "matches": [
                    {
                        "first": match.first,
                        "second": match.second,
                        "seated": match.seated,
                        "rounds": [_seat_round(part, _team_label) for part in match.rounds],
                    }
                    for match in each.matches
                ],
            }
            for each in rounds
        ],
    }
    lines: Lines = []
    for each in rounds:
        for match in each.matches:
            if options.teams > 2:
                first, second = _team_name(match.first), _team_name(match.second)
                lines += ["", f"Match round {each.number}: {first} - {second}"]
            lines += _tables(match.rounds, _team_label)
        if each.resting is not None:
            lines.append(f"Team {_team_name(each.resting)} rests.")
    return document, lines[1:] if lines and not lines[0] else lines


def _team_name(team: int) -> str:
    return skalitzka.label(Seat(1, team))


def _team_label(seat: Seat) -> str:
    return f"{_team_name(seat.team)}{seat.board}"


def _seat_round(each: SeatRound, label: Any) -> Document:
    return {
        "number": each.number,
        "tables": [_seat_table(table, label) for table in each.tables],
        "resting": [label(seat) for seat in each.resting],
    }


def _seat_table(table: Table, label: Any) -> Document:
    return {
        "table": table.number,
        "white": label(table.white),
        "black": label(table.black),
        "white_seat": asdict(table.white),
        "black_seat": asdict(table.black),
    }


def _tables(rounds: Sequence[SeatRound], label: Any) -> Lines:
    height = max(len(each.tables) for each in rounds)
    rows = [("Table", *(f"Round {each.number}" for each in rounds))]
    for place in range(height):
        cells = [
            f"{label(each.tables[place].white)} - {label(each.tables[place].black)}"
            if place < len(each.tables)
            else ""
            for each in rounds
        ]
        rows.append((str(place + 1), *cells))
    if any(each.resting for each in rounds):
        rows.append(("rest", *(" ".join(map(label, each.resting)) for each in rounds)))
    return _grid(rows)


# Knock-out


def _knockout(options: argparse.Namespace) -> tuple[Document, Lines]:
    extension = knockout.Phase(options.extension_games, options.extension_clock or options.clock)
    phases = (knockout.Phase(options.games, options.clock), *[extension] * options.extensions)
    plan = knockout.plan(
        range(1, options.players + 1),
        options.winners,
        Lots(options.seed),
        formats=(knockout.Format(phases, options.golden),),
        bracket=knockout.Bracket(options.bracket),
        boards=options.boards,
    )
    stages = knockout.programme(plan)
    shortest, longest = knockout.duration(plan)
    course = plan.course
    first = knockout.follow(plan).stages[:1] if options.seed else ()
    colours = {
        tie.tie: [tie.due[0].white, tie.due[0].black] for stage in first for tie in stage.ties
    }
    document: Document = {
        "system": "handbook.knockout",
        "players": options.players,
        "winners": options.winners,
        "seed": options.seed,
        "bracket": options.bracket,
        "boards": options.boards,
        "course": {key: value for key, value in asdict(course).items() if key != "fact"},
        "format": asdict(plan.format_of(1)),
        "stages": [
            {key: value for key, value in asdict(stage).items() if key != "format"}
            for stage in stages
        ],
        "minutes": {"shortest": shortest, "longest": longest},
        "colours": colours,
        "facts": [asdict(fact) for fact in plan.facts],
    }
    lines = ["Course: " + " - ".join(map(str, course.counts)) + " players"]
    if options.players > options.winners:
        lines.append(f"Playing time: {_time(shortest)} to {_time(longest)}, breaks included")
    for stage in stages:
        name = "preliminary round" if stage.preliminary else f"{stage.players} players"
        lines += ["", f"Stage {stage.number}: {name}, {_time(stage.starts)} after the last game"]
        if stage.free:
            lines.append("  free: " + " ".join(map(str, stage.free)))
        lines.append("  pairs: " + "  ".join(f"{one}-{other}" for one, other in stage.pairs))
        if stage.number == 1 and colours:
            drawn = "  ".join(f"{white}-{black}" for white, black in colours.values())
            lines.append(f"  White first, by lot: {drawn}")
    return document, lines


# Play-off


def _playoff(options: argparse.Namespace) -> tuple[Document, Lines]:
    choices = []
    for choice in options.choice:
        name, separator, value = choice.partition("=")
        if not separator:
            raise _WrongInput(f"A choice is written as name=value, not {choice!r}")
        choices.append((name, value))
    settings = playoff.Settings(
        tuple(choices), further=options.further, clock=options.clock, golden=options.golden
    )
    plan = playoff.plan(range(1, options.players + 1), Lots(options.seed), settings)
    document: Document = {
        "system": "handbook.playoff",
        "players": options.players,
        "recipe": plan.recipe,
        "seed": options.seed,
        "alternatives": [
            {**asdict(each), "chosen": settings.choice(each)} for each in plan.alternatives
        ],
        "steps": [asdict(step) for step in plan.steps],
        "minutes": {"shortest": plan.shortest, "longest": plan.longest},
        "facts": [asdict(fact) for fact in plan.facts],
    }
    rows = [("Stage", "Step", "Kind", "Article", "Players", "Rounds", "Games", "Time", "Only if")]
    for step in plan.steps:
        who = " ".join(map(str, step.entrants)) or f"{step.players} players"
        rows.append(
            (
                str(step.stage),
                step.key,
                step.kind.replace("_", " "),
                step.article,
                who,
                str(step.rounds),
                str(step.games),
                _time(step.minutes),
                step.only_if.replace("_", " "),
            )
        )
    lines = _grid(rows)
    lines += ["", f"Playing time: {_time(plan.shortest)} to {_time(plan.longest)}, with breaks"]
    for each in plan.alternatives:
        others = ", ".join(value for value in each.values if value != settings.choice(each))
        chosen = settings.choice(each)
        lines.append(f"Choice {each.article} {each.name}: {chosen} (or {others})")
    return document, lines


def _time(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def _grid(rows: Iterable[tuple[str, ...]]) -> Lines:
    """Columns as wide as their longest cell, rows of different lengths allowed."""
    table = list(rows)
    columns = max(len(row) for row in table)
    widths = [max(len(row[c]) for row in table if c < len(row)) for c in range(columns)]
    # A heading that spans several cells must not widen the first of them.
    if len(table[0]) < columns:
        spanned = len(table[0]) - 1
        widths[spanned] = max(len(row[spanned]) for row in table[1:] if spanned < len(row))
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in table
    ]
