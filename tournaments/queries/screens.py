"""What a screen in the hall shows: pages that turn by themselves, of published things only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Sum

from tournaments.models import HallScreen, Pairing, Round, Tournament
from tournaments.queries.matches import matches_of_round
from tournaments.queries.names import veil
from tournaments.queries.rounds import PUBLIC, round_sheet, seats_by_name
from tournaments.queries.standings import standings_table
from tournaments.queries.teams import team_table

Show = HallScreen.Show


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of a screen; `columns` stand side by side."""

    show: str
    tournament: Tournament
    round: Round | None
    after: int
    columns: tuple[Sequence[Any], ...]
    page: int
    pages: int
    codes: tuple[str, ...] = ()
    final: bool = False


def tournaments_on(screen: HallScreen) -> list[Tournament]:
    if screen.tournament_id:
        found = Tournament.objects.filter(pk=screen.tournament_id, event=screen.event)
    else:
        found = screen.event.tournaments.all()
    tournaments = list(found)
    for tournament in tournaments:
        tournament.event = screen.event
    return tournaments


def state_of(screen: HallScreen) -> str:
    """Changes whenever the screen has to look again."""
    total = screen.event.tournaments.aggregate(total=Sum("revision"))["total"] or 0
    return f"{screen.changed_at.timestamp():.3f}-{total}"


def slides_of(screen: HallScreen, language: str) -> list[Slide]:
    return [
        slide
        for tournament in tournaments_on(screen)
        for slide in _slides(screen, tournament, language)
    ]


def _slides(screen: HallScreen, tournament: Tournament, language: str) -> Iterator[Slide]:
    latest = tournament.rounds.filter(status__in=PUBLIC).order_by("-number").defer("trace").first()
    if latest is None:
        return
    latest.tournament = tournament
    if tournament.of_teams:
        yield from _slides_of_teams(screen, latest)
        return
    sheet = round_sheet(latest, public=True)
    for show in screen.shows:
        if show == Show.BOARDS:
            yield from _pages(show, tournament, latest, sheet.boards, screen.rows)
        elif show == Show.NAMES:
            seats = seats_by_name(sheet, language)
            yield from _pages(show, tournament, latest, seats, screen.rows, columns=2)
        elif show == Show.RESULTS:
            yield from _pages(
                show, tournament, latest, _last_results(latest, screen.rows), screen.rows
            )
        elif show == Show.STANDINGS:
            table = standings_table(tournament, public=True)
            yield from _pages(
                show,
                tournament,
                None,
                table.rows,
                screen.rows,
                after=table.after,
                codes=table.codes[:3],
                final=table.final,
            )


def _slides_of_teams(screen: HallScreen, latest: Round) -> Iterator[Slide]:
    """Matches in place of boards, whichever list of pairings or results is asked for."""
    tournament = latest.tournament
    if set(screen.shows) - {Show.STANDINGS}:
        matches = matches_of_round(latest, public=True)
        yield from _pages("matches", tournament, latest, matches, screen.rows)
    if Show.STANDINGS in screen.shows:
        table = team_table(tournament)
        yield from _pages(
            Show.STANDINGS,
            tournament,
            None,
            table.rows,
            screen.rows,
            after=table.after,
            codes=table.codes[:3],
            final=table.final,
        )


def _last_results(round_: Round, count: int) -> list[Pairing]:
    entered = round_.pairings.exclude(result="").select_related("white", "black")
    found = list(entered.order_by(F("entered_at").desc(nulls_last=True), "-board")[:count])
    veil(round_.tournament.event, [entry for row in found for entry in (row.white, row.black)])
    return found


def _pages(
    show: str,
    tournament: Tournament,
    round_: Round | None,
    rows: Sequence[Any],
    height: int,
    *,
    columns: int = 1,
    after: int = 0,
    **more: Any,
) -> Iterator[Slide]:
    size = height * columns
    pages = -(-len(rows) // size)
    for page in range(pages):
        part = rows[page * size : (page + 1) * size]
        sides = tuple(part[start : start + height] for start in range(0, len(part), height))
        yield Slide(show, tournament, round_, after, sides, page + 1, pages, **more)
