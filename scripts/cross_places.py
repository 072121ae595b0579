"""Tie-breaks of the cross-test: what another program's calculator says, against ours.

The calculator is a command that stays running. It reads lines
`FILE<TAB>CODES<TAB>ROUNDS<TAB>SYSTEM`, the standings after so many rounds of a `swiss` or
`round-robin`, and answers each with one line of JSON:
`{"players": {"1": [place, value, value, ...], ...}}`, the values in the order of the codes, as
text, null where there is none. Without codes the list that the file names is meant.

Values are compared as the rule book has them. Where ours differ, and agree once they are computed
in the way in which the calculator is known to leave the text (`compat="ref"`), the difference is
counted under its article; everything else is a difference.
"""

import json
import shlex
import subprocess
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random

from pairing.formats import Family
from pairing.state import TournamentState
from pairing.trf import TrfDocument
from tiebreaks.codes import Code
from tiebreaks.field import Value
from tiebreaks.registry import edition_at
from tiebreaks.standings import Standings, format_value, standings

#: every code of C.07 for individuals; the list of a tournament is drawn from them
SWISS = (
    *("DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP"),
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "BH/M1/P", "AOB", "AOB/F"),
    *("FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2", "FB/P", "SB", "SB/C1", "SB/C2", "SB/P"),
    "SB/C1/P",
)
ROUND_ROBIN = (
    *("DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP", "SB", "SB/C1", "SB/C2"),
    *("KS", "KS/L+1", "KS/L-1"),
)
NEW_IN_2026 = ("STD", "TPN")
RATINGS = ("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "TPR", "PTP", "APRO", "APPO")
RATINGS_2026 = ("RTNG",)
#: so many of them are drawn for a tournament
LISTED = 16
#: what unrated players count as, where the regulations say it
UNRATED = "/U1400"

#: methods of the handbook that mean the same as one of FIDE's
SHARED = {"PS": "PS", "PS/C1": "PS/C1", "PS/C2": "PS/C2", "WIN": "WON", "BPG": "BPG"}
#: and those that do where nobody has an unplayed round
SHARED_IF_PLAYED = {
    **{code: code for code in ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB")},
    "WIN/P": "WIN",
}

#: where the calculator is known to leave the text
DEPARTURES = {
    "FB": "8.3: only drawn if paired; the calculator lets a forfeit loss redeem byes before it",
    "AOB/F": "8.3: only drawn if paired; the calculator lets a forfeit loss redeem byes before it",
    "SB": "16.5.2: the lowest contribution is cut; the calculator cuts that of the lowest score",
    "DE": "6.1.2: a second game with one opponent; the calculator forgets the others",
    "STD": "7.7: more than the opponent; the calculator asks for more than a draw",
    "REP": "7.6: a free round is nobody's wish; the calculator leaves it out",
    "order": "16.3: no value rests on others; after FB the calculator forgets byes before forfeits",
    "KS": "9.2: points of games are compared; the calculator compares the whole score",
}


@dataclass(slots=True)
class Departure:
    """One way in which the calculator leaves the text, and how often it was seen."""

    code: str
    rule: str
    values: int = 0
    tournaments: int = 0
    seen_in: list[str] = field(default_factory=list)  # the first few


@dataclass(frozen=True, slots=True)
class Verdict:
    values: int
    places: int
    wrong: tuple[str, ...]
    departures: tuple[tuple[str, int], ...]  # by code without variants


class Calculator:
    """The other program, which stays running and is asked file by file."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, path: Path, codes: tuple[str, ...], rounds: int, family: Family) -> None:
        """Puts a question; it is answered while we go on computing."""
        if self._process.stdin is None:
            raise SystemExit("The calculator cannot be talked to.")
        words = (str(path), " ".join(codes), str(rounds), family.value.replace("_", "-"))
        self._process.stdin.write("\t".join(words) + "\n")
        self._process.stdin.flush()

    def answer(self) -> dict[int, list[str | int | None]]:
        """The answer to the oldest question that is open."""
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise SystemExit("The calculator has stopped.")
        said = json.loads(line)
        if "players" not in said:
            raise ValueError(str(said)[:1000])
        return {int(number): values for number, values in said["players"].items()}

    def close(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait(timeout=60)


def codes_for(document: TrfDocument, family: Family, edition: str, seed: int) -> tuple[str, ...]:
    """The list that both are asked for; lists differ in order, as a place depends on it."""
    swiss = family is Family.SWISS
    pool = [*(SWISS if swiss else ROUND_ROBIN)]
    rated = all(player.rating for player in document.players)
    newer = edition == "fide2026"
    ratings = [*RATINGS, *(RATINGS_2026 if newer else ())]
    pool += ratings if rated else [code + UNRATED for code in ratings]
    pool += NEW_IN_2026 if newer else ()
    listed = Random(seed).sample(pool, min(LISTED, len(pool)))
    # It separates everybody, so it comes last.
    listed.sort(key=lambda code: code == "TPN")
    return ("PTS", *listed)


def judge(
    calculator: Calculator,
    path: Path,
    document: TrfDocument,
    *,
    family: Family,
    edition: str,
    seed: int,
) -> Verdict:
    """Every value and place of the file, ours against theirs."""
    codes = codes_for(document, family, edition, seed)
    state = document.state()
    calculator.ask(path, codes, document.begun_rounds, family)
    ours = standings(state, codes[1:], edition=edition, family=family)
    try:
        theirs = calculator.answer()
    except ValueError as error:
        return Verdict(0, 0, (str(error),), ())
    wrong: list[str] = []
    departed: dict[str, int] = {}
    compared = 0
    reference: Standings | None = None
    numbers = {tpn: number for number, tpn in document.tpns.items()}
    rows = {row.tpn: row for row in ours.rows}
    for place, code in enumerate(ours.codes):
        name = str(code)
        differing = []
        for tpn, row in rows.items():
            compared += 1
            stated = theirs[numbers[tpn]][place + 2]
            if not _same(stated, _shown(code, row.values[place], edition)):
                differing.append((tpn, stated))
        if not differing:
            continue
        if reference is None:
            reference = standings(state, codes[1:], edition=edition, family=family, compat="ref")
        as_theirs = {row.tpn: row.values[place] for row in reference.rows}
        alone: dict[int, str | int | None] | None = None
        for tpn, stated in differing:
            base = _departure_of(name)
            if base and _same(stated, _shown(code, as_theirs[tpn], edition)):
                departed[base] = departed.get(base, 0) + 1
                continue
            if alone is None and any(_leaves_traces(one) for one in codes[1 : place + 1]):
                calculator.ask(path, ("PTS", name), document.begun_rounds, family)
                alone = {number: row[2] for number, row in calculator.answer().items()}
            ours_shown = _shown(code, rows[tpn].values[place], edition)
            if alone is not None and _same(alone[numbers[tpn]], ours_shown):
                departed["order"] = departed.get("order", 0) + 1
            else:
                value = _shown(code, rows[tpn].values[place], edition)
                wrong.append(f"{name} of {numbers[tpn]}: theirs {stated}, ours {value}")
    # A place follows from the values, so it is compared where all of them agree.
    if not wrong and not departed:
        wrong += [
            f"place of {numbers[tpn]}: theirs {theirs[numbers[tpn]][0]}, ours {row.rank}"
            for tpn, row in rows.items()
            if theirs[numbers[tpn]][0] != row.rank
        ]
    shared, said = _handbook(state, document, codes, theirs, family)
    wrong += said
    return Verdict(compared + shared, len(rows), tuple(wrong), tuple(departed.items()))


def judge_places(calculator: Calculator, document: TrfDocument, family: Family) -> Verdict:
    """The places that the file states, by its own list: the oldest question that is open."""
    try:
        theirs = calculator.answer()
    except ValueError as error:
        return Verdict(0, 0, (str(error),), ())
    stated = {player.number: player.rank for player in document.players if player.rank}
    wrong = [
        f"place of {number}: file {rank}, theirs {theirs[number][0]}"
        for number, rank in stated.items()
        if theirs[number][0] != rank
    ]
    if not wrong:
        return Verdict(0, len(stated), (), ())
    codes, edition = document.standings[1:], edition_at(document.start_date)
    ours, reference = (
        standings(document.state(), codes, edition=edition, family=family, compat=compat)
        for compat in ("", "ref")
    )
    as_theirs = {document.number(row.tpn): row.rank for row in reference.rows}
    departed = {
        _departure_of(str(code))
        for place, code in enumerate(ours.codes)
        if any(row.values[place] != reference.row(row.tpn).values[place] for row in ours.rows)
    } - {""}
    if departed and all(theirs[number][0] == rank for number, rank in as_theirs.items()):
        return Verdict(0, len(stated), (), tuple((code, 0) for code in sorted(departed)))
    return Verdict(0, len(stated), tuple(wrong), ())


def _handbook(
    state: TournamentState,
    document: TrfDocument,
    codes: tuple[str, ...],
    theirs: dict[int, list[str | int | None]],
    family: Family,
) -> tuple[int, list[str]]:
    """The methods that the handbook shares with FIDE, computed by its edition."""
    if family is not Family.SWISS:
        return 0, []
    pairs = dict(SHARED)
    whole = not any(round_.byes for round_ in state.rounds) and all(
        game.result.played for round_ in state.rounds for game in round_.games
    )
    if whole:
        pairs |= SHARED_IF_PLAYED
    pairs = {code: of_fide for code, of_fide in pairs.items() if of_fide in codes}
    found = standings(state, tuple(pairs), edition="handbook", family=family)
    numbers = {tpn: number for number, tpn in document.tpns.items()}
    wrong = []
    for place, (code, of_fide) in enumerate(zip(found.codes, pairs.values(), strict=True)):
        column = codes.index(of_fide) + 1
        for row in found.rows:
            value = _shown(code, row.values[place], "handbook")
            stated = theirs[numbers[row.tpn]][column]
            if not _same(stated, value):
                number = numbers[row.tpn]
                wrong.append(f"handbook {code} of {number}: theirs {stated}, ours {value}")
    return len(pairs) * len(found.rows), wrong


def _leaves_traces(code: str) -> bool:
    """The calculator computes what follows it in a list otherwise than alone."""
    return code.startswith("FB") or "/F" in code


def _departure_of(code: str) -> str:
    """The key of the departure that may explain a difference of this code."""
    name = code.partition("/")[0]
    if code in DEPARTURES:
        return code
    if name == "SB" and "/C" not in code:
        return ""
    return name if name in DEPARTURES else ""


@lru_cache(maxsize=1 << 16)
def _shown(code: Code, value: Value, edition: str) -> str:
    return format_value(code, value, edition)


@lru_cache(maxsize=1 << 16)
def _same(theirs: str | int | None, ours: str) -> bool:
    """As numbers: how many decimals are shown is each program's own affair."""
    if theirs is None or ours == "-":
        return theirs is None and ours == "-"
    return Fraction(theirs) == Fraction(ours)
