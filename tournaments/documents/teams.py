"""Papers of an event of teams: sheets of matches and line-ups, standings, cross table."""

from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext_lazy, override
from django.utils.translation import gettext_lazy as _

from tournaments.documents.boards import marks_key
from tournaments.documents.knockouts import knockouts
from tournaments.documents.layout import Block, Fragment, Row, Section, Sheet, Table, table
from tournaments.documents.request import PaperRequest, player, rating
from tournaments.documents.tables import LARGE_TIE_BREAKS, NUMBERED_HEADS, OPEN, legend
from tournaments.models import Round, Team
from tournaments.queries.teams.crosstable import TeamCell, team_cross_table
from tournaments.queries.teams.listing import listed_teams
from tournaments.queries.teams.matches import MatchView, matches_of_round
from tournaments.queries.teams.meetings import Game, Score, TeamSheet, team_sheets
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.standings import (
    BoardScore,
    TeamTable,
    board_scores,
    resting_in,
    team_table,
)
from tournaments.wording.papers import (
    ANNOUNCED_MATCHES,
    BEST_BY_BOARD,
    LINE_UPS,
    MATCH_SHEETS,
    MATCHES,
    MEETING_SHEETS,
    TEAM_CROSS_TABLE,
    TEAM_STANDINGS,
    TEAMS,
)

COUNT = ngettext_lazy("%(count)s team", "%(count)s teams", "count")
OPEN_MATCHES = ngettext_lazy(
    "not final: %(count)s match is open", "not final: %(count)s matches are open", "count"
)


# --- Before the first round -----------------------------------------------------------------------


def team_list(request: PaperRequest) -> Sheet:
    """Every team with its captain and its players in the order of its list."""
    ordered = listed_teams(request.tournament, request.translator.main)
    blocks = tuple(_members(request, team) for team in ordered)
    note = request.translator(COUNT, count=len(blocks))
    return Sheet((Section(request.title(TEAMS), blocks, "", request.when(), note),))


def _members(request: PaperRequest, team: Team) -> Table:
    say = request.translator
    columns = [("", "w11 n"), (say.html(_("Name")), ""), (say.html(_("Rating")), "w20 n")]
    columns += [(say.html(_("Fed.")), "w13"), (say.html(_("FIDE ID")), "w26")]
    members = list(team.members.all())
    request.shorten_names(member.entry for member in members)
    rows = [
        Row(
            f"p{member.entry.pk}",
            (
                str(place),
                player(member.entry),
                rating(member.entry),
                member.entry.federation,
                member.entry.fide_id,
            ),
        )
        for place, member in enumerate(members, start=1)
    ]
    title = " ".join(filter(None, [f"{team.number}." if team.number else "", team.name]))
    if team.captain:
        title += f" · {say(_('Captain'))}: {team.captain}"
    return table(columns, rows or [Row(f"t{team.pk}", ("", "–", "", "", ""))], title)


# --- A round --------------------------------------------------------------------------------------


def match_sheets(request: PaperRequest) -> Sheet:
    """A page a match, for the captains and the arbiter to sign."""
    assert request.round is not None
    views = matches_of_round(request.round, public=request.public, draft=True)
    sections = [
        Section(
            request.title(_teams(view), request.round.number),
            (_boards(request, view), _signatures(request, view)),
            "match",
            request.when(),
        )
        for view in views
    ]
    empty = Section(request.title(MATCH_SHEETS, request.round.number), ())
    return Sheet(tuple(sections) or (empty,), final=all(view.complete for view in views))


def announced_matches(request: PaperRequest) -> Sheet:
    """The matches of a round of a Swiss before anybody knows its boards, for the wall."""
    assert request.round is not None
    round_, say = request.round, request.translator
    rows_of = round_.matches.select_related("first", "second").order_by("number")
    found = team_table(request.tournament, round_.number - 1) if round_.number > 1 else None
    scores = {row.entry.pk: say.points(row.score) for row in found.rows} if found else {}
    columns: list[tuple[str, str]] = [
        (say.html(_("Match")), "w13 n b"),
        (say.html(_("No.")), "w9 n"),
    ]
    columns += [(say.html(_("Team")), ""), (say.html(_("Points")), "w13 n"), ("", "w9 c")]
    columns += [(say.html(_("Points")), "w13 n"), (say.html(_("Team")), "")]
    columns += [(say.html(_("No.")), "w9 n"), (say.html(_("Boards")), "w20 n")]
    boards = rules_of(request.tournament).boards
    rows = [
        Row(
            f"m{match.pk}",
            (
                str(match.number),
                str(match.first.number or ""),
                match.first.name,
                scores.get(match.first_id, say.points(0)),
                "–",
                scores.get(match.second_id, say.points(0)),
                match.second.name,
                str(match.second.number or ""),
                f"{(match.number - 1) * boards + 1}–{match.number * boards}",
            ),
        )
        for match in rows_of
    ]
    blocks: list[Block] = [table(columns, rows, css="boards")]
    if rows and (resting := _resting(request, round_)):
        blocks.append(Fragment("documents/text.html", {"text": resting}, {"resting": resting}))
    note = say(_("The team named first has White on the odd boards."))
    title = request.title(ANNOUNCED_MATCHES, round_.number)
    return Sheet((Section(title, tuple(blocks), request.print, request.when(round_), note),))


def match_list(request: PaperRequest) -> Sheet:
    """Every match of a round with its boards, for the wall."""
    assert request.round is not None
    section, complete = matches_section(request, request.round, request.print)
    return Sheet((section,), final=complete)


def matches_section(request: PaperRequest, round_: Round, css: str = "") -> tuple[Section, bool]:
    """And whether every match is over."""
    views = matches_of_round(round_, public=request.public, draft=True)
    blocks: list[Block] = [
        _boards(request, view, _heading(request, view), "boards") for view in views
    ]
    if views and (resting := _resting(request, round_)):
        blocks.append(Fragment("documents/text.html", {"text": resting}, {"resting": resting}))
    codes = [row.code for view in views for row in view.boards]
    blocks += marks_key(request, [*codes, *(one.match.forfeit for one in views if not one.boards)])
    title = request.title(MATCHES, round_.number)
    section = Section(title, tuple(blocks), css, request.when(round_))
    return section, all(view.complete for view in views)


def _resting(request: PaperRequest, round_: Round) -> str:
    """The teams without a match, in every language of the paper."""
    said = []
    for language in request.translator.languages:
        with override(language):
            teams = [
                f"{one.team.name} ({one.bye})" if one.bye else one.team.name
                for one in resting_in(round_)
            ]
            said += [f"{gettext('Without a match')}: {', '.join(teams)}"] if teams else []
    return " / ".join(dict.fromkeys(said))


def _teams(view: MatchView) -> str:
    return f"{view.match.first.name} – {view.match.second.name}"


def _score(request: PaperRequest, view: MatchView) -> str:
    say = request.translator
    return f"{say.points(view.first_points)}–{say.points(view.second_points)}"


def _heading(request: PaperRequest, view: MatchView) -> str:
    if not view.complete:
        return _teams(view)
    return f"{_teams(view)}   {_score(request, view)}"


def _boards(request: PaperRequest, view: MatchView, title: str = "", css: str = "") -> Table:
    say = request.translator
    # In large print the names need the room of the ratings.
    elo = [] if request.large else [(say.html(_("Rating")), "w13 n")]
    columns = [(say.html(_("Board")), "w13 n b"), (view.match.first.name, ""), ("", "w9 c"), *elo]
    long = request.remarks(row.code for row in view.boards)
    columns += [(say.html(_("Result")), "w34 c b" if long else "w20 c b")]
    columns += [*elo, ("", "w9 c"), (view.match.second.name, "")]
    rows = []
    for row in view.boards:
        own, other = ([rating(entry) if entry else ""] for entry in (row.first, row.second))
        cells = [str(row.pairing.board or row.seat), player(row.first) if row.first else "–"]
        cells += [say.colour("w" if row.first_white else "b"), *([] if request.large else own)]
        cells += [request.result(row.code), *([] if request.large else other)]
        cells += [say.colour("b" if row.first_white else "w")]
        cells += [player(row.second) if row.second else "–"]
        rows.append(Row(f"b{row.pairing.pk}", tuple(cells)))
    if not rows and view.match.forfeit:  # nobody sits down, and yet it is a match
        blank = [] if request.large else [""]
        cells = ["–", "", "", *blank, request.result(view.match.forfeit), *blank, "", ""]
        rows.append(Row(f"m{view.match.pk}", tuple(cells)))
    return table(columns, rows, title, css)


def _signatures(request: PaperRequest, view: MatchView) -> Fragment:
    score = _score(request, view) if view.complete else ""
    context = {"first": view.match.first, "second": view.match.second, "score": score}
    return Fragment("documents/match_sheet.html", context, {f"m{view.match.pk}": score})


def line_up_sheets(request: PaperRequest) -> Sheet:
    """A page a team, to be filled in by the captain: its list, and a line for every board."""
    assert request.round is not None
    rules = rules_of(request.tournament)
    matches = request.round.matches.select_related("first", "second")
    playing: dict[int, tuple[Team, list[str]]] = {}
    for match in matches:
        for own, other in ((match.first, match.second), (match.second, match.first)):
            playing.setdefault(own.pk, (own, []))[1].append(other.name)
    teams = request.tournament.teams.prefetch_related("members__entry").order_by("number")
    members = {team.pk: [member.entry for member in team.members.all()] for team in teams}
    if not playing:  # nobody knows yet who meets whom: the opponent is written in by hand
        left = [team for team in teams if not team.gone_before(request.round.number)]
        playing = {team.pk: (team, []) for team in left}
    sections = []
    for team, others in playing.values():
        context = {
            "team": team,
            "opponents": others,
            "players": list(enumerate(members[team.pk], start=1)),
            "boards": range(1, rules.boards + 1),
            "order": rules.get_order_display(),
        }
        rows = {f"t{team.pk}": " · ".join([team.name, *([", ".join(others)] if others else [])])}
        fragment = Fragment("documents/line_up.html", context, rows)
        title = request.title(team.name, request.round.number)
        sections.append(Section(title, (fragment,), "large", request.when()))
    empty = Section(request.title(LINE_UPS, request.round.number), ())
    return Sheet(tuple(sections) or (empty,))


# --- Meetings that last several rounds ------------------------------------------------------------


def meeting_sheets(request: PaperRequest) -> Sheet:
    """A page a team: its players, the running score after each of them, Black in bold
    (handbook, Scheveningen 3)."""
    assert request.round is not None
    sheets = team_sheets(request.round, public=request.public)
    number = request.round.number
    sections = tuple(_meeting(request, sheet, number) for sheet in sheets)
    empty = Section(request.title(MEETING_SHEETS, number), ())
    return Sheet(sections or (empty,), final=all(sheet.complete for sheet in sheets))


def _meeting(request: PaperRequest, sheet: TeamSheet, number: int) -> Section:
    say = request.translator
    columns: list[tuple[str, str]] = [(say.html(_("No.")), "w11 n"), (say.html(_("Name")), "")]
    columns += [(say.html(_("Title")), "w13"), (say.html(_("Rating")), "w16 n")]
    games = range(1, len(sheet.rounds) + 1)
    columns += [(str(game), "w16 c") for game in games]
    columns += [(say.html(_("Points")), "w16 n b")]
    rows = [
        Row(
            f"p{line.entry.pk}",
            (
                str(line.place or ""),
                line.entry.name,
                line.entry.title,
                rating(line.entry),
                *(_game(request, game) for game in line.games),
                say.points(line.points),
            ),
        )
        for line in sheet.lines
    ]
    for key, words, scores in (
        ("total", _("Total of the round"), sheet.totals),
        ("sum", _("Total of the meeting"), sheet.sums),
    ):
        cells = (score_of(request, score) if score else "" for score in scores)
        rows.append(Row(f"{key}{sheet.team.pk}", ("", say(words), "", "", *cells, ""), "strong"))
    title = request.title(f"{sheet.team.name} – {sheet.other.name}", number)
    first, last = sheet.rounds[0], sheet.rounds[-1]
    notes = [say(_("Running score of the match. In bold: Black."))]
    if sheet.rounds != tuple(games):
        values = {"first": games[0], "last": games[-1], "rounds": f"{first}–{last}"}
        notes.insert(0, say(_("Games %(first)s to %(last)s are rounds %(rounds)s."), **values))
    css = "wide" if len(sheet.rounds) > 5 else ""
    blocks = (table(columns, rows, css="boards"),)
    return Section(title, blocks, css, request.when(), " · ".join(notes))


def _game(request: PaperRequest, game: Game | None) -> str:
    if game is None:
        return ""
    text = "?" if game.open else f"{score_of(request, game.running)} {game.sign}".strip()
    return format_html("<b>{}</b>", text) if game.black else text


def score_of(request: PaperRequest, score: Score) -> str:
    return f"{request.translator.points(score.own)}:{request.translator.points(score.other)}"


# --- Standings ------------------------------------------------------------------------------------


def standings(request: PaperRequest) -> Sheet:
    if request.tournament.format.eliminates:  # its matches decide, not points
        return knockouts(request)
    found = team_table(request.tournament, request.round.number if request.round else None)
    return Sheet((standings_section(request, found),), final=found.final)


def standings_section(request: PaperRequest, found: TeamTable) -> Section:
    say, notes = request.translator, []
    if found.open_matches:
        notes.append(say(OPEN_MATCHES, count=found.open_matches))
    elif not found.final:
        notes.append(say(_("not final")))
    title = request.title(TEAM_STANDINGS, found.after)
    blocks = (_standings(request, found), legend(request, list(found.codes), lambda: found.columns))
    return Section(title, blocks, request.print, note=" · ".join(notes))


def _standings(request: PaperRequest, found: TeamTable) -> Table:
    say = request.translator
    match, board = _("Match points"), _("Board points")
    first, other = (match, board) if found.rules.primary == "MP" else (board, match)
    columns: list[tuple[str, str]] = [(say.html(_("Rank")), "w11 n b"), (say.html(_("Team")), "")]
    # In large print the name of the team needs the room of the rest.
    games = [] if request.large else [_("W"), _("D"), _("L")]
    shown = found.codes[:LARGE_TIE_BREAKS] if request.large else found.codes
    columns += [(say.html(word), "w9 n") for word in games]
    columns += [(say.html(first), "w16 n b")]
    columns += [(say.html(other), "w16 n")] if found.shows_other else []
    columns += [(code, "w13 n") for code in shown]
    rows = []
    for row in found.rows:
        second = row.board_points if found.rules.primary == "MP" else row.match_points
        cells = [f"{row.rank}{'=' if row.shared else ''}", row.entry.name]
        cells += [] if request.large else [str(row.won), str(row.drawn), str(row.lost)]
        cells += [say.points(row.score)]
        cells += [say.points(second)] if found.shows_other else []
        values = map(say.number, row.values[: len(shown)])
        rows.append(Row(f"t{row.entry.pk}", (*cells, *values)))
    for team, why in found.unranked:
        text = f"{team.name} ({say(_('not ranked'))}: {why.completed}/{why.matches})"
        rows.append(Row(f"t{team.pk}", ("–", text, *[""] * (len(columns) - 2))))
    return table(columns, rows, css="boards")


def crosstable(request: PaperRequest) -> Sheet:
    section, final = crosstable_section(request, request.round.number if request.round else None)
    return Sheet((section,), final=final)


def crosstable_section(request: PaperRequest, after: int | None) -> tuple[Section, bool]:
    """And whether it is final."""
    found = team_cross_table(request.tournament, after)
    say = request.translator
    columns: list[tuple[str, str]] = [(say.html(_("Rank")), "w11 n b")]
    columns += [(say.html(_("No.")), "w9 n"), (say.html(_("Team")), "" if found.grid else "w44")]
    columns += [(str(head), "w11 c" if found.grid else "c") for head in found.heads]
    columns += [(say.html(_("Match points")), "w16 n"), (say.html(_("Board points")), "w16 n")]
    rows = []
    for own, line in enumerate(found.rows):
        write = _against if found.grid else _in_round
        cells = [" · ".join(write(request, cell) for cell in cells) for cells in line.cells]
        if found.grid:
            cells[own] = "×"
        totals = (say.points(line.row.match_points), say.points(line.row.board_points))
        team = line.row.entry
        rank = f"{line.row.rank}{'=' if line.row.shared else ''}"
        rows.append(Row(f"t{team.pk}", (rank, str(team.number), team.name, *cells, *totals)))
    blocks: list[Block] = [table(columns, rows, css="boards" if found.grid else "tight")]
    key: dict[str, Any] = {"text": NUMBERED_HEADS}
    if not found.grid:
        white, black = (say.colour(letter) for letter in "wb")
        text = _(
            "12%(white)s2½: 2½ board points against team 12, named first, with White on board 1; "
            "%(black)s: named second; – 2: two points without a match."
        )
        key = {"text": text, "white": white, "black": black}
    blocks.append(Fragment("documents/key.html", key))
    signs = (f"{cell.sign}" for line in found.rows for cells in line.cells for cell in cells)
    blocks += marks_key(request, signs)
    title = request.title(TEAM_CROSS_TABLE, found.table.after)
    css = "wide" if len(found.heads) > (6 if found.grid else 7) else ""
    return Section(title, tuple(blocks), css), found.table.final


def _against(request: PaperRequest, cell: TeamCell) -> str:
    return request.translator.points(cell.points) + cell.sign


def _in_round(request: PaperRequest, cell: TeamCell) -> str:
    points = request.translator.points(cell.points)
    if cell.opponent is None:
        return f"– {points}"
    colour = request.translator.colour("w" if cell.first else "b")
    return f"{cell.number}{colour}{OPEN if cell.open else points}{cell.sign}"


def best_by_board(request: PaperRequest) -> Sheet:
    return Sheet((best_section(request),), final=team_table(request.tournament).final)


def best_section(request: PaperRequest) -> Section:
    """By percentage; who played too few games stands below, without a place."""
    blocks = tuple(
        _best(request, board, scores)
        for board, scores in board_scores(request.tournament, public=request.public)
        if scores
    )
    return Section(request.title(BEST_BY_BOARD), blocks)


def _best(request: PaperRequest, board: int, scores: list[BoardScore]) -> Table:
    say = request.translator
    columns: list[tuple[str, str]] = [(say.html(_("Rank")), "w11 n b"), (say.html(_("Name")), "")]
    columns += [(say.html(_("Team")), "w55"), (say.html(_("Games")), "w16 n")]
    columns += [(say.html(_("Points")), "w16 n"), ("%", "w16 n b")]
    rows = [
        Row(
            f"p{one.entry.pk}",
            (
                f"{one.rank}{'=' if one.shared else ''}" if one.enough else "–",
                player(one.entry),
                one.team.name,
                str(one.games),
                request.translator.points(one.points),
                say.number(one.percent),
            ),
        )
        for one in scores
    ]
    return table(columns, rows, f"{say(_('Board'))} {board}", "boards")
