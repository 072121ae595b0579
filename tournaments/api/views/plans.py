"""Knock-outs and play-offs before the start: prepare, plan, announce, and back."""

from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import access, requests, setup
from tournaments.api.access import SignedRequest
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.views.knockouts import Knockouts
from tournaments.forms.knockout import KnockoutForm, PlayoffForm
from tournaments.kernel.acts import lock
from tournaments.kernel.errors import Conflict
from tournaments.models import Entry, Knockout, Role, Scope, Team, Tournament
from tournaments.queries.knockout.playoff import seats_before
from tournaments.services.knockout import planning, playoff, team_rounds


class Plans(ReadView):
    """The knock-outs and play-offs of a tournament as they are planned; for its staff."""

    tag = "knockouts"
    shape = setup.PlansSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("listPlans", setup.PlansSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = access.readable(request, pk)
        if not inside:
            raise Http404
        return self.answer(request, {"plans": [as_plan(one) for one in _all(tournament)]})


class PreparePlayoff(Knockouts, WriteView):
    scope, role = Scope.SETUP, Role.ARBITER
    made_in = ("api:plans", "pk")

    @write(
        "preparePlayoff",
        setup.PlayoffRequestSerializer,
        {201: setup.PlanSerializer},
        "Plan a play-off for those tied for a place. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.PlayoffRequestSerializer)
        made = playoff.prepare_playoff(
            tournament=tournament,
            place=given["place"],
            level=given.get("level", []),
            by=request.user,
        )
        return _answer(made, 201)


class Plan(WriteView):
    tag = "knockouts"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "changePlan",
        setup.PlanChangeSerializer,
        {200: setup.PlanSerializer},
        "Change what is agreed for a knock-out or play-off. Scope: setup.",
    )
    @writes
    def patch(self, request: SignedRequest, pk: int) -> Response:
        found = self._locked(pk)
        given = self.checked(setup.PlanChangeSerializer)
        if given.pop("version") != found.tournament.revision:
            raise Conflict("knockout.plan_changed_meanwhile", current=_version(found))
        form = _form(found, given)
        if form.errors:
            raise ValidationError(
                {_field(name): [str(text) for text in found] for name, found in form.errors.items()}
            )
        planning.change_plan(knockout=found, by=request.user, values=form.values())
        return _answer(found)

    def _locked(self, pk: int) -> Knockout:
        found = find_plan(pk)
        found.tournament = lock(self.tournament(found.tournament_id))
        return found


class Announce(WriteView):
    tag = "knockouts"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "announceKnockout",
        requests.ConfirmedSerializer,
        {200: setup.PlanSerializer},
        "Announce the plan: everybody sees it, and its players are fixed. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        found = find_plan(pk)
        found.tournament = self.tournament(found.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        return _answer(planning.announce(knockout=found, by=request.user, **given))


class TakeBack(WriteView):
    tag = "knockouts"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "takeAnnouncementBack",
        None,
        {200: setup.PlanSerializer},
        "Back to the plan, while no game was played. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        found = find_plan(pk)
        found.tournament = self.tournament(found.tournament_id)
        return _answer(planning.take_back_plan(knockout=found, by=request.user))


class NextRound(WriteView):
    tag = "knockouts"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "makeKnockoutRound",
        None,
        {200: setup.PlanSerializer},
        "Between teams: the matches that are due become the next round. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        found = find_plan(pk)
        found.tournament = self.tournament(found.tournament_id)
        if not found.tournament.format.makes_rounds_from_plan or not found.announced_at:
            raise Http404
        team_rounds.make_round(knockout=found, by=request.user)
        return _answer(found)


class Cancel(WriteView):
    tag = "knockouts"
    scope, role = Scope.SETUP, Role.CHIEF

    @write(
        "cancelPlayoff",
        requests.ConfirmedSerializer,
        {200: setup.PlanSerializer},
        "A play-off does not count any more. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        found = find_plan(pk)
        found.tournament = self.tournament(found.tournament_id)
        if not found.is_playoff:
            raise Http404
        given = self.checked(requests.ConfirmedSerializer)
        playoff.cancel(playoff=found, by=request.user, **given)
        return _answer(found)


def find_plan(pk: int) -> Knockout:
    found = Knockout.objects.select_related("tournament__event").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def as_plan(found: Knockout) -> dict[str, Any]:
    seats: Sequence[Entry | Team] = [seat.entry for seat in found.seats.select_related("entry")]
    if not seats and not found.cancelled_at:
        seats = seats_before(found)[0]
    return {
        "knockout": found,
        "announced": found.announced_at is not None,
        "cancelled": found.cancelled_at is not None,
        "players": [str(one.name) for one in seats],
        "settings": _settings(found, len(seats)),
        "version": found.tournament.revision,
    }


def _all(tournament: Tournament) -> list[Knockout]:
    return list(tournament.knockouts.order_by("pk"))


def _settings(found: Knockout, players: int) -> dict[str, Any]:
    form = PlayoffForm(found, players) if found.is_playoff else KnockoutForm(found)
    known = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    settings = {name: value for name, value in known.items() if not name.startswith("choice_")}
    if "prizes" in settings:
        settings["prizes"] = settings["prizes"].split()
    if found.is_playoff:
        settings["choices"] = {
            _field(name): value for name, value in known.items() if name not in settings
        }
    return settings


def _form(found: Knockout, given: dict[str, Any]) -> KnockoutForm | PlayoffForm:
    """The page's own form, filled with what is known and what was sent."""
    if found.is_playoff:
        players = found.seats.count() or len(seats_before(found)[0])
        make: Callable[..., KnockoutForm | PlayoffForm] = partial(PlayoffForm, found, players)
    else:
        make = partial(KnockoutForm, found)
    form = make()
    fields = form.fields
    data = {name: form.get_initial_for_field(field, name) for name, field in fields.items()}
    sent = {f"choice_{name}": value for name, value in given.pop("choices", {}).items()} | given
    if "prizes" in sent:
        sent["prizes"] = "\n".join(sent["prizes"])
    if unknown := sorted(sent.keys() - fields.keys()):
        raise ValidationError({_field(unknown[0]): [_("This plan has no such setting.")]})
    data |= sent
    filled = make(data)
    filled.full_clean()
    return filled


def _field(name: str) -> str:
    return name.removeprefix("choice_")


def _version(found: Knockout) -> SimpleNamespace:
    return SimpleNamespace(version=found.tournament.revision)


def _answer(found: Knockout, status: int = 200) -> Response:
    fresh = find_plan(found.pk)
    return Response(setup.PlanSerializer(as_plan(fresh)).data, status=status)
