"""The knock-out sheet of the handbook (knock-out 4): a block for each stage, two lines for each
match, a column of colours and one of results for each game, the final result at the end."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from pairing.handbook import knockout as core
from pairing.handbook import playoff as recipes
from pairing.results import RESULTS
from pairing.state import PointSystem
from tournaments.documents.knockouts import PLAYOFF, called, match_name, name_of_stage
from tournaments.documents.layout import Fragment, Section, Sheet
from tournaments.documents.request import PaperRequest
from tournaments.queries.knockout.bracket import (
    CourseView,
    GameView,
    Side,
    StageView,
    TieView,
    public_courses,
)
from tournaments.queries.knockout.bracket_words import Contender, words_of_clock
from tournaments.queries.rounds.sheets import MARKS
from tournaments.wording.numbers import points_text
from tournaments.wording.papers import KNOCKOUT_SHEET

#: up to so many games stand in two columns each, colour and result; more in one each
APART = 8
#: place of a game in its match: phase and number
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Game:
    white: Contender
    black: Contender
    marks: tuple[str, str] = ("", "")  # White's and Black's; empty while the game is due


@dataclass(frozen=True, slots=True)
class _Match:
    name: str
    sides: tuple[Side, Side]
    games: dict[Place, _Game]


@dataclass(frozen=True, slots=True)
class _Phase:
    """The columns of one phase, under the time of its games."""

    clock: str
    places: tuple[Place, ...]


def sheets(request: PaperRequest) -> Sheet:
    """Every stage of the knock-outs and play-offs that are announced."""
    with override(request.translator.main):
        courses = public_courses(request.tournament, public=request.public)
        sections = [_section(request, course) for course in courses]
    if not sections:
        nothing = {"lines": [request.translator(_("Nothing is announced yet."))]}
        block = Fragment("documents/lines.html", nothing)
        sections = [Section(request.title(KNOCKOUT_SHEET), (block,))]
    return Sheet(tuple(sections), final=all(course.finished for course in courses))


def _section(request: PaperRequest, course: CourseView) -> Section:
    say = request.translator
    if course.stages:
        title = say.html(KNOCKOUT_SHEET)
        blocks = tuple(_stage(request, course, stage) for stage in course.stages)
    else:
        title = say.html(PLAYOFF, place=course.knockout.place)
        blocks = tuple(_steps(request, course))
    return Section(title, blocks, "wide", request.when())


# --- A knock-out ---------------------------------------------------------------------------------


def _stage(request: PaperRequest, course: CourseView, stage: StageView) -> Fragment:
    plan = course.course.plan
    assert isinstance(plan, core.Plan)
    due = defaultdict(list)
    for game in course.due:
        due[game.key[0]].append(game)
    matches = [
        _Match(match_name(tie), tie.sides, dict(_games(tie, due[tie.name])))
        for tie in sorted(stage.ties, key=lambda tie: int(tie.name.rpartition(".")[2]))
    ]
    format_ = plan.format_of(stage.number)
    phases = [
        _phase(index, phase.games, words_of_clock(phase.clock))
        for index, phase in enumerate(format_.phases)
    ]
    phases.append(_golden(matches, format_.golden_phase, stage.golden))
    return _block(request, name_of_stage(request, stage), matches, phases)


def _phase(phase: int, games: int, clock: str) -> _Phase:
    return _Phase(clock, tuple((phase, number) for number in range(1, games + 1)))


def _golden(matches: Iterable[_Match], phase: int, clock: str) -> _Phase:
    """One golden point game, or as many as some match needed."""
    played = [place[1] for match in matches for place in match.games if place[0] == phase]
    return _phase(phase, max(played, default=1), clock)


def _games(tie: TieView, due: Iterable[GameView]) -> Iterator[tuple[Place, _Game]]:
    """Due and played ones; between teams the matches, with the points of their boards."""
    for game in due:
        yield _place(game), _awaited(game)
    for game in tie.games:
        yield _place(game), _played(game)
    for match in tie.matches:
        view, points = match.view, ("", "")
        if view.complete:
            points = _written(view.first_points), _written(view.second_points)
        yield match.place, _Game(view.match.first, view.match.second, points)


def _place(game: GameView) -> Place:
    _tie, phase, number, _board = game.key
    return phase, number


def _played(game: GameView) -> _Game:
    code = game.result
    return _Game(game.white, game.black, (MARKS[code[0]], MARKS[code[1]]))


def _awaited(game: GameView) -> _Game:
    return _Game(game.white, game.black)


def _written(tenths: int) -> str:
    return points_text(tenths)


# --- A play-off ----------------------------------------------------------------------------------


def _steps(request: PaperRequest, course: CourseView) -> Iterator[Fragment]:
    """Each step of the recipe with its matches; where everybody meets everybody a match is a
    pair."""
    plan = course.course.plan
    assert isinstance(plan, recipes.Plan)
    games: dict[str, list[GameView]] = {tie.name: list(tie.games) for tie in course.ties}
    for game in course.due:
        games.setdefault(game.tie_name, []).append(game)
    seeds = {seed.entry.pk: seed.number for seed in course.seeds}
    clocks = words_of_clock(plan.settings.clock), words_of_clock(plan.settings.golden)
    for name, listed in games.items():
        pairs: dict[frozenset[int], list[GameView]] = defaultdict(list)
        for game in listed:
            pairs[frozenset((game.white.pk, game.black.pk))].append(game)
        matches = [_pair(pair, seeds) for pair in pairs.values()]
        phases = []
        for phase, clock in enumerate(clocks):
            numbers = [place[1] for match in matches for place in match.games if place[0] == phase]
            if numbers:
                phases.append(_phase(phase, max(numbers), clock))
        yield _block(request, name, matches, phases)


def _pair(games: Sequence[GameView], seeds: dict[int, int]) -> _Match:
    """The games of two players in a step: those with the usual time, then golden points."""
    points = PointSystem()
    placed: dict[Place, _Game] = {}
    scores: dict[int, int] = defaultdict(int)
    for golden in (False, True):
        of_kind = [game for game in games if game.golden is golden]
        for number, game in enumerate(of_kind, start=1):
            placed[int(golden), number] = _played(game) if game.result else _awaited(game)
            if game.result:
                result = RESULTS[game.result]
                scores[game.white.pk] += points.for_outcome(result.white)
                scores[game.black.pk] += points.for_outcome(result.black)
    one, two = sorted((games[0].white, games[0].black), key=lambda entry: seeds[entry.pk])
    sides = [
        Side(entry, number=seeds[entry.pk], score=_written(scores[entry.pk]))
        for entry in (one, two)
    ]
    return _Match("", (sides[0], sides[1]), placed)


# --- The block -----------------------------------------------------------------------------------


def _block(
    request: PaperRequest, title: str, matches: Sequence[_Match], phases: Sequence[_Phase]
) -> Fragment:
    places = [place for phase in phases for place in phase.places]
    apart = len(places) <= APART
    heads = [
        {"clock": phase.clock, "span": len(phase.places) * (2 if apart else 1)} for phase in phases
    ]
    numbers = [str(number) for phase in phases for number, _place in enumerate(phase.places, 1)]
    lines = [_lines(request, match, places) for match in matches]
    context = {"title": title, "heads": heads, "numbers": numbers, "matches": lines, "apart": apart}
    rows = {
        f"{title}.{number}.{place}": _text(line)
        for number, match in enumerate(lines, start=1)
        for place, line in enumerate(match["sides"], start=1)
    }
    return Fragment("documents/knockout_sheet.html", context, rows)


def _text(line: dict[str, Any]) -> str:
    cells = (" ".join(cell).strip() for cell in line["cells"])
    return " · ".join(filter(None, [line["name"], *cells, line["score"]]))


def _lines(request: PaperRequest, match: _Match, places: Sequence[Place]) -> dict[str, Any]:
    return {
        "name": match.name,
        "sides": [
            {
                "seed": side.number or "",
                "name": called(request, side),
                "through": side.through,
                "cells": [_cell(request, side, match.games.get(place)) for place in places],
                "score": side.score,
            }
            for side in match.sides
        ],
    }


def _cell(request: PaperRequest, side: Side, game: _Game | None) -> tuple[str, str]:
    """Colour and result of a game, as this side has them."""
    if game is None or side.entry is None:
        return "", ""
    has_white = game.white.pk == side.entry.pk
    mark = game.marks[0 if has_white else 1]
    return request.translator.colour("w" if has_white else "b"), mark
