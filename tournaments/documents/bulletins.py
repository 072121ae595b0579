"""Bulletins: of a round, and of the whole event. Their parts are the papers themselves."""

from collections import Counter
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from pairing.results import Outcome
from pairing.state import TournamentState
from tournaments.documents import charts, prizes, teams
from tournaments.documents.boards import pairings_section, results_section
from tournaments.documents.knockouts import announced_sections, games_section
from tournaments.documents.layout import MANY_ROWS, Fragment, Row, Section, Sheet, table
from tournaments.documents.lists import absentees, start_list
from tournaments.documents.request import ROUND, PaperRequest, player
from tournaments.documents.tables import crosstable_section, standings_section
from tournaments.documents.translator import Translator
from tournaments.models import Role, Round
from tournaments.queries.knockout.bracket import PlaceView, public_courses
from tournaments.queries.rounds.sheets import PUBLIC, round_sheet
from tournaments.queries.standings.crosstable import cross_table
from tournaments.queries.standings.table import (
    StandingsTable,
    last_complete_round,
    last_public_round,
    standings_table,
)
from tournaments.queries.teams.standings import team_table
from tournaments.snapshot import snapshot
from tournaments.wording.papers import BULLETIN, INTERIM_BULLETIN
from tournaments.wording.systems import name_of_format

STATISTICS = _("Statistics")
#: ratings of the chart begin here, in steps of
RATING_STEP = 200


def round_bulletin(request: PaperRequest) -> Sheet:
    """Results, standings, and what comes next."""
    assert request.round is not None
    number = request.round.number
    coming = _published(request, number + 1)
    if request.tournament.format.pairs_teams:
        return _team_round(request, request.round, coming)
    found = standings_table(request.tournament, number, public=request.public)
    sections = [results_section(request, request.sheet), standings_section(request, found)]
    if coming is not None:
        following = replace(request, round=coming)
        sections.append(pairings_section(following, following.sheet))
        if following.sheet.byes:
            sections.append(replace(absentees(following).sections[0], css="flow"))
    return Sheet(tuple(sections), final=found.final)


def _team_round(request: PaperRequest, round_: Round, coming: Round | None) -> Sheet:
    sections = [teams.matches_section(request, round_)[0]]
    if request.tournament.format.eliminates:
        final, _winners = _outcome(request)
        sections += announced_sections(request)
    else:
        found = team_table(request.tournament, round_.number)
        final = found.final
        sections.append(teams.standings_section(request, found))
    if coming is not None:
        sections.append(teams.matches_section(request, coming)[0])
    return Sheet(tuple(sections), final=final)


def final_bulletin(request: PaperRequest) -> Sheet:
    """Cover, standings, cross table, every round, statistics, and the next pairings if any."""
    if not request.tournament.format.has_rounds:
        return _knockout(request)
    last = last_public_round(request.tournament)
    if request.tournament.format.pairs_teams:
        return _teams(request, last)
    cross = cross_table(
        request.tournament, last_complete_round(request.tournament, last), public=request.public
    )
    found = cross.table
    published = [_published(request, number) for number in range(1, last + 1)]
    sheets = [
        round_sheet(round_, public=request.public) for round_ in published if round_ is not None
    ]
    coming = []
    if sheets and len(sheets[-1].missing) == len(sheets[-1].boards) and len(sheets) > 1:
        # Nothing of the last published round is played yet: it is what comes next.
        coming = [pairings_section(request, sheets.pop())]
    rounds = [
        results_section(
            request, sheet, "flow" if place and len(found.rows) < MANY_ROWS else "", True
        )
        for place, sheet in enumerate(sheets)
    ]
    facts = [
        *_progress(request, found),
        (request.translator(_("Tie-breaks")), ", ".join(found.heads)),
    ]
    say = request.translator
    winners = [
        " · ".join(
            filter(
                None,
                [
                    f"{row.rank}. {player(row.entry)}",
                    row.entry.federation,
                    say.points(row.score),
                ],
            )
        )
        for row in found.rows[:3]
    ]
    sections = (
        _cover(request, facts, winners, found.final),
        standings_section(request, found),
        *_prizes(request),
        crosstable_section(request, cross),
        *announced_sections(request),
        *rounds,
        _statistics(request, found),
        *coming,
    )
    return _bulletin(sections, found.final)


def _bulletin(sections: tuple[Section, ...], final: bool) -> Sheet:
    """Called final when no round and no result is to come."""
    return Sheet(sections, final=final, label=BULLETIN if final else INTERIM_BULLETIN)


def _teams(request: PaperRequest, last: int) -> Sheet:
    """Of an event of teams: their standings and matches, and the best players of every board."""
    published = [_published(request, number) for number in range(1, last + 1)]
    matches = [
        teams.matches_section(request, one, "flow")[0] for one in published if one is not None
    ]
    after = last_complete_round(request.tournament)
    found = team_table(request.tournament, after)
    people = standings_table(request.tournament, after, public=request.public)
    progress = _progress(request, people)
    if request.tournament.format.eliminates:
        progress.pop()  # how many rounds there will be, nobody knows yet
    facts = [(request.translator(_("Teams")), str(request.tournament.teams.count())), *progress]
    if request.tournament.format.eliminates:
        # Its matches decide, not points: there are no standings of it.
        final, winners = _outcome(request)
        tables = announced_sections(request)
    else:
        final = found.final
        facts.append((request.translator(_("Tie-breaks")), ", ".join(found.codes)))
        winners = [
            f"{row.rank}. {row.entry.name} · {request.translator.points(row.score)}"
            for row in found.rows[:3]
        ]
        tables = [
            teams.standings_section(request, found),
            teams.crosstable_section(request, after)[0],
            *announced_sections(request),
        ]
    sections = (
        _cover(request, facts, winners, final),
        *tables,
        *_prizes(request),
        *(
            replace(section, css="" if place == 0 else "flow")
            for place, section in enumerate(matches)
        ),
        teams.best_section(request),
        _statistics(request, people),
    )
    return _bulletin(tuple(one for one in sections if one.blocks), final)


def _knockout(request: PaperRequest) -> Sheet:
    """Of a knock-out, which has no rounds: its bracket, ranking and prizes, and its players."""
    final, winners = _outcome(request)
    found = standings_table(request.tournament, 0, public=request.public)
    facts = [(request.translator(_("Players")), str(len(found.rows)))]
    sections = (
        _cover(request, facts, winners, final),
        *announced_sections(request),
        *games_section(request),
        *_prizes(request),
        *start_list(request).sections,
    )
    return _bulletin(sections, final)


def _outcome(request: PaperRequest) -> tuple[bool, list[str]]:
    """True if everything announced is over, and the first three places."""
    courses = public_courses(request.tournament, public=request.public)
    winners = [
        " · ".join(filter(None, [f"{_place(place)}. {player(entry)}", entry.federation]))
        for course in courses
        for place in course.places
        if place.first <= 3
        for entry in place.entries
    ]
    return bool(courses) and all(course.finished for course in courses), winners


def _place(place: PlaceView) -> str:
    return f"{place.first}–{place.last}" if place.last > place.first else str(place.first)


def _published(request: PaperRequest, number: int) -> Round | None:
    return request.tournament.rounds.filter(number=number, status__in=PUBLIC).first()


def _progress(request: PaperRequest, found: StandingsTable) -> list[tuple[str, str]]:
    say = request.translator
    return [
        (say(_("Players")), str(len(found.rows))),
        (say(_("Rounds")), f"{found.after} / {request.tournament.total_rounds}"),
    ]


def _cover(
    request: PaperRequest, counted: list[tuple[str, str]], first: list[str], final: bool
) -> Section:
    """With the `first` places as the winners, once they are final."""
    winners = first if final else []
    tournament, say = request.tournament, request.translator
    event = tournament.event
    days = dict.fromkeys(map(request.days, say.languages))
    arbiters = event.staff.filter(role__in=["chief", "arbiter"]).select_related("user")
    facts = [
        (say(_("Organiser")), event.organiser),
        (say(_("Pairing system")), say(name_of_format(tournament.format))),
        (say(_("Time control")), tournament.time_control),
        *counted,
    ]
    labels = {Role.CHIEF: _("Chief arbiter"), Role.ARBITER: _("Arbiter")}
    facts += [
        (say(labels[Role(duty.role)]), f"{duty.user.display_name} {duty.user.licence}".strip())
        for duty in sorted(arbiters, key=lambda duty: (-Role(duty.role).power, duty.pk))
    ]
    shown = [fact for fact in facts if fact[1]]
    context = {
        "tournament": tournament,
        "event": event,
        "days": " / ".join(days),
        "facts": shown,
        "winners": winners,
        "emblems": request.emblems,
    }
    rows = {f"f{place}": " · ".join(fact) for place, fact in enumerate(shown)}
    rows |= {f"w{place}": line for place, line in enumerate(winners)}
    cover = Fragment("documents/cover.html", context, rows)
    title = request.title(BULLETIN if final else INTERIM_BULLETIN)
    return Section(title, (cover,), "cover", note=tournament.full_name)


def _prizes(request: PaperRequest) -> list[Section]:
    return prizes.sections_of(request, "flow")[0]


# --- Statistics ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundCount:
    number: int
    white: int
    draws: int
    black: int
    unplayed: int

    @property
    def played(self) -> int:
        return self.white + self.draws + self.black


def counts(state: TournamentState) -> list[RoundCount]:
    """The wins, draws and losses of each round; forfeits are no games."""
    found = []
    for round_ in state.rounds:
        # Of a match both games, the second with the colours turned
        results = [
            result.reversed if turned else result
            for game in round_.games
            for turned, result in enumerate(game.result.single)
        ]
        played = [result for result in results if result.played and result.final]
        kinds = Counter((result.white, result.black) for result in played)
        white = sum(count for (own, _other), count in kinds.items() if own is Outcome.WIN)
        black = sum(count for (_own, other), count in kinds.items() if other is Outcome.WIN)
        missing = sum(1 for result in results if not result.final)
        unplayed = len(results) - len(played) - missing
        found.append(RoundCount(round_.number, white, len(played) - white - black, black, unplayed))
    return found


def _statistics(request: PaperRequest, found: StandingsTable) -> Section:
    say = request.translator
    before = snapshot(request.tournament, before_round=found.after + 1, pairing=False)
    rounds = counts(before.state)
    columns = [
        (say.html(_("Round")), ""),
        (say.html(_("Games")), "w20 n"),
        (say.html(_("White won")), "w26 n"),
        (say.html(_("Draws")), "w26 n"),
        (say.html(_("Black won")), "w26 n"),
        (say.html(_("Forfeits")), "w26 n"),
    ]
    rows = [Row(f"r{each.number}", (str(each.number), *_numbers(each, say))) for each in rounds]
    total = RoundCount(
        0,
        sum(each.white for each in rounds),
        sum(each.draws for each in rounds),
        sum(each.black for each in rounds),
        sum(each.unplayed for each in rounds),
    )
    rows.append(Row("total", (say(_("Total")), *_numbers(total, say)), "strong rule"))
    federations = Counter(row.entry.federation or "–" for row in found.rows)
    points = Counter(row.score for row in found.rows)
    rated = [row.entry.rating for row in found.rows if row.entry.rating]
    bands = Counter(number // RATING_STEP * RATING_STEP for number in rated)
    context = {
        "average": sum(rated) // len(rated) if rated else 0,
        "unrated": len(found.rows) - len(rated),
        "players": len(found.rows),
        "federations": federations.most_common(40) if set(federations) != {"–"} else [],
        "bars": charts.stacked_bars(
            [
                (say(ROUND, number=each.number), (each.white, each.draws, each.black))
                for each in rounds
            ],
        ),
        "scores": charts.columns(
            [(request.translator.points(score), points[score]) for score in sorted(points)]
        ),
        "ratings": charts.columns([(str(band), bands[band]) for band in sorted(bands)]),
    }
    drawn = Fragment("documents/statistics.html", context)
    return Section(request.title(STATISTICS, found.after), (table(columns, rows), drawn))


def _numbers(each: RoundCount, say: Translator) -> tuple[str, ...]:
    def share(number: int) -> str:
        """With its per cent of the games, halves rounded up."""
        return (
            f"{number} ({say.percent((200 * number + each.played) // (2 * each.played))})"
            if each.played
            else "0"
        )

    shares = (share(number) for number in (each.white, each.draws, each.black))
    return (str(each.played), *shares, str(each.unplayed))
