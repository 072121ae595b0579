"""Byes, withdrawals and late arrivals that players ask for: on their phones and at the desk."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.models import ByeKind, Entry, PlayerRequest, Round, Tournament
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.voice.rules import voice_rules
from tournaments.wording import sentence
from tournaments.wording.voice import ARTICLES

State = PlayerRequest.State


def deadline_of(tournament: Tournament, number: int) -> datetime | None:
    """The last moment to ask for something in a round; None without a published start."""
    round_ = tournament.round(number)
    if round_ is None or round_.starts_at is None:
        return None
    return round_.starts_at - timedelta(minutes=voice_rules(tournament).request_minutes)


@dataclass(frozen=True, slots=True)
class Ahead:
    """A round for which something can still be asked."""

    number: int
    deadline: datetime | None
    over: bool
    granted: str  # the kind of the bye that is granted already


def rounds_ahead(entry: Entry) -> list[Ahead]:
    tournament = entry.tournament
    first, now = next_open_round(tournament), timezone.now()
    granted = dict(entry.bye_requests.values_list("round_number", "kind"))
    found = []
    for number in range(first, tournament.total_rounds + 1):
        deadline = deadline_of(tournament, number)
        over = deadline is not None and deadline < now
        found.append(Ahead(number, deadline, over, granted.get(number, "")))
    return found


def kinds_asked(tournament: Tournament) -> list[tuple[str, str]]:
    """The byes that a player can ask for here, with their words."""
    if not tournament.format.pairs_players:
        return []
    asked = {one.value for one in tournament.format.asked_byes}
    kinds = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT)
    return [(kind.value, str(kind.label)) for kind in kinds if kind.value in asked]


@dataclass(frozen=True, slots=True)
class Receipt:
    """A request as its player reads it: with the answer, and whether it can be taken back."""

    request: PlayerRequest
    why: str
    article: str
    may_go: bool


def receipts_of(entry: Entry) -> list[Receipt]:
    first = next_open_round(entry.tournament)
    return [_receipt(one, first) for one in entry.player_requests.order_by("-id")[:20]]


def _receipt(request: PlayerRequest, first: int) -> Receipt:
    code = request.why.get("code", "")
    open_ = request.state in (State.WAITING, State.GRANTED) and request.round_number >= first
    return Receipt(
        request,
        sentence(code, request.why.get("values", {})) if code else request.words,
        ARTICLES.get(code, ""),
        open_ or (request.state == State.NOTED and request.round_number >= first - 1),
    )


def open_requests(tournament: Tournament) -> list[PlayerRequest]:
    """The requests that wait for the chief arbiter, the round that is paired first on top."""
    first = next_open_round(tournament)
    return list(
        tournament.player_requests.filter(state=State.WAITING, round_number__gte=first)
        .select_related("entry")
        .order_by("round_number", "id")
    )


def late_ones(round_: Round) -> dict[int, PlayerRequest]:
    """By entry, those who said that they come late to a round."""
    said = PlayerRequest.objects.filter(
        tournament=round_.tournament_id,
        round_number=round_.number,
        kind=PlayerRequest.Kind.LATE,
        state=State.NOTED,
    )
    return {one.entry_id: one for one in said.select_related("entry").order_by("id")}


@dataclass(frozen=True, slots=True)
class LateBoard:
    """A board at which somebody comes late, with the moment at which they expect to be there."""

    board: int
    side: str
    request: PlayerRequest

    @property
    def there_at(self) -> datetime:
        return self.request.at + timedelta(minutes=self.request.minutes or 0)


def late_boards(round_: Round) -> list[LateBoard]:
    late = late_ones(round_)
    if not late:
        return []
    return list(_boards(round_, late))


def _boards(round_: Round, late: dict[int, PlayerRequest]) -> Iterator[LateBoard]:
    seated = Q(white__in=late) | Q(black__in=late)
    for row in round_.pairings.games().filter(seated, result="").order_by("board"):
        for side, pk in (("w", row.white_id), ("b", row.black_id)):
            if pk in late:
                yield LateBoard(row.board, side, late[pk])
