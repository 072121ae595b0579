"""Teams at the desk: their lists, the draw, matches and line-ups, standings."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.core.text import number_or_none, whole_number
from tournaments.forms.teams import TeamForm, TeamRulesForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Entry, Match, Role, Round, Team, Tournament
from tournaments.queries.entries.listed import last_import_of_teams
from tournaments.queries.entries.names import in_alphabet
from tournaments.queries.results.window import Window, window
from tournaments.queries.setup.qualifiers import has_sources
from tournaments.queries.standings.best_of import best_of
from tournaments.queries.teams import standings as queries
from tournaments.queries.teams.captains import captain_link
from tournaments.queries.teams.crosstable import team_cross_table
from tournaments.queries.teams.lineups import deadline, handing_in, line_ups_of
from tournaments.queries.teams.listing import in_no_team, listed_teams
from tournaments.queries.teams.match_reasons import match_reasons
from tournaments.queries.teams.matches import find_match, matches_of_round, matches_of_team
from tournaments.queries.teams.rules import average, rules_of
from tournaments.services.teams import drawing, importing, leaving, lineups, listing, matches
from tournaments.services.teams.importing import read_teams, read_teams_file
from tournaments.views.captain import read_seats
from tournaments.views.desk import frame
from tournaments.views.lots import typed_numbers
from tournaments.views.pasted import PastedList, import_line, paste_page
from tournaments.views.swiss import of_the_matches
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn


@login_required
@require_safe
def teams(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    found = listed_teams(tournament)
    rules = rules_of(tournament)
    context = {
        "teams": [(team, average(team, rules.boards)) for team in found],
        "rules": rules,
        "drawn": any(team.number for team in found),
        "imported": last_import_of_teams(tournament),
        "sources": tournament.format.pairs_teams and has_sources(tournament),
        "unlisted": in_no_team(tournament),
        **frame(tournament),
    }
    context["may_draw"] = (
        tournament.format.pairs_teams
        and not tournament.format.makes_rounds_from_plan
        and not any(round_.is_paired for round_ in context["rounds"])
    )
    context["drawing"] = context["may_draw"] and not context["drawn"] and context["may_arbitrate"]
    if tournament.format.makes_rounds_from_plan:
        context["knockout"] = tournament.knockouts.get(kind="knockout")
    return render(request, "desk/teams.html", context)


@login_required
def rules(request: SignedIn, event: str, slug: str) -> HttpResponse:
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    form = TeamRulesForm(request.POST or None, instance=rules_of(tournament), tournament=tournament)
    if form.is_valid():
        try:
            listing.change_rules(values=form.values(), options=form.options(), **press.answered)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The rules for teams are saved."))
            return redirect("desk:teams", event, slug)
    return render(request, "desk/team_rules.html", {"form": form, **frame(tournament)})


@login_required
def add(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    form = TeamForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        try:
            team = listing.add_team(tournament=tournament, by=request.user, values=form.values())
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return redirect("desk:team", event, slug, team.pk)
    return render(request, "desk/team_form.html", {"form": form, **frame(tournament)})


@login_required
def edit(request: SignedIn, event: str, slug: str, team: int) -> HttpResponse:
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    found = team_of(tournament, team)
    form = TeamForm(request.POST or None, instance=found, tournament=tournament)
    if form.is_valid():
        try:
            listing.change_team(
                team=found,
                version=whole_number(request.POST.get("version")),
                values=form.values(),
                **press.given,
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": form.values()["name"]})
            return redirect("desk:team", event, slug, team)
    rules = rules_of(tournament)
    members = list(found.members.select_related("entry"))
    places = max(rules.boards + rules.reserves, len(members))
    listed: list[Any] = [member.entry for member in members]
    free = in_alphabet(Entry.objects.filter(tournament=tournament, membership=None))
    context = {
        "form": form,
        "team": found,
        "version": found.version,
        "places": [
            (place, place <= rules.boards, listed[place - 1] if place <= len(listed) else None)
            for place in range(1, places + 1)
        ],
        "free": free,
        "rules": rules,
        "link": captain_link(found),
        "mail": found.mails.last(),
        "matches": matches_of_team(found) if tournament.format.pairs_teams else [],
        **frame(tournament),
    }
    return render(request, "desk/team_form.html", context)


@button(Role.ARBITER)
def list_players(press: Press, team: int) -> HttpResponse:
    """The list as chosen place by place; empty places close up."""
    chosen = filter(None, map(whole_number, press.request.POST.getlist("entry")))
    listing.list_players(
        team=team_of(press.tournament, team),
        entries=list(chosen),
        **press.given,
    )
    messages.success(press.request, _("The list is saved."))
    return press.back("desk:team", team)


@button(Role.ARBITER)
def remove(press: Press, team: int) -> HttpResponse:
    again = leaving.remove_team(team=team_of(press.tournament, team), **press.answered)
    if again:
        messages.warning(press.request, _("The team is taken out. Draw the numbers again."))
    return press.back("desk:teams")


@button(Role.ARBITER)
def withdraw(press: Press, team: int) -> HttpResponse:
    leaving.withdraw_team(team=team_of(press.tournament, team), **press.answered)
    return press.back("desk:team", team)


@button(Role.ARBITER)
def bring_back(press: Press, team: int) -> HttpResponse:
    leaving.return_team(team=team_of(press.tournament, team), **press.given)
    return press.back("desk:team", team)


def _enter_teams(request: SignedIn, tournament: Tournament, teams: list[Any]) -> HttpResponse:
    made = importing.import_teams(
        tournament=tournament,
        by=request.user,
        teams=teams,
        namesakes_are_new=request.POST.get("namesakes") == "new",
    )
    messages.success(
        request,
        ngettext("%(count)s team added.", "%(count)s teams added.", len(made))
        % {"count": len(made)},
    )
    return redirect("desk:teams", tournament.event.slug, tournament.slug)


TEAMS = PastedList(
    name="teams",
    template="desk/team_import.html",
    read_text=read_teams,
    read_file=read_teams_file,
    players=lambda preview: preview.players,
    rows=lambda preview: [team.as_values() for team in preview.teams],
    enter=_enter_teams,
)


@login_required
def import_teams(request: SignedIn, event: str, slug: str) -> HttpResponse:
    return paste_page(request, tournament_for(request.user, event, slug, Role.ARBITER), TEAMS)


@button(Role.ARBITER)
def undo_import(press: Press) -> HttpResponse:
    importing.undo_import(
        line=import_line(press.request, press.tournament, "teams.imported"), **press.answered
    )
    messages.success(press.request, _("The import is taken back."))
    return press.back("desk:teams")


# --- The draw -------------------------------------------------------------------------------------


@button(Role.ARBITER)
def draw(press: Press) -> HttpResponse:
    """By the recorded seed; numbers typed in beside the teams come first."""
    unfit = Refused("teams.numbers_wrong", count=press.tournament.teams.count())
    typed = typed_numbers(press.request.POST, unfit)
    drawing.draw(typed=typed, **press.given)
    messages.success(
        press.request,
        _("The teams have their numbers.")
        if press.tournament.format.swiss
        else _("The numbers are drawn; every match is known."),
    )
    return press.back("desk:teams")


@button(Role.ARBITER)
def undo_draw(press: Press) -> HttpResponse:
    drawing.undo_draw(**press.answered)
    return press.back("desk:teams")


# --- Rounds of matches ----------------------------------------------------------------------------


@login_required
@require_safe
def round_of_matches(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    tournament = must_pair_teams(tournament_for(request.user, event, slug))
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    rules = rules_of(tournament)
    context = {
        "round": round_,
        "number": number,
        "matches": matches_of_round(round_),
        "resting": queries.resting_in(round_),
        "reasons": match_reasons(round_).resting,
        "line_ups": line_ups_of(round_, rules),
        "closes": deadline(round_, rules),
        "unlisted": [] if round_.is_public else in_no_team(tournament),
        **of_the_matches(Press(request, tournament), round_),
        **frame(tournament),
    }
    return render(request, "desk/team_round.html", context)


@login_required
def line_up(request: SignedIn, event: str, slug: str, number: int, team: int) -> HttpResponse:
    """The arbiter writes down what a captain has handed in on paper."""
    tournament = must_pair_teams(tournament_for(request.user, event, slug, Role.ARBITER))
    round_ = get_object_or_404(tournament.rounds, number=number)
    found = team_of(tournament, team)
    error = ""
    if request.method == "POST":
        try:
            lineups.hand_in(
                tournament=tournament,
                team=found,
                number=number,
                seats=read_seats(request),
                by=request.user,
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, _("The line-up is in."))
            return redirect("desk:team_round", event, slug, number)
    context = {
        "sheet": handing_in(round_, found, typed=read_seats(request) if error else None, own=False),
        "error": error,
        "number": number,
        **frame(tournament),
    }
    return render(request, "desk/line_up.html", context)


@login_required
def match(request: SignedIn, event: str, slug: str, match: int) -> HttpResponse:
    """One match: its boards, and what can happen to it as a whole."""
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = must_pair_teams(press.tournament)
    if request.method == "POST":
        found = get_object_or_404(Match, round__tournament=tournament, pk=match)
        matches.forfeit_match(
            match=found, forfeit=request.POST.get("forfeit", ""), **press.answered
        )
        return redirect("desk:match", event, slug, match)
    view = find_match(tournament, match)
    if view is None:
        raise Http404
    context = {
        "view": view,
        "round": view.match.round,
        "number": view.match.round.number,
        "reasons": match_reasons(view.match.round).matches.get(view.match.number),
        "may_turn": tournament.format.swiss and view.match.round.status == Round.Status.PLANNED,
        "may_forfeit": window(view.match.round) is Window.OPEN,
        **frame(tournament),
    }
    return render(request, "desk/match.html", context)


# --- Standings ------------------------------------------------------------------------------------


@login_required
@require_safe
def standings(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    if tournament.format.makes_rounds_from_plan:  # its games decide, and its page says how
        plan = tournament.knockouts.get(kind="knockout")
        return redirect("desk:knockout", event, slug, plan.pk)
    after = request.GET.get("after", "")
    wanted = number_or_none(after)
    context: dict[str, Any] = frame(tournament)
    if tournament.format.pairs_teams:
        context["table"] = queries.team_table(tournament, wanted)
    else:
        context["best"] = best_of(tournament, wanted)
        context["rules"] = rules_of(tournament)
    return render(request, "desk/team_standings.html", context)


@login_required
@require_safe
def working(request: SignedIn, event: str, slug: str, after: int, team: int) -> HttpResponse:
    tournament = must_pair_teams(tournament_for(request.user, event, slug))
    page = queries.team_working(tournament, team_of(tournament, team), after)
    if page is None:
        raise Http404
    return render(request, "desk/team_working.html", {"page": page, **frame(tournament)})


@login_required
@require_safe
def crosstable(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = must_pair_teams(tournament_for(request.user, event, slug))
    if tournament.format.makes_rounds_from_plan:  # nobody meets everybody
        plan = tournament.knockouts.get(kind="knockout")
        return redirect("desk:knockout", event, slug, plan.pk)
    context = {"cross": team_cross_table(tournament), **frame(tournament)}
    return render(request, "desk/team_crosstable.html", context)


@login_required
@require_safe
def board_prizes(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = must_pair_teams(tournament_for(request.user, event, slug))
    context = {"boards": queries.board_scores(tournament), **frame(tournament)}
    return render(request, "desk/team_boards.html", context)


def team_of(tournament: Tournament, pk: int) -> Team:
    team = get_object_or_404(tournament.teams, pk=pk)
    return team


def must_pair_teams(tournament: Tournament) -> Tournament:
    if tournament.format.pairs_players:
        raise Http404
    return tournament
