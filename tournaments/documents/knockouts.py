"""The bracket of a knock-out on paper, its ranking and prizes, and the play-offs."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from pairing.handbook import knockout as core
from pairing.handbook.knockout import Bracket
from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest, player
from tournaments.queries.knockout.bracket import (
    CourseView,
    Side,
    StageView,
    TieView,
    feeders,
    public_courses,
)
from tournaments.wording.papers import KNOCKOUT

BRACKET = _("Knock-out")
PLAYOFF = _("Play-off for place %(place)s")
STAGE = _("Stage %(number)s")
WINNER_OF = _("winner of %(tie)s")
LOSER_OF = _("loser of %(tie)s")
THIRD_PLACE = _("Match for third place")
LEFT = _("no. %(place)s of those left")
#: a drawn bracket with more lines than this would not fit a page: it is set as lists
MOST_LINES = 16


def knockouts(request: PaperRequest) -> Sheet:
    """The knock-outs that are announced; a paper says nothing of other plans."""
    sections = announced_sections(request)
    if not sections:
        nothing = {"lines": [request.translator(_("Nothing is announced yet."))]}
        sections = [Section(request.title(KNOCKOUT), (Fragment("documents/lines.html", nothing),))]
    courses = public_courses(request.tournament, public=request.public)
    return Sheet(tuple(sections), final=all(course.finished for course in courses))


def announced_sections(request: PaperRequest) -> list[Section]:
    """Also part of the final bulletin."""
    with override(request.translator.main):
        courses = public_courses(request.tournament, public=request.public)
        return [section for course in courses for section in _sections(request, course)]


def _sections(request: PaperRequest, course: CourseView) -> Iterator[Section]:
    say = request.translator
    if course.stages:
        yield Section(say.html(BRACKET), _bracket(request, course), "wide")
    else:
        title = say.html(PLAYOFF, place=course.knockout.place)
        yield Section(title, tuple(_games(request, course)))
    blocks: list[Block] = []
    if course.places:
        blocks.append(_places(request, course))
    if course.prizes:
        blocks.append(_prizes(request, course))
    lines = [f"{line.text} ({line.article})" for line in (*course.facts, *course.reasons)]
    blocks.append(Fragment("documents/lines.html", {"lines": lines}, dict(_keyed(lines))))
    # A bracket keeps its sheet for itself; after the games of a play-off there is room.
    yield Section(say.html(_("Ranking and plan")), tuple(blocks), "" if course.stages else "flow")


def _keyed(lines: list[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, start=1):
        yield f"line{number}", line


def prize_tables(request: PaperRequest) -> tuple[list[Table], bool]:
    """The prizes of knock-outs as they are shared; and whether these are over."""
    with override(request.translator.main):
        courses = public_courses(request.tournament, public=request.public)
        with_prizes = [course for course in courses if course.prizes]
        tables = [_prizes(request, course) for course in with_prizes]
    return tables, all(course.finished for course in with_prizes)


def games_section(request: PaperRequest) -> list[Section]:
    """Every game of a knock-out, stage by stage; what a round is in other bulletins."""
    with override(request.translator.main):
        courses = public_courses(request.tournament, public=request.public)
        tables = [
            _games_of_stage(request, stage)
            for course in courses
            for stage in course.stages
            if any(game.result for tie in stage.ties for game in tie.games)
        ]
    return [Section(request.translator.html(_("Results")), tuple(tables))] if tables else []


def _games_of_stage(request: PaperRequest, stage: StageView) -> Table:
    say = request.translator
    columns = [(say.html(_("Match")), "w11"), ("", "w34"), (say.html(_("White")), "")]
    columns += [(say.html(_("Result")), "w20 c b"), (say.html(_("Black")), "")]
    rows = []
    for tie in sorted(stage.ties, key=lambda tie: int(tie.name.partition(".")[2])):
        played = [game for game in tie.games if game.result]
        for number, game in enumerate(played, start=1):
            people = player(game.white), request.result(game.result), player(game.black)
            cells = (match_name(tie) if number == 1 else "", game.name, *people)
            rows.append(Row(f"g{tie.name}.{number}", cells))
    return table(columns, rows, name_of_stage(request, stage))


# --- The bracket ---------------------------------------------------------------------------------


def _bracket(request: PaperRequest, course: CourseView) -> tuple[Block, ...]:
    plan = course.course.plan
    assert isinstance(plan, core.Plan)
    drawn = plan.bracket is Bracket.FIXED and _drawn(request, course, plan)
    return (drawn,) if drawn else tuple(_list(request, stage) for stage in course.stages)


def _drawn(request: PaperRequest, course: CourseView, plan: core.Plan) -> Fragment | None:
    """A table with a column for each stage; a match stands beside those it comes from."""
    ties = {tie.name: tie for stage in course.stages for tie in stage.ties}
    come = {
        (stage.number + 1, tie): before
        for stage in core.programme(plan)
        for tie, before in feeders(stage).items()
    }
    last = len(course.stages)
    lines: list[list[dict[str, object]]] = []

    def place(stage: int, tie: int | None) -> int:
        """Put a match and all that leads to it below what is there; how many lines that took."""
        start = len(lines)
        before = come.get((stage, tie), []) if tie is not None else []
        height = sum(place(stage - 1, other) for other in before) if before else 0
        if not height:
            if stage > 1:
                height = place(stage - 1, None)
            else:
                lines.append([])
                height = 1
        found = ties[f"{stage}.{tie}"] if tie is not None else None
        sides = [_side(request, side) for side in found.sides] if found else []
        name = _full_name(request, found) if found else ""
        lines[start].append({"name": name, "sides": sides, "height": height})
        return height

    for tie in course.stages[-1].ties:
        place(last, int(tie.name.partition(".")[2]))
    if len(lines) > MOST_LINES:
        return None
    context = {"heads": [name_of_stage(request, stage) for stage in course.stages], "lines": lines}
    keyed = {name: _text(request, tie) for name, tie in ties.items()}
    return Fragment("documents/bracket.html", context, keyed)


def match_name(tie: TieView) -> str:
    """Its number; with the places, where nobody goes on from it: "3.2 (3–4)"."""
    return f"{tie.name} (3–4)" if tie.third_place else tie.name


def _full_name(request: PaperRequest, tie: TieView) -> str:
    return f"{tie.name} {request.translator(THIRD_PLACE)}" if tie.third_place else tie.name


def _side(request: PaperRequest, side: Side) -> dict[str, object]:
    return {
        "name": called(request, side),
        "seed": side.number or "",
        "score": side.score,
        "through": side.through,
    }


def called(request: PaperRequest, side: Side) -> str:
    if side.entry is not None:
        return player(side.entry)
    if side.words.startswith("#"):
        return request.translator(LEFT, place=side.words[1:])
    return request.translator(LOSER_OF if side.beaten else WINNER_OF, tie=side.words)


def _text(request: PaperRequest, tie: TieView) -> str:
    return " – ".join(f"{called(request, side)} {side.score}".strip() for side in tie.sides)


def name_of_stage(request: PaperRequest, stage: StageView) -> str:
    if stage.preliminary:
        name = request.translator(_("Preliminary round"))
    else:
        name = request.translator(STAGE, number=stage.number)
    return f"{name} · {request.time(stage.starts_at)}" if stage.starts_at else name


def _list(request: PaperRequest, stage: StageView) -> Table:
    say = request.translator
    columns = [(say.html(_("Match")), "w16"), (say.html(_("Player")), ""), ("", "w11 n b")]
    columns += [("", "w7 c"), ("", "w11 b"), (say.html(_("Player")), "")]
    rows = []
    for tie in stage.ties:
        one, two = tie.sides
        scores = (one.score, "–", two.score)
        cells = (match_name(tie), called(request, one), *scores, called(request, two))
        rows.append(Row(tie.name, cells))
    return table(columns, rows, name_of_stage(request, stage))


# --- Games, places, prizes -----------------------------------------------------------------------


def _games(request: PaperRequest, course: CourseView) -> Iterator[Table]:
    say = request.translator
    columns = [("", "w26"), (say.html(_("White")), ""), (say.html(_("Result")), "w20 c b")]
    columns += [(say.html(_("Black")), "")]
    for number, tie in enumerate(course.ties, start=1):
        rows = [
            Row(
                f"g{number}.{place}",
                (
                    game.name,
                    player(game.white),
                    request.result(game.result) or "–",
                    player(game.black),
                ),
            )
            for place, game in enumerate(tie.games, start=1)
        ]
        yield table(columns, rows, tie.name)


def _places(request: PaperRequest, course: CourseView) -> Table:
    say = request.translator
    columns = [(say.html(_("Place")), "w16 n b"), (say.html(_("Name")), "")]
    told = any(place.reason for place in course.places)  # a play-off tells below, for all of them
    columns += [(say.html(_("Why")), "w55")] if told else []
    rows = []
    for place in course.places:
        number = f"{place.first}–{place.last}" if place.last > place.first else str(place.first)
        why = place.reason.text if place.reason else ""
        for entry in place.entries:
            cells = (number, player(entry), why) if told else (number, player(entry))
            rows.append(Row(f"p{entry.pk}", cells))
    return table(columns, rows)


def _prizes(request: PaperRequest, course: CourseView) -> Table:
    say, currency = request.translator, course.knockout.currency
    columns = [(say.html(_("Players")), ""), (say.html(_("Each")), "w34 n b")]
    columns += [(say.html(_("Why")), "w55")]
    rows = []
    for number, prize in enumerate(course.prizes, start=1):
        people = "; ".join(player(entry) for entry in prize.entries)
        rows.append(
            Row(f"m{number}", (people, f"{say.number(prize.each)} {currency}", prize.reason.text))
        )
    return table(columns, rows, say.html(_("Prizes")))
