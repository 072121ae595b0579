"""Pairs, checks and ranks a posted report in a process of its own, within limits.

    python -S -E -m tournaments.api.calculator < work.json > answer.json

Plain Python without Django: it starts in a moment, and whatever a hostile file makes it do ends
with it. The answer speaks in codes and in the numbers of the file; words are added by the caller.
"""

import base64
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pairing.errors import FileError, InconsistentHistory, NoLegalPairing, PairingError
from pairing.formats import FORMATS, Family, find
from pairing.state import Fact, Trace
from pairing.systems import System, system
from pairing.tools.checker import (
    check,
    pairs_of_pairing,
    refuse_unknown_options,
    state_before,
)
from pairing.trf import TrfDocument, choice_of, read
from pairing.trf.history import as_counted
from pairing.trf.matches import as_matches
from tiebreaks.errors import MissingInput, UnknownTieBreak, UnsuitableTieBreak

CPU_SECONDS = 10
MEMORY = 1_500_000_000
#: players times rounds that are ranked well within the time
LARGEST_RANKED = 60_000
MOST_CODES = 20
MOST_EXPLAINED = 50

Work = dict[str, Any]


class Refusal(Exception):
    """A request that cannot be answered: a code with values."""

    def __init__(self, code: str, field: str = "", **values: Any) -> None:
        super().__init__(code)
        self.data = {"code": code, "field": field, "values": values}


def main() -> int:
    _limit()
    try:
        answer = {"answer": answer_to(json.load(sys.stdin))}
    except Refusal as refusal:
        answer = {"refused": refusal.data}
    json.dump(answer, sys.stdout)
    return 0


def _limit() -> None:
    try:
        import resource  # not on Windows, where the caller's clock remains
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def answer_to(work: Work) -> dict[str, Any]:
    jobs: dict[str, Callable[[TrfDocument, Work], dict[str, Any]]] = {
        "pair": _pair,
        "check": _check,
        "rank": _rank,
    }
    try:
        document = read(base64.b64decode(work["trf"]))
        if asked := FORMATS.get(work.get("system") or ""):
            document = as_matches(document, asked.games_a_round)
        found = jobs[work["work"]](document, work)
    except FileError as error:
        raise Refusal(
            "engine.file" if error.line else "engine.file_lacks",
            "trf",
            line=error.line,
            column=error.column,
            expected=error.expected.as_data(),
            found=error.found,
        ) from error
    except PairingError as error:
        raise _refusal_of(error) from error
    except (MemoryError, RecursionError) as error:
        raise Refusal("engine.too_heavy") from error
    found["adjustments"] = [
        {"code": one.code, "line": one.line, "values": dict(one.values)}
        for one in document.adjustments
    ]
    found["names"] = {str(player.number): player.name for player in document.players}
    return found


def _refusal_of(error: PairingError) -> Refusal:
    given = error.values
    if isinstance(error, UnknownTieBreak):
        return Refusal("engine.unknown_tie_break", "tie_breaks", tie_break=given["code"])
    if isinstance(error, UnsuitableTieBreak):
        return Refusal(
            "engine.unsuitable_tie_break",
            "tie_breaks",
            tie_break=given["code"],
            article=given["article"],
        )
    if isinstance(error, MissingInput):
        return Refusal(
            "engine.tie_break_needs", "tie_breaks", tie_break=given["code"], needed=given["needed"]
        )
    if isinstance(error, InconsistentHistory):
        return Refusal("engine.record", "trf", detail=error.as_data())
    return Refusal("engine.unsupported", detail=error.as_data())


# --- Pair -----------------------------------------------------------------------------------------


def _pair(document: TrfDocument, work: Work) -> dict[str, Any]:
    chosen, options = _chosen(document, work)
    number = work.get("round") or document.begun_rounds + 1
    _guard_size(chosen, document, number)
    state = state_before(document, number, options, work.get("rounds") or 0)
    try:
        paired = chosen.pair(state)
    except NoLegalPairing as error:
        raise Refusal(
            "engine.impossible",
            "trf",
            round=number,
            players=[document.number(tpn) for tpn in error.players],
            reasons=[_fact(fact, document) for fact in error.reasons],
            names={str(player.number): player.name for player in document.players},
        ) from error
    pairs = pairs_of_pairing(document, paired)
    return {
        "system": chosen.key,
        "round": paired.number,
        "boards": [
            {"board": board, "white": white, "black": black}
            for board, (white, black) in enumerate((pair for pair in pairs if pair[1]), 1)
        ],
        "bye": document.number(paired.bye) if paired.bye is not None else None,
        "absent": [
            {"player": document.number(bye.player), "kind": bye.kind.value} for bye in state.byes
        ],
        "trace": _trace(paired.trace, document) if paired.trace and work["explain"] else None,
    }


def _chosen(
    document: TrfDocument, work: Work
) -> tuple[System, tuple[tuple[str, str | int | bool], ...]]:
    """The system asked for, or that of the file, with the options of both."""
    choice = choice_of(document)
    key = work.get("system") or choice.system
    options = tuple((work.get("options") or {}).items())
    if key == choice.system:
        options = tuple((dict(choice.options) | dict(options)).items())
    chosen = system(key)
    refuse_unknown_options(chosen, options)
    return chosen, options


def _guard_size(chosen: System, document: TrfDocument, rounds: int) -> None:
    players = len(document.players)
    largest = chosen.format.checks_at_most
    if players * max(rounds, 1) > largest:
        raise Refusal(
            "engine.too_large", "trf", players=players, rounds=rounds, system=chosen.key,
            largest=largest,
        )  # fmt: skip


def _fact(fact: Fact, document: TrfDocument) -> dict[str, Any]:
    return {
        "code": fact.code,
        "article": fact.article,
        "players": [document.number(tpn) for tpn in fact.players],
        "values": dict(fact.values),
    }


def _trace(trace: Trace, document: TrfDocument) -> dict[str, Any]:
    def facts(found: tuple[Fact, ...]) -> list[dict[str, Any]]:
        return [_fact(fact, document) for fact in found]

    def numbers(tpns: tuple[int, ...]) -> list[int]:
        return [document.number(tpn) for tpn in tpns]

    return {
        "brackets": [
            {
                "score": bracket.score / 10,
                "residents": numbers(bracket.residents),
                "moved_down": numbers(bracket.moved_down),
                "floaters": numbers(bracket.floaters),
                "pairs": [numbers(pair) for pair in bracket.pairs],
                "criteria": facts(bracket.criteria),
                "facts": facts(bracket.facts),
            }
            for bracket in trace.brackets
        ],
        "boards": [
            {
                "white": document.number(pair.white),
                "black": document.number(pair.black),
                "bracket": pair.bracket,
                "colour": _fact(pair.colour, document),
                "facts": facts(pair.facts),
            }
            for pair in trace.pairs
        ],
        "bye": _fact(trace.bye, document) if trace.bye else None,
        "facts": facts(trace.facts),
    }


# --- Check ----------------------------------------------------------------------------------------


def _check(document: TrfDocument, work: Work) -> dict[str, Any]:
    chosen, options = _chosen(document, work)
    _guard_size(chosen, document, document.begun_rounds)
    report = check(document, work.get("system") or "", options)
    return {
        "system": report.system,
        "clean": report.clean,
        "agreed": report.agreed,
        "rounds": [
            {
                "round": one.number,
                "agrees": one.agrees,
                "found": [list(pair) for pair in one.found],
                "expected": [list(pair) for pair in one.expected],
                "problem": one.problem and one.problem.as_data(),
                "altered": one.altered,
            }
            for one in report.rounds
        ],
        "points": [
            {"player": one.player, "found": one.found / 10, "expected": one.expected / 10}
            for one in report.points
        ],
        "tie_breaks": list(report.tie_breaks),
        "ranks_judged": report.ranks_judged,
        "ranks_problem": report.ranks_problem and report.ranks_problem.as_data(),
        "ranks": [asdict(one) for one in report.ranks],
        "notes": [note.as_data() for note in report.notes],
    }


# --- Rank -----------------------------------------------------------------------------------------


def _rank(document: TrfDocument, work: Work) -> dict[str, Any]:
    # A process for each question: what pairs does not load how to rank.
    from tiebreaks import advice
    from tiebreaks.codes import split_list
    from tiebreaks.explain import explain_list_in
    from tiebreaks.registry import edition_at
    from tiebreaks.standings import build_field, format_value, standings

    family = Family(work.get("family") or find(choice_of(document).system).family)
    edition = work.get("edition") or edition_at(document.start_date)
    listed = split_list(work.get("tie_breaks") or "")
    listed = listed or list(document.standings or document.tie_breaks)
    listed = listed or list(advice.default_list(edition, family))
    explained = work.get("explain") or []
    rounds = document.begun_rounds
    if len(listed) > MOST_CODES or len(explained) > MOST_EXPLAINED:
        raise Refusal("engine.too_much", codes=MOST_CODES, explained=MOST_EXPLAINED)
    if len(document.players) * rounds > LARGEST_RANKED:
        raise Refusal(
            "engine.too_large", "trf", players=len(document.players), rounds=rounds,
            system="", largest=LARGEST_RANKED,
        )  # fmt: skip
    after = work.get("after")
    state = as_counted(document).state(after)
    seed = work.get("seed") or None
    found = standings(state, listed, edition=edition, family=family, seed=seed)
    names = {player.number: player.name for player in document.players}
    rows = [
        {
            "number": document.number(row.tpn),
            "name": names[document.number(row.tpn)],
            "rank": row.rank or None,
            "shared": row.shared,
            "points": row.score / 10,
            "tie_breaks": [
                format_value(code, value, found.edition)
                for code, value in zip(found.codes, row.values, strict=True)
            ],
        }
        for row in (*found.rows, *found.excluded)
    ]
    workings = []
    if explained:
        field = build_field(state, edition=edition, family=family, seed=seed)
        for number in explained:
            tpn = document.tpns.get(number)
            if tpn is None:
                raise Refusal("engine.unknown_number", "explain", number=number)
            values = [
                _working(working, document) for working in explain_list_in(field, found.codes, tpn)
            ]
            workings.append({"number": number, "values": values})
    return {
        "edition": found.edition,
        "after": found.after,
        "final": found.final,
        "codes": [str(code) for code in found.codes],
        "rows": rows,
        "workings": workings,
    }


def _working(working: Any, document: TrfDocument) -> dict[str, Any]:
    def facts(found: tuple[Fact, ...]) -> list[dict[str, Any]]:
        return [_fact(fact, document) for fact in found]

    return {
        "code": str(working.code),
        "value": working.text,
        "edition": working.edition,
        "article": working.article,
        "steps": [
            {
                "round": step.round,
                "opponent": document.number(step.opponent) if step.opponent else None,
                "kind": str(step.kind),
                "points": _exact(step.points),
                "score": _exact(step.score),
                "contribution": _exact(step.contribution),
                "cut": step.cut,
                "facts": facts(step.facts),
            }
            for step in working.steps
        ],
        "tables": [
            {
                "article": table.article,
                "complete": table.complete,
                "group": [document.number(tpn) for tpn in table.group],
                "rows": [
                    {
                        "number": document.number(row.tpn),
                        "cells": [_exact(cell) for cell in row.cells],
                        "score": _exact(row.score),
                        "place": row.place,
                    }
                    for row in table.rows
                ],
            }
            for table in working.tables
        ],
        "facts": facts(working.facts),
    }


def _exact(value: Any) -> str | None:
    """A whole number, a decimal one where that is exact, else a fraction: "3", "2.5", "37/3"."""
    if value is None or value == "":
        return None
    exact = Fraction(value)
    hundredths = exact * 100
    if hundredths.denominator != 1:
        return str(exact)
    sign = "-" if exact < 0 else ""
    whole, rest = divmod(abs(int(hundredths)), 100)
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
