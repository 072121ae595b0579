"""The commands: `python -m pairing pair|check|generate|bench|schedule`, and `--list-systems`.

Wrong input ends with exit code 2 and one sentence on standard error.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from time import perf_counter
from typing import Any

from pairing import VERSION
from pairing.errors import PairingError
from pairing.formats import having
from pairing.state import Fact, RoundPairing, format_score
from pairing.tools import offline
from pairing.tools.bench import peak_memory, timed_rounds
from pairing.tools.checker import check, pairs_of_pairing, state_before
from pairing.tools.console import (
    Parser,
    Wrong,
    add_system_options,
    chosen_options,
    chosen_system,
    put,
    read_data,
    read_file,
)
from pairing.tools.oracle import check_case, read_case
from pairing.tools.report import Report
from pairing.tools.team_checker import swiss_state
from pairing.trf import PROFILES, TrfDocument, team_swiss_in, write
from pairing.trf.history import Pair
from pairing.trf.types import Options
from tiebreaks.teams import team_event_of


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A terminal without ½, a file name that is not text: never a reason to fail.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser(words)
    given = parser.parse_args(words)
    try:
        if given.list_systems:
            return _list_systems()
        if not given.command:
            raise Wrong("name a command: pair, check, generate, bench or schedule.")
        code: int = given.run(given)
        return code
    except (Wrong, PairingError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Somebody has read enough, as `head` does.
        sys.stderr.close()
        return 0


def _parser(words: Sequence[str]) -> Parser:
    parser = Parser(
        prog="python -m pairing",
        description="Pair, check and generate chess tournaments in FIDE's report format (TRF).",
    )
    parser.add_argument("--version", action="version", version=f"Hakem {VERSION}")
    parser.add_argument(
        "--list-systems", action="store_true", help="name the pairing systems and stop"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    pair = commands.add_parser("pair", help="pair the next round, or a given one")
    pair.add_argument("file", metavar="FILE.trf")
    add_system_options(pair)
    pair.add_argument("--round", type=int, metavar="N", help="default: the round after the last")
    pair.add_argument(
        "--rounds", type=int, metavar="N", help="rounds of the tournament, if the file is silent"
    )
    pair.add_argument("--out", metavar="FILE", help="write here instead of to standard output")
    pair.add_argument(
        "--results", metavar="FILE", help="results of the last round, a game a line: 5-33 1-0"
    )
    pair.add_argument(
        "--boards", action="store_true", help="print the boards with names, as a sheet to hang up"
    )
    pair.add_argument("--trf", metavar="FILE", help="write the report with the new round here")
    pair.add_argument("--explain", action="store_true", help="add brackets and reasons")
    pair.set_defaults(run=_pair)

    checks = commands.add_parser("check", help="pair and rank finished tournaments again")
    checks.add_argument("files", metavar="FILE.trf", nargs="+")
    add_system_options(checks)
    checks.add_argument("--json", action="store_true", help="everything as JSON")
    checks.add_argument(
        "--notes", action="store_true", help="also what had to be assumed while reading"
    )
    checks.add_argument(
        "--second",
        action="store_true",
        help="pair each round by a second engine, too (fide2026, all but lim)",
    )
    checks.set_defaults(run=_check)

    generate = commands.add_parser(
        "generate",
        help="make a random tournament",
        description="Make a random tournament that obeys the rules. What is not given is drawn.",
    )
    if "generate" in words:
        from pairing.tools import cli_generate  # loading it is half of the time of a small file

        add_system_options(generate)
        cli_generate.add_arguments(generate)
        generate.add_argument(
            "--out", metavar="FILE", help="write here instead of to standard output"
        )
        generate.add_argument("--profile", choices=PROFILES, default="trf26")
        generate.set_defaults(run=cli_generate.run)

    bench = commands.add_parser("bench", help="pair every round again and say how long it took")
    bench.add_argument("file", metavar="FILE.trf")
    add_system_options(bench)
    bench.set_defaults(run=_bench)

    schedule = commands.add_parser("schedule", help="print a plan known before the first game")
    if "schedule" in words:
        from pairing.tools import cli_schedule  # loading it is half of the time of a small file

        cli_schedule.add_arguments(schedule)
        schedule.set_defaults(run=cli_schedule.run)
    return parser


def pairs_in_order(paired: RoundPairing) -> tuple[Pair, ...]:
    """Of teams, by their numbers, the bye last."""
    pairs = [(board.white, board.black) for board in paired.boards]
    return tuple(pairs + ([(paired.bye, 0)] if paired.bye is not None else []))


# Systems


def _list_systems() -> int:
    for found in having(pairs_rounds=True):
        print(f"{found.key:24} {found.summary}")
    return 0


# pair


def _pair(given: argparse.Namespace) -> int:
    document = read_file(given.file, given.system)
    if given.results is not None:
        document = _with_results(document, given.results)
    number = document.begun_rounds + 1 if given.round is None else given.round
    if number < 1:
        raise Wrong("--round: rounds are counted from 1.")
    if given.rounds is not None and not 1 <= given.rounds <= 400:
        raise Wrong("--rounds: a tournament has 1 to 400 rounds.")
    if given.boards or given.trf:
        _guard_next_round(document, number)
    chosen, options = chosen_system(given, document)
    try:
        if document.teams and (teams := team_swiss_in(document)):
            if number > max(given.rounds or 0, document.planned_rounds):
                state_before(document, number, options)  # says what is wrong
            event = team_event_of(document, min(number, document.begun_rounds))
            paired = chosen.pair(swiss_state(document, teams, event, number))
            pairs: tuple[Pair, ...] = pairs_in_order(paired)
        else:
            paired = chosen.pair(state_before(document, number, options, given.rounds or 0))
            pairs = pairs_of_pairing(document, paired)
    except PairingError as error:
        raise Wrong(f"{given.file}: {error}") from error
    lines = [str(len(pairs)), *(f"{white} {black}" for white, black in pairs)]
    if given.boards or given.trf:
        lines = _round_to_play(given, document, number, pairs, lines)
    if given.explain:
        lines += ["", *_explained(document, paired)]
    put("".join(f"{line}\n" for line in lines).encode(), given.out)
    return 0


def _with_results(document: TrfDocument, path: str) -> TrfDocument:
    lines = read_data(path).decode(errors="replace").removeprefix("\ufeff").splitlines()
    try:
        return offline.with_results(document, lines)
    except offline.OfflineError as error:
        raise Wrong(f"{path}: {error}") from error


def _guard_next_round(document: TrfDocument, number: int) -> None:
    if document.teams or number != document.begun_rounds + 1:
        raise Wrong("--boards and --trf: for the next round of an event of players.")
    if missing := offline.open_games(document, number - 1):
        games = ", ".join(f"{white}-{black}" for white, black in missing[:8])
        raise Wrong(f"round {number - 1} has games without a result ({games}): give --results.")


def _round_to_play(
    given: argparse.Namespace,
    document: TrfDocument,
    number: int,
    pairs: Sequence[Pair],
    lines: list[str],
) -> list[str]:
    """The new round with its board numbers: printed with names, and written as a report."""
    bye = next((white for white, black in pairs if not black), None)
    seats = offline.numbered(pairs, offline.tables_of(document))
    if given.trf:
        put(write(offline.with_round(document, number, seats, bye)), given.trf)
    return list(offline.listed(document, seats, bye)) if given.boards else lines


def _explained(document: TrfDocument, paired: RoundPairing) -> list[str]:
    """The trace as it is: brackets, then a line per board with the rule of its colours."""
    trace = paired.trace
    if trace is None:
        return ["This system gives no reasons."]
    lines = [_fact(fact, document) for fact in trace.facts]
    for index, bracket in enumerate(trace.brackets, 1):
        lines.append(f"bracket {index}, score {format_score(bracket.score)}")
        for name, numbers in (
            ("residents", bracket.residents),
            ("moved down", bracket.moved_down),
            ("floaters", bracket.floaters),
        ):
            if numbers:
                shown = " ".join(str(document.number(tpn)) for tpn in numbers)
                lines.append(f"  {name}: {shown}")
        lines += [f"  {_fact(fact, document)}" for fact in (*bracket.criteria, *bracket.facts)]
    for board, pair in enumerate(trace.pairs, 1):
        white, black = document.number(pair.white), document.number(pair.black)
        reasons = "; ".join(_fact(fact, document) for fact in (pair.colour, *pair.facts))
        lines.append(f"board {board}: {white} - {black}  {reasons}")
    if trace.bye is not None:
        lines.append(f"bye: {_fact(trace.bye, document)}")
    return lines


def _fact(fact: Fact, document: TrfDocument) -> str:
    parts = [fact.code]
    if fact.article:
        parts.append(f"({fact.article})")
    parts += [str(document.number(tpn)) for tpn in fact.players]
    parts += [f"{name}={value}" for name, value in fact.values]
    return " ".join(parts)


# check


def _check(given: argparse.Namespace) -> int:
    options = chosen_options(given)
    rounds = agreed = 0
    clean, readable = True, True
    listed: list[dict[str, Any]] = []
    for path in given.files:
        try:
            try:
                report = _report(path, given, options)
            except PairingError as error:
                raise Wrong(f"{path}: {error}") from error
        except Wrong as error:
            print(f"python -m pairing: {error}", file=sys.stderr)
            readable = False
            listed.append({"file": path, "error": str(error)})
            continue
        rounds += len(report.rounds)
        agreed += report.agreed
        clean = clean and report.clean
        if given.json:
            listed.append(_report_data(path, report))
        else:
            print(f"{path} rounds {len(report.rounds)} agree {report.agreed}{_seconded(report)}")
            for line in report_lines(report, notes=given.notes):
                print(f"  {line}")
    if given.json:
        total = {"rounds": rounds, "agree": agreed}
        data = {"files": listed, "total": total, "clean": clean and readable}
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        print(f"total rounds {rounds} agree {agreed}")
    if not readable:
        return 2
    return 0 if clean else 1


def _report(path: str, given: argparse.Namespace, options: Options) -> Report:
    if path.lower().endswith(".json"):
        try:
            case = read_case(read_data(path))
        except ValueError as error:
            raise Wrong(f"{path} is no reference tournament.") from error
        return check_case(case, given.system, options, second=given.second)
    report: Report = check(
        read_file(path, given.system), given.system, options, second=given.second
    )
    return report


def _seconded(report: Report) -> str:
    """In how many rounds the second engine agrees with the first, if it was asked."""
    opinions = [each.second for each in report.rounds if each.second is not None]
    return f" both engines {sum(one.agrees for one in opinions)}" if opinions else ""


def report_lines(report: Report, *, notes: bool) -> list[str]:
    lines = []
    for each in report.rounds:
        found, expected = _pairs(each.found), _pairs(each.expected)
        if each.altered:
            lines.append(
                f"round {each.number}: altered by hand, as the file says:"
                f" file {found}; rules {expected}"
            )
        elif each.problem:
            lines.append(f"round {each.number}: {each.problem}")
        elif not each.agrees:
            lines.append(f"round {each.number}: file {found}; rules {expected}")
        if each.second is not None and not each.second.agrees:
            first, second = _pairs(each.second.first), _pairs(each.second.second)
            lines.append(
                f"round {each.number}: the second engine: {each.second.problem}"
                if each.second.problem
                else f"round {each.number}: first engine {first}; second engine {second}"
            )
    for wrong in report.points:
        lines.append(
            f"points of {wrong.player}: file {format_score(wrong.found)};"
            f" results {format_score(wrong.expected)}"
        )
    for rank in report.ranks:
        shown = str(rank.first) if rank.first == rank.last else f"{rank.first}-{rank.last}"
        lines.append(
            f"rank of {rank.player}: file {rank.found}; by {','.join(report.tie_breaks)} {shown}"
        )
    if report.ranks_problem:
        lines.append(f"ranks not judged: {report.ranks_problem}")
    lines += [f"note: {note}" for note in report.notes]
    if notes:
        for adjustment in report.adjustments:
            where = f"line {adjustment.line}: " if adjustment.line else ""
            lines.append(f"note: {where}{adjustment.what}")
    return lines


def _pairs(pairs: Sequence[tuple[int, int]]) -> str:
    shown = (f"{white}-{black}" if black else f"{white} bye" for white, black in pairs)
    return ", ".join(shown) or "nothing"


def _report_data(path: str, report: Report) -> dict[str, Any]:
    return {
        "file": path,
        "system": report.system,
        "rounds": len(report.rounds),
        "agree": report.agreed,
        "clean": report.clean,
        "second_engine": [
            {
                "round": each.number,
                "agrees": each.second.agrees,
                "first": [list(pair) for pair in each.second.first],
                "second": [list(pair) for pair in each.second.second],
                "problem": str(each.second.problem or ""),
            }
            for each in report.rounds
            if each.second is not None
        ],
        "differences": [
            {
                "round": each.number,
                "file": [list(pair) for pair in each.found],
                "rules": [list(pair) for pair in each.expected],
                "problem": str(each.problem or ""),
                "altered": each.altered,
            }
            for each in report.rounds
            if each.altered or not each.agrees
        ],
        "points": [
            {"player": wrong.player, "file": wrong.found / 10, "results": wrong.expected / 10}
            for wrong in report.points
        ],
        "tie_breaks": list(report.tie_breaks),
        "ranks_judged": report.ranks_judged,
        "ranks_problem": str(report.ranks_problem or ""),
        "ranks": [
            {
                "player": wrong.player,
                "file": wrong.found,
                "first": wrong.first,
                "last": wrong.last,
            }
            for wrong in report.ranks
        ],
        "notes": [str(note) for note in report.notes],
        "adjustments": [
            {
                "code": adjustment.code,
                "line": adjustment.line,
                "what": adjustment.what,
                "values": dict(adjustment.values),
            }
            for adjustment in report.adjustments
        ],
    }


# bench


def _bench(given: argparse.Namespace) -> int:
    start = perf_counter()
    document = read_file(given.file, given.system)
    reading = (perf_counter() - start) * 1000
    chosen, options = chosen_system(given, document)
    total = 0.0
    print(f"reading: {reading:.1f} ms")
    try:
        for number, milliseconds in timed_rounds(document, chosen.pair, options):
            total += milliseconds
            print(f"round {number}: {milliseconds:.1f} ms", flush=True)
    except PairingError as error:
        raise Wrong(f"{given.file}: {error}") from error
    print(f"total: {total:.1f} ms")
    memory = peak_memory()
    if memory is not None:
        print(f"peak memory: {memory:.1f} MB")
    return 0
