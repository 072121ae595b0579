"""Rules of teams, whole lists of teams, captains' links."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests, team_setup
from tournaments.api.access import SignedRequest, readable, readable_to_write
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.entry_acts import TakenOutSerializer
from tournaments.api.pages import page_of
from tournaments.api.settings import through_form
from tournaments.api.team_swiss import RoundMatchesSerializer
from tournaments.api.views.entry_acts import read_lines
from tournaments.api.views.team_swiss import described
from tournaments.api.views.teams import TeamPage, find_match_row, find_team
from tournaments.forms.teams import TeamRulesForm
from tournaments.kernel.errors import Refused
from tournaments.models import Role, Scope, Team, Tournament
from tournaments.queries.entries.listed import last_import_of_teams
from tournaments.queries.teams.captains import captains_of
from tournaments.queries.teams.listing import listed_teams
from tournaments.queries.teams.rules import rules_of
from tournaments.services.teams import captains, importing, listing, swiss
from tournaments.services.teams.known_players import KNOWN

CaptainPage = page_of(team_setup.CaptainSerializer)


class Rules(ReadView, WriteView):
    """The rules of teams, for the staff; of an event of players only how it ranks teams too."""

    tag = "teams"
    shape = team_setup.TeamRulesSerializer
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.SETUP, Role.CHIEF

    @read("getTeamRules", team_setup.TeamRulesSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404
        return self.answer(request, _rules(tournament))

    @write(
        "changeTeamRules",
        team_setup.TeamRulesChangeSerializer,
        {200: team_setup.TeamRulesSerializer},
        "Change the rules of teams. What is not named stays as it is. Scope: setup.",
    )
    @writes
    def patch(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(team_setup.TeamRulesChangeSerializer)
        confirmed = given.pop("confirmed", "")
        options = given.pop("options", {})
        if "tie_breaks" in given:
            given["tie_breaks"] = " ".join(given["tie_breaks"])
        own: dict[str, Any] = {"instance": rules_of(tournament), "tournament": tournament}
        form = through_form(TeamRulesForm(**own), given | options, TeamRulesForm, **own)
        listing.change_rules(
            tournament=tournament,
            by=request.user,
            values=form.values(),
            options=form.options(),
            confirmed=confirmed,
        )
        return Response(team_setup.TeamRulesSerializer(_rules(self.fresh(tournament))).data)


def _rules(tournament: Tournament) -> dict[str, Any]:
    rules = rules_of(tournament)
    names = TeamRulesForm.Meta.fields
    options = tournament.options if tournament.format.pairs_teams else {}
    return {name: getattr(rules, name) for name in names} | {"options": options}


class ManyTeams(WriteView):
    """Teams with their players, all or none."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER
    made_in = ("api:teams", "pk")
    largest_body = 2 * 1024 * 1024

    @write(
        "enterTeams",
        team_setup.ManyTeamsSerializer,
        {201: TeamPage},
        "Enter many teams with their players. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(team_setup.ManyTeamsSerializer)["teams"]
        wrong: dict[str, Any] = {}
        rows = []
        for number, team in enumerate(given):
            players, found = _players(tournament, team.pop("players"))
            if found:
                wrong[str(number)] = {"players": found}
            rows.append({"values": dict(team), "players": players})
        if wrong:
            raise ValidationError({"teams": wrong})
        made = importing.import_teams(
            tournament=tournament, by=request.user, teams=rows, namesakes_are_new=True
        )
        names = {team.pk for team in made}
        shown = [team for team in listed_teams(self.fresh(tournament)) if team.pk in names]
        page = TeamPage({"next": None, "results": shown}, context={"request": request})
        return Response(page.data, status=201)


class UndoManyTeams(WriteView):
    """The last list of teams is taken out again, with the players that it brought."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write(
        "undoManyTeams",
        requests.ConfirmedSerializer,
        {200: TakenOutSerializer},
        "Take out the teams that were entered last as a list. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        line = last_import_of_teams(tournament)
        if line is None:
            raise Refused("teams.nothing_to_undo")
        count = importing.undo_import(tournament=tournament, line=line, by=request.user, **given)
        return Response({"count": count})


def _players(
    tournament: Tournament, rows: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The values of each player of a list, and what is wrong by place."""
    here = set(tournament.entries.values_list("pk", flat=True))
    new = iter(read_lines(tournament, [row for row in rows if "id" not in row]))
    found, wrong = [], {}
    for place, row in enumerate(rows):
        if "id" not in row:
            values, problems = next(new)
            found.append(values)
        elif row["id"] in here and len(row) == 1:
            found.append({KNOWN: row["id"]})
            problems = {}
        else:
            problems = {"id": [_("Not all of these are in this tournament.")]}
        if problems:
            wrong[str(place)] = problems
    return found, wrong


# --- Captains -------------------------------------------------------------------------------------


class Captains(ReadView, WriteView):
    """The teams with the links of their captains; for the staff."""

    tag = "teams"
    shape = CaptainPage
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.TEAMS, Role.ARBITER

    @read("listCaptains", CaptainPage, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament = readable_to_write(request, pk, self.scope, self.role)
        return self.answer(request, {"next": None, "results": captains_of(tournament)})

    @write(
        "sendCaptainsLinks",
        team_setup.SendLinksSerializer,
        {202: team_setup.LinksSentSerializer},
        "Send captains their links by e-mail. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(team_setup.SendLinksSerializer)
        sent = captains.send_links(
            tournament=tournament,
            teams=given.get("teams"),
            language=given["language"],
            by=request.user,
        )
        return Response({"messages": sent}, status=202)


class CaptainsLink(WriteView):
    """The link of one captain."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write(
        "renewCaptainsLink",
        None,
        {200: team_setup.CaptainSerializer},
        "Give a captain a new link; the old one opens nothing. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        captains.new_link(tournament=tournament, team=team, by=request.user)
        return _captain(tournament, team)

    @write("closeCaptainsLink", None, {204: None}, "Close a captain's page. Scope: teams.")
    @writes
    def delete(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        captains.close_link(tournament=tournament, team=team, by=request.user)
        return Response(status=204)


def _captain(tournament: Tournament, team: Team) -> Response:
    row = next((row for row in captains_of(tournament) if row.team.pk == team.pk), None)
    if row is None:
        raise Http404
    return Response(team_setup.CaptainSerializer(row).data)


class TurnMatch(WriteView):
    """The two teams of a match of a Swiss exchange their colours."""

    tag = "teams"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "turnMatch",
        requests.ConfirmedSerializer,
        {200: RoundMatchesSerializer},
        "Turn the colours of a match of a Swiss. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        match = find_match_row(pk)
        tournament = self.tournament(match.round.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        match.round.tournament = tournament
        round_ = swiss.turn_match(tournament=tournament, match=match, by=request.user, **given)
        found = described(round_, inside=True)
        return Response(RoundMatchesSerializer(found, context={"request": request}).data)
