"""Everything that is known of one player in a tournament, for that player."""

from typing import Any

from django.db.models import Q

from tournaments.models import Entry, LogEntry, Pairing
from tournaments.queries.standings.payouts import account_of
from tournaments.queries.voice.personal import said_for

_FIELDS = (
    "tpn", "name", "title", "sex", "birth_date", "federation", "club", "fide_id", "national_id",
    "rating", "fide_rating", "national_rating", "rating_source", "national_source", "status",
    "first_round", "withdrawn_after", "fixed_board", "phone", "note", "checked_in_at", "created_at",
)  # fmt: skip


def personal_data(entry: Entry) -> dict[str, Any]:
    tournament = entry.tournament
    event = tournament.event
    account = getattr(entry, "bank_detail", None)
    member = getattr(entry, "membership", None)
    return {
        "event": {
            "name": event.name, "city": event.city, "starts_on": event.starts_on,
            "ends_on": event.ends_on, "tournament": tournament.name,
        },
        "player": {name: getattr(entry, name) for name in _FIELDS},
        "register": entry.player_id,
        "team": member.team.name if member else None,
        "games": list(_games(entry)),
        "byes_asked_for": list(entry.bye_requests.values("round_number", "kind", "created_at")),
        "incidents": list(
            entry.incidents.filter(taken_back_at=None).values(
                "kind", "round_number", "board", "minute", "note", "at"
            )
        ),
        "consents": list(entry.consents.values("kind", "given_at", "withdrawn_at")),
        "account": None
        if account is None
        else {"iban": account_of(account).iban, "holder": account_of(account).holder},
        "followed_by": entry.follows.count(),
        **said_for(entry),
        "history": list(
            LogEntry.objects.filter(target=f"entry:{entry.pk}").order_by("pk").values(
                "at", "act", "before", "after", "reason"
            )
        ),
    }  # fmt: skip


def _games(entry: Entry) -> Any:
    mine = Q(white=entry) | Q(black=entry)
    public = Pairing.objects.filter(mine, round__status__in=["published", "finished"])
    for row in public.select_related("round", "white", "black").order_by("round__number"):
        other = row.black if row.white_id == entry.pk else row.white
        yield {
            "round": row.round.number,
            "board": row.board,
            "colour": "" if row.bye else "white" if row.white_id == entry.pk else "black",
            "opponent": other.name if other else None,
            "result": row.result,
            "bye": row.bye,
        }
