"""The picture of a shared link: published facts, few enough to read in a chat."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Event, Knockout, Round, Tournament
from tournaments.queries.entries.cards import public_card
from tournaments.queries.knockout.bracket import CourseView, Side, course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.rounds.sheets import PUBLIC, BoardRow, CardLine, round_sheet
from tournaments.queries.setup.events import tournaments_in_public
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.matches import MatchView, matches_of_round
from tournaments.queries.teams.standings import team_table
from tournaments.wording.days import days_of
from tournaments.wording.numbers import as_count, points_text
from tournaments.wording.results import printed_result

#: what fits into the picture
LINES = 5


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """Left, middle and right of a line; `colours` of the pieces before left and right."""

    left: str
    middle: str = ""
    right: str = ""
    colours: tuple[str, str] = ("", "")
    number: str = ""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    above: str  # whose event this is
    title: str
    facts: tuple[str, ...] = ()
    lines: tuple[PreviewLine, ...] = ()
    final: bool = True

    @property
    def words(self) -> str:
        """Everything that can be read in the picture."""
        lines = [f"{line.number} {line.left} {line.middle} {line.right}" for line in self.lines]
        return "\n".join([self.above, self.title, *self.facts, *lines])


def of_event(event: Event) -> LinkPreview:
    known = tournaments_in_public(event)
    lines = [PreviewLine(line.tournament.name, right=_players(line.players)) for line in known]
    return LinkPreview(_place(event), event.name, (days_of(event),), _first(lines))


def of_tournament(tournament: Tournament) -> LinkPreview:
    """The preview of a tournament's first page: its bracket, its latest round, or the players."""
    knockout = tournament.knockouts.filter(
        kind=Knockout.Kind.KNOCKOUT, announced_at__isnull=False, cancelled_at=None
    ).first()
    if knockout is not None:
        return of_knockout(knockout)
    latest = tournament.rounds.filter(status__in=PUBLIC).order_by("-number").first()
    if latest is not None:
        return of_round(latest)
    playing = tournament.entries.exclude(status=Entry.Status.EXPELLED).count()
    facts = [days_of(tournament.event), _players(playing)]
    if tournament.format.has_rounds:
        rounds = tournament.total_rounds
        facts.append(ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds})
    return _of(tournament, tournament.name, *facts)


def of_round(round_: Round) -> LinkPreview:
    tournament = round_.tournament
    title = _("%(name)s · round %(number)s") % {"name": tournament.name, "number": round_.number}
    starts = _moment(round_.starts_at)
    if round_.status not in PUBLIC:
        state = _("under revision") if round_.under_revision else _("not published yet")
        return _of(tournament, title, state, starts)
    if tournament.format.pairs_teams:
        matches = matches_of_round(round_, public=True)
        lines = [
            PreviewLine(view.match.first.name, _score(view), view.match.second.name)
            for view in matches
        ]
        return _of(tournament, title, starts, lines=lines)
    sheet = round_sheet(round_, public=True)
    boards = len(sheet.boards)
    told = ngettext("%(n)s board", "%(n)s boards", boards) % {"n": boards}
    return _of(tournament, title, starts, told, lines=map(_board, sheet.boards))


def of_board(round_: Round, row: BoardRow) -> LinkPreview:
    title = _("Round %(number)s, board %(board)s") % {
        "number": round_.number,
        "board": row.pairing.board,
    }
    return _of(round_.tournament, title, _moment(round_.starts_at), lines=[_board(row)])


def of_standings(tournament: Tournament, after: int | None = None) -> LinkPreview:
    table = standings_table(tournament, after, public=True)
    lines = [
        PreviewLine(row.entry.name, right=points_text(row.score), number=str(row.rank))
        for row in table.rows
    ]
    preview = _of(tournament, _standings(tournament, table.after), lines=lines)
    return replace(preview, final=table.final)


def of_team_standings(tournament: Tournament, after: int | None = None) -> LinkPreview:
    table = team_table(tournament, after)
    lines = [
        PreviewLine(row.entry.name, right=points_text(row.score), number=str(row.rank))
        for row in table.rows
    ]
    preview = _of(tournament, _standings(tournament, table.after), lines=lines)
    return replace(preview, final=table.final)


def of_player(entry: Entry) -> LinkPreview:
    card = public_card(entry)
    facts = [" · ".join(filter(None, (entry.title, str(entry.rating or ""), entry.club)))]
    if card.row is not None and card.after:
        facts.append(
            ngettext(
                "Place %(rank)s with %(points)s point after round %(number)s",
                "Place %(rank)s with %(points)s points after round %(number)s",
                as_count(card.row.score),
            )
            % {
                "rank": card.row.rank,
                "points": points_text(card.row.score),
                "number": card.after,
            }
        )
    played = [one.line for one in card.lines if one.line.opponent]
    preview = _of(entry.tournament, entry.name, *facts, lines=map(_game, reversed(played)))
    return replace(preview, final=card.final)


def of_knockout(knockout: Knockout) -> LinkPreview:
    tournament = knockout.tournament
    page = course_view(course_of(knockout), public=True)
    title = tournament.name
    if knockout.is_playoff:
        title += " · " + _("play-off")
    if page.finished:
        names = [
            PreviewLine(entry.name, number=str(place.first))
            for place in page.places
            for entry in place.entries
        ]
        return _of(tournament, title, _("decided"), lines=names)
    preview = _of(tournament, title, _("under way"), lines=_ties(page))
    return replace(preview, final=False)


def _ties(page: CourseView) -> Iterable[PreviewLine]:
    """The stage that is being played; of a play-off its due games."""
    stage = next((stage for stage in reversed(page.stages) if stage.open), None)
    if stage is None:
        return [PreviewLine(game.white.name, "–", game.black.name, ("w", "b")) for game in page.due]
    return [
        PreviewLine(
            _side(first), f"{first.score or ''} – {second.score or ''}".strip(), _side(second)
        )
        for first, second in (tie.sides for tie in stage.ties)
    ]


def _side(side: Side) -> str:
    return side.entry.name if side.entry else "?"


# --- Words ---------------------------------------------------------------------------------------


def _of(
    tournament: Tournament, title: str, *facts: str, lines: Iterable[PreviewLine] = ()
) -> LinkPreview:
    return LinkPreview(tournament.event.name, title, tuple(filter(None, facts)), _first(lines))


def _first(lines: Iterable[PreviewLine]) -> tuple[PreviewLine, ...]:
    return tuple(lines)[:LINES]


def _board(row: BoardRow) -> PreviewLine:
    pairing = row.pairing
    result = printed_result(pairing.result) or "–"
    return PreviewLine(
        pairing.white.name, result, pairing.black.name, ("w", "b"), str(pairing.board)
    )


def _game(line: CardLine) -> PreviewLine:
    assert line.opponent
    number = _("Round %(number)s") % {"number": line.round.number}
    return PreviewLine(number, line.mark or "–", line.opponent.name, ("", line.colour))


def _score(view: MatchView) -> str:
    if not view.known:
        return "–"
    return f"{points_text(view.first_points)} – {points_text(view.second_points)}"


def _standings(tournament: Tournament, after: int) -> str:
    if not after:
        return _("%(name)s · standings") % {"name": tournament.name}
    return _("%(name)s · standings after round %(number)s") % {
        "name": tournament.name,
        "number": after,
    }


def _players(count: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", count) % {"n": count}


def _moment(time: datetime | None) -> str:
    return date_format(timezone.localtime(time), "DATETIME_FORMAT") if time else ""


def _place(event: Event) -> str:
    return ", ".join(filter(None, (event.venue, event.city)))
