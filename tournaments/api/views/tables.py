"""Cross tables, prizes of boards, the schedule, the regulations and the papers: all to be read."""

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.pages import page_of
from tournaments.api.tables import (
    AveragesSerializer,
    BestSerializer,
    BoardPrizesSerializer,
    CrossTableSerializer,
    PaperSerializer,
    PlannedRoundSerializer,
    RegulationsSerializer,
    TeamCrossTableSerializer,
)
from tournaments.api.views.standings import AfterQuery, counted
from tournaments.api.views.teams import readable_table_of_teams, readable_team_event
from tournaments.documents.posted import public_documents
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.schedule import aro_table, team_schedule, whole_schedule
from tournaments.queries.setup.regulations import public_regulations, tie_breaks_in_words
from tournaments.queries.standings.best_of import best_of
from tournaments.queries.standings.crosstable import cross_table
from tournaments.queries.standings.table import last_public_round, standings_table
from tournaments.queries.teams.crosstable import team_cross_table
from tournaments.queries.teams.standings import board_scores

BestPage = page_of(BestSerializer)
PaperPage = page_of(PaperSerializer)
PlannedPage = page_of(PlannedRoundSerializer)
PrizePage = page_of(BoardPrizesSerializer)


class CrossTable(ReadView):
    """In a Swiss event each player's rounds, in a round robin everybody against everybody."""

    tag = "standings"
    query = AfterQuery
    shape = CrossTableSerializer

    @read("getCrossTable", CrossTableSerializer, AfterQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def table() -> Response:
            after = counted(tournament, self.params)
            return self.answer(request, cross_table(tournament, after, public=not inside))

        return self.unless_known(request, tournament, inside, table)


class TeamCrossTable(ReadView):
    """In a Swiss each team's rounds, otherwise every team against every other: board points."""

    tag = "teams"
    query = AfterQuery
    shape = TeamCrossTableSerializer

    @read("getTeamCrossTable", TeamCrossTableSerializer, AfterQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable_table_of_teams(request, pk)

        def table() -> Response:
            after = counted(tournament, self.params)
            return self.answer(request, team_cross_table(tournament, after))

        return self.unless_known(request, tournament, inside, table)


class BoardPrizes(ReadView):
    """Board by board the best results of a team event."""

    tag = "teams"
    shape = PrizePage

    @read("listBoardPrizes", PrizePage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable_team_event(request, pk)

        def prizes() -> Response:
            boards = board_scores(tournament, public=not inside)
            found = [{"board": board, "players": players} for board, players in boards]
            return self.answer(request, {"next": None, "results": found})

        return self.unless_known(request, tournament, inside, prizes)


class BestOf(ReadView):
    """Teams, clubs or federations by their best players, where the tournament ranks them."""

    tag = "teams"
    query = AfterQuery
    shape = BestPage

    @read("listBestOf", BestPage, AfterQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def best() -> Response:
            after = counted(tournament, self.params)
            found = best_of(tournament, after, public=not inside)
            return self.answer(request, {"next": None, "results": found})

        return self.unless_known(request, tournament, inside, best)


class RoundQuery(SparseQuery):
    after = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="a complete round; else the latest"
    )


class Averages(ReadView):
    """The averages of the opponents' ratings that the Dubov system publishes (art. 9)."""

    tag = "standings"
    query = RoundQuery
    shape = AveragesSerializer

    @read("getAverages", AveragesSerializer, RoundQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def averages() -> Response:
            after = self.params.get("after", last_public_round(tournament))
            rows = aro_table(tournament, after)
            if rows is None or standings_table(tournament, after).missing:
                raise Http404
            if not inside:
                shorten_names(tournament.event, [entry for entry, _line in rows])
            return self.answer(request, {"after": after, "rows": rows})

        return self.unless_known(request, tournament, inside, averages)


class Schedule(ReadView):
    """All rounds of a round robin or of an event of teams, where the arbiter shows them."""

    tag = "rounds"
    shape = PlannedPage

    @read("listSchedule", PlannedPage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def schedule() -> Response:
            if not (inside or tournament.schedule_public):
                return self.answer(request, {"next": None, "results": []})
            if tournament.format.pairs_teams:
                matches = team_schedule(tournament)
                return self.answer(request, {"next": None, "results": matches})
            planned = whole_schedule(tournament)
            if not inside:
                for one in planned:
                    pairs = [entry for pair in one.pairs for entry in pair]
                    shorten_names(tournament.event, [*pairs, one.resting])
            return self.answer(request, {"next": None, "results": planned})

        return self.unless_known(request, tournament, inside, schedule)


class Regulations(ReadView):
    """The regulations in words, what each tie-break counts, and the prizes."""

    tag = "tournaments"
    shape = RegulationsSerializer

    @read("getRegulations", RegulationsSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def regulations() -> Response:
            found = {
                "parts": [
                    {"heading": heading, "sentences": sentences}
                    for heading, sentences in public_regulations(tournament)
                ],
                "tie_breaks": [
                    {"code": code, "name": name, "meaning": meaning}
                    for code, name, meaning in tie_breaks_in_words(tournament)
                ],
                "prizes": tournament.prize_list,
            }
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, regulations)


class Papers(ReadView):
    """The documents that were published, each in its latest version."""

    tag = "tournaments"
    shape = PaperPage

    @read("listDocuments", PaperPage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, _inside = readable(request, pk)
        found = public_documents(tournament)
        for paper in found:
            paper.tournament = tournament
        # A paper is made without a new revision.
        page = self.answer(request, {"next": None, "results": found})
        return self.by_content(request, page, private=not tournament.event.public)
