"""Players call an arbiter to the board; times are kept for the report."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import ArbiterCall, Entry, Pairing, Round, Sector, Tournament, User
from tournaments.queries.voice.rules import voice_rules

NOT_SHOWN = "who calls an arbiter is on no public page"
LAST_BOARD = 9999


def call(*, tournament: Tournament, entry: Entry, reason: str) -> ArbiterCall:
    """To the player's own board of the round that is being played; one call a board at a time."""
    with act("call.made", tournament, by=None, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        if not voice_rules(tournament).takes_calls:
            raise Refused("call.not_taken")
        if reason not in ArbiterCall.Reason.values:
            raise Refused("call.unknown_reason")
        game = (
            Pairing.objects.games()
            .filter(Q(white=entry) | Q(black=entry))
            .filter(round__tournament=tournament, round__status=Round.Status.PUBLISHED)
            .select_related("round")
            .order_by("-round__number")
            .first()
        )
        if game is None:
            raise Refused("call.no_game")
        place = {"round_number": game.round.number, "board": game.board}
        again = tournament.calls.filter(**place, done_at=None).first()
        if again is not None:
            return done.nothing(again)
        made = ArbiterCall.objects.create(
            tournament=tournament, entry=entry, reason=reason, **place
        )
        done.record(made, label=_label(made), round_number=made.round_number)
        return made


def take_call(*, tournament: Tournament, call: ArbiterCall, by: User | None) -> ArbiterCall:
    """An arbiter goes there; the others see who."""
    with act("call.taken", tournament, by=by, quiet=NOT_SHOWN) as done:
        found: ArbiterCall = done.tournament.calls.get(pk=call.pk)
        if found.taken_at is not None or found.done_at is not None:
            return done.nothing(found)
        found.taken_at, found.taken_by = timezone.now(), by
        found.save(update_fields=["taken_at", "taken_by"])
        done.record(found, label=_label(found), round_number=found.round_number)
        return found


def end_call(*, tournament: Tournament, call: ArbiterCall, by: User | None) -> ArbiterCall:
    with act("call.done", tournament, by=by, quiet=NOT_SHOWN) as done:
        found: ArbiterCall = done.tournament.calls.get(pk=call.pk)
        if found.done_at is not None:
            return done.nothing(found)
        found.done_at = timezone.now()
        line: dict[str, Any] = {"label": _label(found), "round_number": found.round_number}
        if found.taken_at is None:
            found.taken_at, found.taken_by = found.done_at, by
            done.record(found, "call.taken", **line)  # the minutes until then are known now
        found.save(update_fields=["done_at", "taken_at", "taken_by"])
        done.record(found, **line)
        return found


def set_sector(
    *, tournament: Tournament, user: User, first: int, last: int, by: User | None
) -> Sector | None:
    """The boards that an arbiter walks; without numbers all of them."""
    with act("sector.set", tournament, by=by, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        held = tournament.sectors.filter(user=user).first()
        if not first and not last:
            if held is None:
                return done.nothing(None)
            held.delete()
            done.record(tournament, label=user.display_name)
            return None
        if not 1 <= first <= last <= LAST_BOARD:
            raise Refused("sector.in_order")
        if held is not None and (held.first_board, held.last_board) == (first, last):
            return done.nothing(held)
        made, _new = Sector.objects.update_or_create(
            tournament=tournament,
            user=user,
            defaults={"first_board": first, "last_board": last},
        )
        done.record(tournament, label=f"{user.display_name} {made}")
        return made


def _label(call: ArbiterCall) -> str:
    return f"{call.round_number}/{call.board} {call.entry or ''}".strip()
