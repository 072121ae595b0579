"""All that waits for the staff, in one list: what is due first on top."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.models import (
    ArbiterCall,
    Case,
    Pairing,
    PlayerRequest,
    Role,
    Round,
    Tournament,
    User,
)
from tournaments.queries.results.corrections import awaiting_second_arbiter
from tournaments.queries.voice.calls import open_calls
from tournaments.queries.voice.cases import WAITS, open_cases
from tournaments.queries.voice.requests import deadline_of, open_requests
from tournaments.queries.voice.results import SAID, reported_boards


@dataclass(frozen=True, slots=True)
class Item:
    """`kind` chooses the part of the page: report, request, case, call, correction."""

    kind: str
    due: datetime
    what: Any

    @property
    def is_over(self) -> bool:
        return self.due < timezone.now()


def inbox(tournament: Tournament, user: User) -> list[Item]:
    """The items that this member of the staff may settle: none for those who only read."""
    role = tournament.event.my_role
    items: list[Item] = []
    if role.covers(Role.CLERK):
        items += [Item("report", one.due, one) for one in reported_boards(tournament) if one.is_due]
    if role.covers(Role.ARBITER):
        items += [Item("call", one.call.at, one) for one in open_calls(tournament, user)]
        awaited = awaiting_second_arbiter([tournament.pk], user).get(tournament.pk, [])
        items += [Item("correction", one.line.at, one) for one in awaited]
        items += [Item("case", one.due, one) for one in open_cases(tournament)]
    if role.covers(Role.CHIEF):
        items += [
            Item("request", deadline_of(tournament, one.round_number) or one.at, one)
            for one in open_requests(tournament)
        ]
    return sorted(items, key=lambda item: item.due)


def waiting_in(tournaments: Sequence[Tournament], user: User) -> dict[int, int]:
    """How much of players' waits in each tournament, as its inbox counts it; one query where
    nothing waits. Corrections are told beside it."""
    played = Pairing.objects.filter(SAID, round__status=Round.Status.PUBLISHED, result="")
    asked = PlayerRequest.objects.filter(state=PlayerRequest.State.WAITING)
    called = ArbiterCall.objects.filter(done_at=None)
    own = {"tournament": OuterRef("pk")}
    something = (
        Exists(played.filter(round__tournament=OuterRef("pk")))
        | Exists(asked.filter(**own))
        | Exists(called.filter(**own))
        | Exists(Case.objects.filter(WAITS, **own))
    )
    some = Tournament.objects.filter(something, pk__in=[one.pk for one in tournaments])
    keys = set(some.order_by().values_list("pk", flat=True))
    return {
        one.pk: sum(1 for item in inbox(one, user) if item.kind != "correction")
        for one in tournaments
        if one.pk in keys
    }
