"""Byes, withdrawals and late arrivals that a player asks for: checked at once, answered by the
chief arbiter, undone until the round is paired."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.models import (
    ByeRequest,
    Entry,
    Pairing,
    PlayerRequest,
    Round,
    Tournament,
    User,
)
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.voice.requests import deadline_of
from tournaments.queries.voice.rules import voice_rules
from tournaments.services.entries.byes import bye_reasons, cancel_bye, grant_bye, guard_bye
from tournaments.services.entries.withdrawals import return_player, withdraw_player

NOT_SHOWN = "what a player asks for is on no public page"
Kind, State = PlayerRequest.Kind, PlayerRequest.State
#: so many minutes late one can be
MINUTES = (5, 10, 15, 20, 30)
#: requests of one player that are waiting or refused; who asks more often speaks with an arbiter
MOST = 30


def ask(
    *, tournament: Tournament, entry: Entry, kind: str, round_number: int, minutes: int = 0
) -> PlayerRequest:
    """Ask, with the answer of the regulations at once: it waits for the chief arbiter, or it is
    refused with the reason. A late arrival is only noted."""
    with act("request.made", tournament, by=None, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        if not voice_rules(tournament).takes_requests:
            raise Refused("request.not_taken")
        if kind not in Kind.values:
            raise Refused("bye.unknown_kind")
        entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
        entry.tournament = tournament
        if kind == Kind.WITHDRAW:
            round_number = next_open_round(tournament)
        again = entry.player_requests.filter(
            kind=kind, round_number=round_number, state__in=(State.WAITING, State.NOTED)
        ).first()
        if again is not None and again.minutes == (minutes or None):
            return done.nothing(again)
        if entry.player_requests.count() >= MOST:
            raise Refused("request.too_many")
        values: dict[str, Any] = {"kind": kind, "round_number": round_number}
        if kind == Kind.LATE:
            _guard_late(entry, round_number, minutes)
            if again is not None:
                again.state = State.TAKEN_BACK
                again.save(update_fields=["state"])
            values |= {"minutes": minutes, "state": State.NOTED}
        else:
            why = _why_not(entry, kind, round_number)
            refused = {"state": State.REFUSED, "why": why, "answered_at": timezone.now()}
            values |= refused if why else {"state": State.WAITING}
        made = PlayerRequest.objects.create(tournament=tournament, entry=entry, **values)
        _record(done, made)
        return made


def _why_not(entry: Entry, kind: str, number: int) -> dict[str, Any]:
    """The regulations' answer, as data: empty where they allow it."""
    tournament = entry.tournament
    try:
        if entry.gone:
            raise Refused("request.has_left", name=entry.name)
        if tournament.finished_at or number > tournament.total_rounds:
            raise Refused("bye.round_is_paired", round=number)
        deadline = deadline_of(tournament, number)
        if deadline is not None and deadline < timezone.now():
            raise Refused("request.too_late", round=number)
        if not tournament.format.pairs_players:
            raise Refused("bye.none_here")
        if kind == Kind.WITHDRAW:
            return {}
        guard_bye(tournament, number, kind)
        reasons = bye_reasons(entry, number, kind)
    except Refused as refused:
        return refused.as_data()
    # The chief arbiter may grant more than the regulations give everybody; a phone cannot ask it.
    over = next((one for one in reasons if one.code == "bye.over_the_limit"), None)
    return {"code": over.code, "values": over.values} if over else {}


def _guard_late(entry: Entry, number: int, minutes: int) -> None:
    round_ = entry.tournament.round(number)
    if round_ is None or round_.status != Round.Status.PUBLISHED or minutes not in MINUTES:
        raise Refused("request.not_late_now", round=number)
    games = Pairing.objects.games().filter(Q(white=entry) | Q(black=entry), round=round_)
    if not games.filter(result="").exists():
        raise Refused("request.not_late_now", round=number)


def grant(
    *, tournament: Tournament, request: PlayerRequest, by: User | None, confirmed: str = ""
) -> PlayerRequest:
    """Grant the bye or the withdrawal, with the same questions as at the desk."""
    with act("request.granted", tournament, by=by) as done:
        tournament = done.tournament
        found = _waiting(tournament, request)
        if found is None:
            return done.nothing(request)
        given: dict[str, Any] = {"tournament": tournament, "entry": found.entry, "by": by}
        if found.kind == Kind.WITHDRAW:
            withdraw_player(**given, confirmed=confirmed)
        else:
            grant_bye(
                **given, round_number=found.round_number, kind=found.kind, confirmed=confirmed
            )
        return _answer(done, found, State.GRANTED)


def grant_all(*, tournament: Tournament, by: User | None) -> tuple[int, int]:
    """Grant all byes that ask no question; how many, and how many wait on for one press each."""
    granted = left = 0
    for one in tournament.player_requests.filter(state=State.WAITING).order_by("id"):
        try:
            grant(tournament=tournament, request=one, by=by)
        except (NeedsConfirmation, Refused):
            left += 1
        else:
            granted += 1
    return granted, left


def refuse(
    *, tournament: Tournament, request: PlayerRequest, words: str, by: User | None
) -> PlayerRequest:
    with act("request.refused", tournament, by=by, quiet=NOT_SHOWN) as done:
        found = _waiting(done.tournament, request)
        if found is None:
            return done.nothing(request)
        found.words = words.strip()[:300]
        return _answer(done, found, State.REFUSED)


def take_back(*, tournament: Tournament, entry: Entry, request: PlayerRequest) -> PlayerRequest:
    """The player thinks better of it; granted or not, until the round is paired."""
    with act("request.taken_back", tournament, by=None) as done:
        tournament = done.tournament
        found = PlayerRequest.objects.select_for_update(of=("self",)).get(
            tournament=tournament, entry=entry, pk=request.pk
        )
        if found.state not in (State.WAITING, State.GRANTED, State.NOTED):
            return done.nothing(found)
        first = next_open_round(tournament)
        if found.kind != Kind.LATE and (found.round_number < first or _is_drawn_up(found)):
            raise Refused("request.is_paired", round=found.round_number)
        if found.state == State.GRANTED:
            _undo(tournament, found)
        return _answer(done, found, State.TAKEN_BACK)


def _is_drawn_up(request: PlayerRequest) -> bool:
    """The round is paired, if only as a draft: the desk builds on what was granted."""
    round_ = request.tournament.round(request.round_number)
    return request.state == State.GRANTED and round_ is not None and round_.is_paired


def _undo(tournament: Tournament, request: PlayerRequest) -> None:
    entry = request.entry
    if request.kind == Kind.WITHDRAW:
        return_player(tournament=tournament, entry=entry, by=None)
        return
    same = ByeRequest.objects.filter(
        entry=entry, round_number=request.round_number, kind=request.kind
    )
    if same.exists():  # the desk may have granted another kind since
        cancel_bye(tournament=tournament, entry=entry, round_number=request.round_number, by=None)


def _waiting(tournament: Tournament, request: PlayerRequest) -> PlayerRequest | None:
    found = PlayerRequest.objects.select_for_update(of=("self",)).get(
        tournament=tournament, pk=request.pk
    )
    return found if found.state == State.WAITING else None


def _answer(
    done: Act[Tournament], request: PlayerRequest, state: PlayerRequest.State
) -> PlayerRequest:
    request.state = state
    request.answered_at, request.answered_by = timezone.now(), done.by
    request.save(update_fields=["state", "answered_at", "answered_by", "words"])
    _record(done, request)
    return request


def _record(done: Act[Tournament], request: PlayerRequest) -> None:
    done.record(
        request,
        label=request.entry.name,
        round_number=request.round_number,
        after={"kind": request.kind, "state": request.state}
        | ({"minutes": request.minutes} if request.minutes else {}),
        reason=request.words,
    )
