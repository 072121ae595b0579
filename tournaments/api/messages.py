"""The messages to webhooks as the document describes them."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers

from tournaments.models import PING, Happening

_API = "https://hakem.example/api/v1"


class MessageOfEvent(serializers.Serializer):
    id = serializers.UUIDField(
        help_text="stays the same when the message is sent again; also in `Hakem-Message`"
    )
    kind = serializers.CharField(help_text="what happened; also in the header `Hakem-Kind`")
    at = serializers.DateTimeField(help_text="when it happened")
    event = serializers.CharField(help_text="the short name of the event in addresses")


class MessageTournament(serializers.Serializer):
    """The tournament in which it happened."""

    id = serializers.IntegerField(help_text="the tournament's id")
    name = serializers.CharField(help_text="as on its pages")
    url = serializers.URLField(help_text="where the API shows the tournament")


class MessageThing(serializers.Serializer):
    id = serializers.IntegerField(help_text="as everywhere in the API")


class MessageBoard(MessageThing):
    board = serializers.IntegerField(help_text="its number in the round")


class MessageGame(serializers.Serializer):
    """A game of a knock-out or play-off by its place in the plan."""

    tie = serializers.CharField(help_text="the match it belongs to, by stage and place")
    phase = serializers.IntegerField(help_text="0: the games agreed; then each extension in turn")
    number = serializers.IntegerField(help_text="counted within the phase, from 1")
    board = serializers.IntegerField(help_text="where several games are played at once, else 0")


class MessageResult(serializers.Serializer):
    """The result before and after, in TRF symbols; empty: none."""

    before = serializers.CharField(help_text="the result until now; empty: none")
    after = serializers.CharField(help_text="the result from now on; empty: it was cleared")


class MessageOfTournament(MessageOfEvent):
    tournament = MessageTournament(help_text="in which it happened")
    url = serializers.URLField(help_text="where to read more")


class MessageOfRound(MessageOfTournament):
    round = serializers.IntegerField(help_text="the number of the round")


class MessageOfLeaving(MessageOfTournament):
    round = serializers.IntegerField(required=False, help_text="in which the history notes it")
    player = MessageThing(required=False, help_text="who leaves, in an event of players")
    team = MessageThing(required=False, help_text="which team leaves, in an event of teams")


class MessageOfChange(MessageOfEvent):
    tournament = MessageTournament(
        required=False, help_text="none: the event itself changed, not one of its tournaments"
    )
    url = serializers.URLField(help_text="where to read how it is now")


class MessageOfResult(MessageOfTournament):
    """One of `board`, `game` with its `knockout`, and `match` says whose result it is; none of
    them where a whole act was taken back."""

    round = serializers.IntegerField(required=False, help_text="of a board or a match")
    board = MessageBoard(required=False, help_text="of a round: the board that was played")
    knockout = serializers.IntegerField(
        required=False, help_text="id of the knock-out or play-off of the game"
    )
    game = MessageGame(required=False, help_text="of a knock-out or play-off")
    match = MessageThing(required=False, help_text="between teams: it was lost by forfeit, or not")
    result = MessageResult(required=False, help_text="before and after, in TRF symbols")
    report_only = serializers.BooleanField(
        required=False, help_text="true: corrected in the rating report alone"
    )


#: for each kind: its shape, what is told, and what the example says besides
_KINDS: dict[str, tuple[type[MessageOfEvent], str, dict[str, Any]]] = {
    Happening.ROUND_PUBLISHED: (
        MessageOfRound,
        "A round is published: everybody sees its pairings.",
        {"round": 2, "url": f"{_API}/tournaments/1/rounds/2/"},
    ),
    Happening.ROUND_TAKEN_BACK: (
        MessageOfRound,
        "A published round is a draft again: what was read of it no longer holds.",
        {"round": 2, "url": f"{_API}/tournaments/1/rounds/2/"},
    ),
    Happening.PAIRING_CHANGED: (
        MessageOfRound,
        "The pairing of a published round was changed by hand: read it again.",
        {"round": 2, "url": f"{_API}/tournaments/1/rounds/2/"},
    ),
    Happening.PLAYER_WITHDRAWN: (
        MessageOfLeaving,
        "A player or a team plays no more.",
        {"player": {"id": 17}, "url": f"{_API}/players/17/"},
    ),
    Happening.RESULT_CHANGED: (
        MessageOfResult,
        "A result of the round being played was entered, changed or cleared.",
        {
            "round": 1,
            "board": {"id": 7, "board": 3},
            "result": {"before": "", "after": "10"},
            "url": f"{_API}/boards/7/",
        },
    ),
    Happening.RESULT_CORRECTED: (
        MessageOfResult,
        "A result of an earlier round was corrected.",
        {
            "round": 1,
            "board": {"id": 7, "board": 3},
            "result": {"before": "10", "after": "=="},
            "url": f"{_API}/boards/7/",
        },
    ),
    Happening.STANDINGS_CHANGED: (
        MessageOfTournament,
        "The standings may be others now. What happens within five seconds is told once.",
        {"url": f"{_API}/tournaments/1/standings/"},
    ),
    Happening.TOURNAMENT_FINISHED: (
        MessageOfTournament,
        "The tournament is finished: its standings are final.",
        {"url": f"{_API}/tournaments/1/"},
    ),
    Happening.EVENT_CHANGED: (
        MessageOfChange,
        "Dates, settings or the schedule of an event or of a tournament were changed.",
        {"url": f"{_API}/tournaments/1/"},
    ),
    PING: (
        MessageOfEvent,
        "A test message, sent when somebody asks for one: answer it like every other.",
        {},
    ),
}


def _webhook(kind: str) -> OpenApiWebhook:
    shape, text, more = _KINDS[kind]
    name = "".join(part.capitalize() for part in str(kind).replace("_", ".").split("."))
    # A kind a shape: typed programs tell the messages apart by it.
    body = type(
        f"{name}Message",
        (shape,),
        {
            "__module__": __name__,
            "__doc__": text,
            "kind": serializers.ChoiceField(
                choices=[str(kind)], help_text="what happened; also in the header `Hakem-Kind`"
            ),
        },
    )
    example: dict[str, Any] = {
        "id": "5f0c2b7e-8d53-4c57-9a0e-1f2f6a4f7d11",
        "kind": str(kind),
        "at": "2026-11-21T14:03:11+00:00",
        "event": "open-2026",
    }
    if shape is not MessageOfEvent:
        example["tournament"] = {"id": 1, "name": "A", "url": f"{_API}/tournaments/1/"}
    return OpenApiWebhook(
        str(kind),
        extend_schema(
            operation_id=f"told{name}",
            description=text,
            tags=["webhooks"],
            request=body,
            responses={
                "2XX": OpenApiResponse(
                    description="Heard. Every other answer, and none, is tried again for two days."
                )
            },
            examples=[OpenApiExample("message", {**example, **more})],
        ),
    )


WEBHOOKS = [_webhook(kind) for kind in _KINDS]
