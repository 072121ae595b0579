"""Papers of an event of teams: sheets of matches and line-ups, standings, cross table."""

from django.utils.translation import gettext_lazy as _

from pairing.state import format_score
from tournaments.documents.ask import Ask, player, rating
from tournaments.documents.layout import Fragment, Row, Section, Sheet, Table, table
from tournaments.models import Team
from tournaments.queries.matches import MatchView, matches_of_round
from tournaments.queries.teams import TeamTable, team_cross_table, team_table
from tournaments.services.teams import rules_of
from tournaments.wording.results import printed_result

MATCH_SHEETS = _("Match sheets")
MATCHES = _("Matches")
LINE_UPS = _("Line-up sheets")
STANDINGS = _("Standings of teams")
CROSS_TABLE = _("Cross table of teams")


# --- A round --------------------------------------------------------------------------------------


def match_sheets(ask: Ask) -> Sheet:
    """A page a match, for the captains and the arbiter to sign."""
    assert ask.round is not None
    views = matches_of_round(ask.round)
    sections = [
        Section(
            ask.title(_teams(view), ask.round.number),
            (_boards(ask, view), _signatures(view)),
            note=ask.when(),
        )
        for view in views
    ]
    empty = Section(ask.title(MATCH_SHEETS, ask.round.number), ())
    return Sheet(tuple(sections) or (empty,), final=all(view.complete for view in views))


def match_list(ask: Ask) -> Sheet:
    """Every match of a round with its boards, for the wall."""
    assert ask.round is not None
    views = matches_of_round(ask.round)
    blocks = tuple(_boards(ask, view, _heading(view)) for view in views)
    section = Section(ask.title(MATCHES, ask.round.number), blocks, note=ask.when())
    return Sheet((section,), final=all(view.complete for view in views))


def _teams(view: MatchView) -> str:
    return f"{view.match.first.name} – {view.match.second.name}"


def _heading(view: MatchView) -> str:
    if not view.complete:
        return _teams(view)
    score = f"{format_score(view.first_points)}–{format_score(view.second_points)}"
    return f"{_teams(view)}   {score}"


def _boards(ask: Ask, view: MatchView, title: str = "") -> Table:
    say = ask.voice
    columns = [
        (say.html(_("Board")), "w13 n b"),
        (view.match.first.name, ""),
        ("", "w9 c"),
        (say.html(_("Rating")), "w13 n"),
        (say.html(_("Result")), "w20 c b"),
        (say.html(_("Rating")), "w13 n"),
        ("", "w9 c"),
        (view.match.second.name, ""),
    ]
    rows = [
        Row(
            f"b{row.pairing.pk}",
            (
                str(row.pairing.board or row.seat),
                player(row.first) if row.first else "–",
                say.colour("w" if row.first_white else "b"),
                rating(row.first) if row.first else "",
                printed_result(row.code),
                rating(row.second) if row.second else "",
                say.colour("b" if row.first_white else "w"),
                player(row.second) if row.second else "–",
            ),
        )
        for row in view.boards
    ]
    return table(columns, rows, title)


def _signatures(view: MatchView) -> Fragment:
    score = ""
    if view.complete:
        score = f"{format_score(view.first_points)}–{format_score(view.second_points)}"
    context = {"first": view.match.first, "second": view.match.second, "score": score}
    return Fragment("documents/match_sheet.html", context, {f"m{view.match.pk}": score})


def line_up_sheets(ask: Ask) -> Sheet:
    """A page a team, to be filled in by the captain: its list, and a line for every board."""
    assert ask.round is not None
    rules = rules_of(ask.tournament)
    matches = ask.round.matches.select_related("first", "second")
    playing: dict[int, tuple[Team, list[str]]] = {}
    for match in matches:
        for own, other in ((match.first, match.second), (match.second, match.first)):
            playing.setdefault(own.pk, (own, []))[1].append(other.name)
    members = {
        team.pk: [member.entry for member in team.members.all()]
        for team in ask.tournament.teams.prefetch_related("members__entry")
    }
    sections = []
    for team, others in playing.values():
        context = {
            "team": team,
            "opponents": others,
            "players": list(enumerate(members[team.pk], start=1)),
            "boards": range(1, rules.boards + 1),
            "order": rules.get_order_display(),
        }
        rows = {f"t{team.pk}": f"{team.name} · {', '.join(others)}"}
        fragment = Fragment("documents/line_up.html", context, rows)
        title = ask.title(team.name, ask.round.number)
        sections.append(Section(title, (fragment,), "large", ask.when()))
    empty = Section(ask.title(LINE_UPS, ask.round.number), ())
    return Sheet(tuple(sections) or (empty,))


# --- Standings ------------------------------------------------------------------------------------


def standings(ask: Ask) -> Sheet:
    found = team_table(ask.tournament, ask.round.number if ask.round else None)
    say, notes = ask.voice, []
    if found.open_matches:
        notes.append(say(_("not final: %(count)s matches are open"), count=found.open_matches))
    elif not found.final:
        notes.append(say(_("not final")))
    title = ask.title(STANDINGS, found.after)
    section = Section(title, (_standings(ask, found),), note=" · ".join(notes))
    return Sheet((section,), final=found.final)


def _standings(ask: Ask, found: TeamTable) -> Table:
    say = ask.voice
    match, board = _("Match points"), _("Board points")
    first, other = (match, board) if found.rules.primary == "MP" else (board, match)
    columns = [(say.html(_("Rank")), "w11 n b"), (say.html(_("Team")), "")]
    columns += [(say.html(word), "w9 n") for word in (_("W"), _("D"), _("L"))]
    columns += [(say.html(first), "w16 n b")]
    columns += [(say.html(other), "w16 n")] if found.shows_other else []
    columns += [(code, "w16 n") for code in found.codes]
    rows = []
    for row in found.rows:
        second = row.board_points if found.rules.primary == "MP" else row.match_points
        cells = [f"{row.rank}{'=' if row.shared else ''}", row.entry.name]
        cells += [str(row.won), str(row.drawn), str(row.lost), format_score(row.score)]
        cells += [format_score(second)] if found.shows_other else []
        rows.append(Row(f"t{row.entry.pk}", (*cells, *row.values)))
    for team, why in found.unranked:
        text = f"{team.name} ({say(_('not ranked'))}: {why.completed}/{why.matches})"
        rows.append(Row(f"t{team.pk}", ("–", text, *[""] * (len(columns) - 2))))
    return table(columns, rows)


def crosstable(ask: Ask) -> Sheet:
    found, lines = team_cross_table(ask.tournament, ask.round.number if ask.round else None)
    say = ask.voice
    columns = [(say.html(_("Rank")), "w11 n b"), (say.html(_("Team")), "")]
    columns += [(str(place), "w11 c") for place in range(1, len(lines) + 1)]
    columns += [(say.html(_("Match points")), "w16 n"), (say.html(_("Board points")), "w16 n")]
    rows = []
    for own, line in enumerate(lines):
        cells = [
            "×" if place == own else " · ".join(format_score(points) for points, _o, _m in cell)
            for place, cell in enumerate(line.scores)
        ]
        totals = format_score(line.row.match_points), format_score(line.row.board_points)
        rank = str(line.row.rank)
        rows.append(Row(f"t{line.row.entry.pk}", (rank, line.row.entry.name, *cells, *totals)))
    title = ask.title(CROSS_TABLE, found.after)
    css = "wide" if len(lines) > 6 else ""
    return Sheet((Section(title, (table(columns, rows),), css),), final=found.final)
