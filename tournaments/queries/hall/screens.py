"""The content of a screen in the hall: pages that turn by themselves, of published things only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Min, Q, Sum

from tournaments.models import Entry, HallScreen, Knockout, Pairing, Round, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.knockout.bracket import CourseView, StageView, TieView, course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.rounds.sheets import PUBLIC, round_sheet, seats_by_name, still_open
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.matches import MatchView, matches_of_round
from tournaments.queries.teams.standings import team_table
from tournaments.wording.results import marks_in
from tournaments.wording.screens import SLIDES

Show = HallScreen.Show
#: how many stages of a bracket stand side by side
STAGES = 3


@dataclass(frozen=True, slots=True)
class BracketColumn:
    stage: StageView
    ties: Sequence[TieView]

    def __len__(self) -> int:
        return 3 * len(self.ties)  # two names and the space between


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of a screen; `columns` stand side by side."""

    show: str
    tournament: Tournament
    round: Round | None
    after: int
    columns: tuple[Sequence[Any] | BracketColumn, ...]
    page: int
    pages: int
    codes: Sequence[str] = ()
    final: bool = False
    knockout: Knockout | None = None
    not_final: bool = False  # games are still going on
    key: Sequence[tuple[str, Any]] = ()  # what its codes and marks mean

    @property
    def in_tables(self) -> bool:
        """Its columns are tables; `public/_slide_SHOW.html` is one of them, or else the slide."""
        return self.show not in ("revision", "bracket")

    @property
    def title(self) -> str:
        number = self.round.number if self.round else self.after
        return SLIDES[self._titled] % {"number": number}

    @property
    def _titled(self) -> str:
        over = self.show == "places" or self.tournament.finished_at
        if self.show in ("places", "standings") and self.final and over:
            return "final"
        if self.show == "bracket" and self.knockout and self.knockout.is_playoff:
            return "playoff"
        return self.show

    @property
    def begins(self) -> datetime | None:
        """When the round that it announces is played."""
        return self.round.starts_at if self.round and self.show != "results" else None

    @property
    def lines(self) -> int:
        """Of the longest column: so large can the letters be."""
        return max((len(column) for column in self.columns), default=1)

    @property
    def first(self) -> Any:
        return _lines_of(self.columns[0])[0]

    @property
    def last(self) -> Any:
        return _lines_of(self.columns[-1])[-1]


def _lines_of(column: Sequence[Any] | BracketColumn) -> Sequence[Any]:
    return column.ties if isinstance(column, BracketColumn) else column


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


def rounds_on(slides: Sequence[Slide]) -> str:
    """Changes when another round is out: then the screen begins at its first page again."""
    shown = {(slide.tournament.pk, slide.round.number) for slide in slides if slide.round}
    return " ".join(f"{tournament}:{number}" for tournament, number in sorted(shown))


#: who looks for a name waits no longer than so many seconds, however many players there are
WHOLE_LIST = 110
#: but no page is shown for less
LEAST = 4


def seconds_of(screen: HallScreen, slides: Sequence[Slide]) -> int:
    """How long each page stays, so that the list of all players goes round in two minutes."""
    lists = Counter(slide.tournament.pk for slide in slides if slide.show == Show.NAMES)
    pages = max(lists.values(), default=0)
    return max(LEAST, min(screen.seconds, WHOLE_LIST // pages)) if pages else screen.seconds


def slides_of(screen: HallScreen, language: str) -> list[Slide]:
    found: list[Slide] = []
    awaited = []
    for tournament in tournaments_on(screen):
        slides = list(_slides(screen, tournament, language))
        if not slides:
            awaited.append(tournament)
            continue
        unfinished = still_open(tournament) > 0
        for slide in slides:
            not_final = not slide.final if slide.show == Show.STANDINGS else unfinished
            found.append(replace(slide, not_final=not_final))
    return [*found, *_awaited(awaited, screen.rows)]


def _awaited(tournaments: Sequence[Tournament], height: int) -> Iterator[Slide]:
    """Those of which nothing is out yet, with how many play and when they begin."""
    if not tournaments:
        return
    here = ~Q(entries__status=Entry.Status.EXPELLED)
    known = Tournament.objects.filter(pk__in=[one.pk for one in tournaments], finished_at=None)
    rows = list(
        known.annotate(
            players=Count("entries", filter=here, distinct=True),
            begins=Min("rounds__starts_at"),
        )
    )
    yield from _pages("awaited", tournaments[0], None, rows, height)


def _slides(screen: HallScreen, tournament: Tournament, language: str) -> Iterator[Slide]:
    for knockout in tournament.knockouts.filter(announced_at__isnull=False, cancelled_at=None):
        yield from _slides_of_knockout(screen, knockout)
    shows = screen.shows
    if revised := tournament.rounds.filter(under_revision=True).first():
        yield Slide("revision", tournament, revised, 0, (), 1, 1)
        shows = [show for show in shows if show == Show.STANDINGS]  # nobody sits where they sat
    if announced := announced_round(tournament):
        # Of boards nothing is known, or nothing that everybody may know.
        rows = announced.matches.select_related("first", "second").order_by("number")
        views = [MatchView(match, (), 0, 0, 0, 0, 1) for match in rows]
        yield from _pages("matches", tournament, announced, views, screen.rows)
    latest = tournament.rounds.filter(status__in=PUBLIC).order_by("-number").first()
    if latest is None:
        return
    if tournament.format.pairs_teams:
        yield from _slides_of_teams(screen, latest, shows)
        return
    sheet = round_sheet(latest, public=True)
    for show in shows:
        if show == Show.BOARDS:
            key = marks_in(row.pairing.result for row in sheet.boards)
            yield from _pages(show, tournament, latest, sheet.boards, screen.rows, key=key)
        elif show == Show.NAMES:
            seats = seats_by_name(sheet, language)
            yield from _pages(show, tournament, latest, seats, screen.rows, columns=2)
        elif show == Show.RESULTS:
            entered = _last_results(latest, screen.rows)
            key = marks_in(row.result for row in entered)
            yield from _pages(show, tournament, latest, entered, screen.rows, key=key)
        elif show == Show.STANDINGS:
            table = standings_table(tournament, public=True)
            yield from _pages(
                show,
                tournament,
                None,
                table.rows,
                screen.rows,
                after=table.after,
                codes=table.heads[:3],
                key=table.columns[:3],
                final=table.final,
            )


def announced_round(tournament: Tournament) -> Round | None:
    """The round to come of a Swiss of teams of which everybody knows who meets whom."""
    if not (tournament.format.pairs_teams and tournament.format.swiss):
        return None
    if not tournament.schedule_public:
        return None
    coming = tournament.rounds.exclude(status__in=PUBLIC).exclude(under_revision=True)
    found = coming.filter(matches__isnull=False).order_by("number").first()
    if found is not None:
        found.tournament = tournament
    return found


def _slides_of_knockout(screen: HallScreen, knockout: Knockout) -> Iterator[Slide]:
    """The games being played, the bracket from the stage at hand on, and the places."""
    page = course_view(course_of(knockout), public=True)
    tournament, shows = knockout.tournament, set(screen.shows)
    if shows & {Show.BOARDS, Show.NAMES}:
        yield from _pages("due", tournament, None, page.due, screen.rows, knockout=knockout)
    if shows - {Show.STANDINGS} and page.stages:
        yield from _bracket(page, max(2, screen.rows // 3), knockout)
    if Show.STANDINGS in shows:
        more: dict[str, Any] = {"knockout": knockout, "final": page.finished}
        yield from _pages("places", tournament, None, page.places, screen.rows, **more)


def _bracket(page: CourseView, height: int, knockout: Knockout) -> Iterator[Slide]:
    """Ties whose winners meet stand on the same page."""
    going = (n for n, stage in enumerate(page.stages) if not all(tie.decided for tie in stage.ties))
    first = next(going, max(0, len(page.stages) - STAGES))
    stages = page.stages[first : first + STAGES]
    pages = max(1, -(-len(stages[0].ties) // height))
    for part in range(pages):
        columns = []
        for stage in stages:
            ties, count = stage.ties, len(stage.ties)
            if shown := ties[part * count // pages : (part + 1) * count // pages]:
                columns.append(BracketColumn(stage, shown))
        yield Slide(
            "bracket",
            knockout.tournament,
            None,
            0,
            tuple(columns),
            part + 1,
            pages,
            knockout=knockout,
        )


def _slides_of_teams(screen: HallScreen, latest: Round, shows: Sequence[str]) -> Iterator[Slide]:
    """Matches in place of boards, whichever list of pairings or results is asked for."""
    tournament = latest.tournament
    if set(shows) - {Show.STANDINGS}:
        matches = matches_of_round(latest, public=True)
        yield from _pages("matches", tournament, latest, matches, screen.rows)
    if Show.STANDINGS in shows and tournament.format.has_standings:
        table = team_table(tournament)
        yield from _pages(
            Show.STANDINGS,
            tournament,
            None,
            table.rows,
            screen.rows,
            after=table.after,
            codes=table.codes[:3],
            key=table.columns[:3],
            final=table.final,
        )


def _last_results(round_: Round, count: int) -> list[Pairing]:
    entered = round_.pairings.exclude(result="").select_related("white", "black")
    found = list(entered.order_by(F("entered_at").desc(nulls_last=True), "-board")[:count])
    shorten_names(
        round_.tournament.event, [entry for row in found for entry in (row.white, row.black)]
    )
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
