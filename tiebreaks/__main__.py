"""Standings of a report file, as text between tabs, without Django.

    python -m tiebreaks FILE.trf --list "BH/C1 BH SB DE"
    python -m tiebreaks FILE.trf --list "PTS DE SB" --system round-robin --after 5
    python -m tiebreaks FILE.trf --explain 17

In start-number order, with a header line. Without --list the file's own list is taken. With
--explain the working of every value of one player (or team) follows instead of the table.
"""

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from pairing import VERSION
from pairing.errors import PairingError
from pairing.formats import Family
from pairing.state import Fact
from pairing.trf import TrfDocument, read
from tiebreaks import advice
from tiebreaks.codes import split_list
from tiebreaks.explain import explain_list_in
from tiebreaks.field import Field, RatingPolicy
from tiebreaks.lots import seed_told
from tiebreaks.registry import EDITIONS, edition_at
from tiebreaks.standings import Standings, build_field, format_value, standings
from tiebreaks.team_standings import build_team_field, team_list, team_standings
from tiebreaks.teams import team_event_of
from tiebreaks.working import Working, text


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        data = Path(chosen.file).read_bytes()
    except OSError as error:
        print(f"{chosen.file}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        lines = _answer(read(data), chosen)
    except PairingError as error:
        print(f"{chosen.file}: {error}", file=sys.stderr)
        return 1
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        # Somebody has read enough, as `head` does.
        sys.stderr.close()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tiebreaks", description="Standings and tie-breaks of a report file."
    )
    parser.add_argument("--version", action="version", version=f"Hakem {VERSION}")
    parser.add_argument("file", metavar="FILE.trf")
    parser.add_argument("--list", help="tie-breaks in order, between blanks or commas")
    parser.add_argument(
        "--edition", choices=EDITIONS, help="default: by the start date of the file"
    )
    parser.add_argument("--after", type=int, metavar="ROUND", help="standings after this round")
    parser.add_argument("--explain", type=int, metavar="NUMBER", help="the working of one player")
    parser.add_argument("--compat", choices=("ref",), default="", help="as the reference does")
    parser.add_argument(
        "--system",
        choices=("swiss", "round-robin"),
        help="default: by the tournament type in the file",
    )
    parser.add_argument("--teams", action="store_true", help="standings of the teams")
    parser.add_argument("--seed", help="for the drawing of lots; default: what the file tells")
    parser.add_argument(
        "--unrated",
        type=_policy,
        default=RatingPolicy(),
        metavar="RATING",
        help="what unrated players count as: a number, lowest or average",
    )
    return parser


def _answer(document: TrfDocument, chosen: argparse.Namespace) -> list[str]:
    edition = chosen.edition or edition_at(document.start_date)
    family = _family_of(document, chosen.system)
    seed = chosen.seed or seed_told(document.comments)
    teams = chosen.teams
    codes = _list_of(document, chosen.list, edition, family, teams)
    if teams:
        event = team_event_of(document, chosen.after)
        found = team_standings(
            event,
            codes,
            edition=edition,
            family=family,
            compat=chosen.compat,
            seed=seed,
        )
        if chosen.explain is None:
            return table(found)
        primary, _ = team_list(event, codes, edition=edition, compat=chosen.compat)
        field = build_team_field(
            event,
            edition=edition,
            family=family,
            primary=primary,
            compat=chosen.compat,
            seed=seed,
        )
        return _workings(field, found, chosen.explain)
    state = document.state(chosen.after)
    numbers = {tpn: number for number, tpn in document.tpns.items()}
    policy = chosen.unrated
    found = standings(
        state,
        codes,
        edition=edition,
        family=family,
        seed=seed,
        ratings=policy,
        compat=chosen.compat,
    )
    if chosen.explain is None:
        return table(found, numbers)
    field = build_field(
        state,
        edition=edition,
        family=family,
        seed=seed,
        ratings=policy,
        compat=chosen.compat,
    )
    return _workings(field, found, document.tpns.get(chosen.explain, chosen.explain), numbers)


def _family_of(document: TrfDocument, system: str | None) -> Family:
    if system:
        return Family.ROUND_ROBIN if system == "round-robin" else Family.SWISS
    kind = document.type_code.upper() or document.type_text.upper()
    robin = any(word in kind for word in ("ROBIN", "BERGER"))
    return Family.ROUND_ROBIN if robin and "SWISS" not in kind else Family.SWISS


def _list_of(
    document: TrfDocument, given: str | None, edition: str, family: Family, teams: bool
) -> list[str]:
    if given is not None:
        return split_list(given)
    if document.standings:
        return list(document.standings)
    if document.tie_breaks:
        return list(document.tie_breaks)
    return list(advice.default_list(edition, family, teams=teams))


def _policy(unrated: str) -> RatingPolicy:
    if unrated.isascii() and unrated.isdigit():
        return RatingPolicy("fixed", int(unrated))
    if unrated in ("dropped", "lowest", "average"):
        return RatingPolicy(unrated)
    raise argparse.ArgumentTypeError("a number, lowest or average")


def table(found: Standings, numbers: dict[int, int] | None = None) -> list[str]:
    """One line per participant, in start-number order."""
    lines = ["\t".join(["StartNo", "Rank", "PTS", *map(str, found.codes)])]
    names = numbers or {}
    rows = sorted((*found.rows, *found.excluded), key=lambda row: names.get(row.tpn, row.tpn))
    for row in rows:
        values = [
            format_value(code, value, found.edition)
            for code, value in zip(found.codes, row.values, strict=True)
        ]
        rank = str(row.rank) if row.rank else "-"
        score = format_value("PTS", Fraction(row.score, 10))
        lines.append("\t".join([str(names.get(row.tpn, row.tpn)), rank, score, *values]))
    return lines


def _workings(
    field: Field, found: Standings, tpn: int, numbers: dict[int, int] | None = None
) -> list[str]:
    lines = []
    for working in explain_list_in(field, found.codes, tpn):
        lines += [*_working(working, numbers or {}), ""]
    return lines[:-1]


def _working(working: Working, numbers: dict[int, int]) -> list[str]:
    source = "handbook" if working.edition == "handbook" else "C.07"
    lines = [f"{working.code}\t{working.text}\t{source} {working.article}"]
    for fact in working.facts:
        lines.append(f"\t{_fact(fact, numbers)}")
    if working.steps:
        lines.append("\tRound\tOpponent\tKind\tPoints\tScore\tAdds\tCut")
    for step in working.steps:
        opponent = str(numbers.get(step.opponent, step.opponent)) if step.opponent else "-"
        parts = [
            str(step.round),
            opponent,
            step.kind,
            _number(step.points),
            _number(step.score),
            _number(step.contribution),
            step.cut or "-",
        ]
        lines.append("\t" + "\t".join(parts))
        lines += [f"\t\t{_fact(fact, numbers)}" for fact in step.facts]
    for one in working.tables:
        kind = f" {one.score}" if one.score else ""
        group = ", ".join(str(numbers.get(tpn, tpn)) for tpn in one.group)
        lines.append(f"\t{source} {one.article}{kind}: {group}")
        for row in one.rows:
            cells = [_number(cell) for cell in row.cells]
            own = str(numbers.get(row.tpn, row.tpn))
            lines.append("\t" + "\t".join([str(row.place), own, *cells, _number(row.score)]))
    return lines


def _fact(fact: Fact, numbers: dict[int, int]) -> str:
    players = [str(numbers.get(tpn, tpn)) for tpn in fact.players]
    values = [f"{name}={value}" for name, value in fact.values]
    article = f"({fact.article})" if fact.article else ""
    return " ".join(part for part in (fact.code, article, *players, *values) if part)


def _number(value: object) -> str:
    if value is None:
        return "-"
    exact = Fraction(str(value))
    if exact.denominator == 1:
        return str(int(exact))
    if (exact * 100).denominator == 1:
        return text(int(exact * 100), 100)
    return str(exact)


if __name__ == "__main__":
    sys.exit(main())
