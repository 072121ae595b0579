"""The preview of a report file as plain data: for the page, for programs, for the question.

A worker reads and judges; readers see what the worker wrote down, in their own language.
"""

from typing import Any

from django.conf import settings
from django.utils.translation import get_language, override

from tournaments.kernel.errors import Reason
from tournaments.services.reports.event_reading import ForeignEvent, RoundSeen

#: differing rounds and broken rules that the question lists
MOST_ROUNDS = 9
MOST_RULES = 12
#: wrong places that are shown
MOST_PLACES = 20


def in_every_language(seen: ForeignEvent) -> dict[str, Any]:
    found = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found[language] = _as_data(seen)
    return found


def in_ones_language(summary: dict[str, Any]) -> dict[str, Any]:
    language = get_language() or settings.LANGUAGE_CODE
    found: dict[str, Any] = summary.get(language) or next(iter(summary.values()))
    return found


def reasons_to_ask(preview: dict[str, Any]) -> list[Reason]:
    """Nothing of this is in the rules, so the chief arbiter says yes to it."""
    return [Reason(one["code"], one["values"]) for one in preview["reasons"]]


def _as_data(seen: ForeignEvent) -> dict[str, Any]:
    values, report = seen.values, seen.report
    return {
        "edition": seen.source.version,
        "name": values["name"],
        "system": values["system"],
        "system_name": str(seen.system_name),
        "options": dict(values["options"]),
        "accelerated": bool(values.get("acceleration")),
        "total_rounds": values["total_rounds"],
        "teams": len(seen.teams.event.teams) if seen.teams else 0,
        "boards": seen.teams.event.boards if seen.teams else 0,
        "players": len(seen.document.players),
        "byes": seen.byes,
        "points": {name: values[f"{name}_points"] for name in ("win", "draw", "loss", "bye")},
        "tie_breaks": seen.teams.rules["tie_breaks"] if seen.teams else values["tie_breaks"],
        "fide_mode": seen.fide_mode,
        "rounds": [_round(one) for one in seen.rounds],
        "differing": len(seen.differing),
        "clean": report.clean,
        "places": [
            {"player": one.player, "found": one.found, "first": one.first, "last": one.last}
            for one in report.ranks[:MOST_PLACES]
        ],
        "wrong_places": len(report.ranks),
        "places_judged": report.ranks_judged,
        "places_problem": bool(report.ranks_problem),
        "wrong_points": len(report.points),
        "notes": [str(note) for note in seen.notes],
        "adjustments": seen.adjustments,
        "reasons": [{"code": one.code, "values": _plain(one.values)} for one in _reasons(seen)],
    }


def _round(one: RoundSeen) -> dict[str, Any]:
    return {
        "number": one.number,
        "boards": one.boards,
        "open_games": one.open_games,
        "agrees": one.agrees,
        "explained": one.explained,
        "used": one.used,
        "correct": one.correct,
        "broken": list(one.broken),
    }


def _reasons(seen: ForeignEvent) -> list[Reason]:
    reasons = []
    if seen.left_fide_mode:
        reasons.append(Reason("import.left_fide_mode", {"round": seen.left_fide_mode}))
    elif not seen.fide_mode:
        reasons.append(Reason("import.outside_fide_mode", {"system": seen.system_name}))
    if seen.most_half_byes > 1:
        reasons.append(Reason("import.half_byes", {"most": seen.most_half_byes}))
    if seen.full_byes:
        names = "; ".join(seen.full_byes[:MOST_RULES])
        reasons.append(Reason("bye.full_point_out_of_use", {"name": names}))
    for one in seen.differing[:MOST_ROUNDS]:
        given = {"round": one.number, "correct": one.correct or "–", "used": one.used or "–"}
        reasons.append(Reason("import.round_differs", given))
    if more := len(seen.differing[MOST_ROUNDS:]):
        reasons.append(Reason("import.more_rounds", {"count": more}))
    broken = [text for one in seen.differing for text in one.broken]
    reasons += [Reason("import.breaks", {"text": text}) for text in broken[:MOST_RULES]]
    if seen.differing:
        first = seen.differing[0]
        line = f"### Import @ Round {first.number}: {first.correct or '-'} => {first.used or '-'}"
        reasons.append(Reason("hand.line", {"line": line}))
    if told := len(seen.notes) + len(seen.adjustments):
        reasons.append(Reason("import.told", {"count": told}))
    return reasons


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: one if isinstance(one, int) else str(one) for name, one in values.items()}
