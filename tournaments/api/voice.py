"""The inbox of the desk, and the requests of players' phones."""

from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from tournaments.api.requests import ConfirmedSerializer
from tournaments.api.serializers import PlayerBrief
from tournaments.models import GameRow, PlayerRequest
from tournaments.queries.results.corrections import Awaited
from tournaments.queries.voice.calls import Called
from tournaments.queries.voice.cases import Open
from tournaments.queries.voice.inbox import Item
from tournaments.queries.voice.results import Reported

KINDS = ["report", "request", "call", "correction", "case"]


class InboxItemSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(
        choices=KINDS,
        help_text="`report` results that players reported, `request` a bye or withdrawal asked "
        "for, `call` for an arbiter, `correction` for the second arbiter, `case` a claim",
    )
    due = serializers.DateTimeField(help_text="when it is, or was, to be settled")
    over = serializers.BooleanField(help_text="this moment has passed")
    round = serializers.IntegerField(help_text="the number of the round it is about")
    board = serializers.IntegerField(allow_null=True, help_text="at which board; null: at none")
    player = PlayerBrief(allow_null=True, help_text="who asks or claims; null: nobody alone")
    about = serializers.CharField(
        help_text="of a request H, Z or W; of a call its reason; of a case `pairing` or `result`; "
        "else empty"
    )
    results = serializers.ListField(
        child=serializers.CharField(),
        help_text="of a report all that were said; of a correction what stood and what stands",
    )
    url = serializers.URLField(
        allow_null=True,
        help_text="the board, with `result/` and `confirm/` below it, or the request, with "
        "`grant/` and `refuse/`; null: it is settled by a person",
    )

    def to_representation(self, item: Item) -> dict[str, Any]:
        found = super().to_representation(
            {"kind": item.kind, "due": item.due, "over": item.is_over, **_EMPTY, **_told(item.what)}
        )
        view, pk = _place(item.what)
        if view:
            found["url"] = reverse(view, args=pk, request=self.context.get("request"))
        return found


_EMPTY: dict[str, Any] = {"board": None, "player": None, "about": "", "results": [], "url": None}


def _told(what: Any) -> dict[str, Any]:
    match what:
        case Reported():
            row: GameRow = what.pairing
            said = [one.code for one in what.choices]
            return {"round": row.round.number, "board": row.board, "results": said}
        case Called():
            call = what.call
            told = {"round": call.round_number, "board": call.board, "about": call.reason}
            return told | {"player": call.entry}
        case Awaited():
            line = what.line
            return {
                "round": what.number,
                "board": what.board,
                "results": [str(line.before or ""), str(line.after or "")],
            }
        case Open():
            claim = what.case
            told = {"round": claim.round_number, "board": claim.board, "about": claim.about}
            return told | {"player": claim.entry}
    asked: PlayerRequest = what
    return {"round": asked.round_number, "about": asked.kind, "player": asked.entry}


def _place(what: Any) -> tuple[str, list[int]]:
    """The view, with its arguments, at which a program goes on."""
    if isinstance(what, Reported):
        return "api:board", [what.pairing.pk]
    if isinstance(what, PlayerRequest):
        return "api:player_request", [what.tournament_id, what.pk]
    if isinstance(what, Awaited) and what.line.target.startswith("pairing:"):
        return "api:board", [int(what.line.target.partition(":")[2])]
    return "", []


class PlayerRequestSerializer(serializers.Serializer):
    """A bye or withdrawal that a player asked for by phone."""

    id = serializers.IntegerField()
    player = PlayerBrief(source="entry")
    round = serializers.IntegerField(source="round_number", help_text="for which round")
    kind = serializers.ChoiceField(
        choices=PlayerRequest.Kind.choices,
        help_text="H half-point bye, Z zero-point bye, W withdrawal, L comes late",
    )
    state = serializers.ChoiceField(
        choices=PlayerRequest.State.choices, help_text="how far it is, as the player reads it"
    )
    words = serializers.CharField(help_text="why it was refused, as the player reads it")
    at = serializers.DateTimeField()


class RefuseRequestSerializer(serializers.Serializer):
    words = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="why; the player reads it"
    )


class GrantRequestSerializer(ConfirmedSerializer):
    pass
