"""All that phones have said for one player, for that player."""

from typing import Any

from django.db.models import Q

from tournaments.models import ArbiterCall, Case, Entry, ResultReport, SlipPhoto, VoiceMail


def said_for(entry: Entry) -> dict[str, Any]:
    """Of a claim also the appeal, which the opponent may have made; of a picture where it is."""
    mail = VoiceMail.objects.filter(entry=entry).values("email", "asked_at", "sent_at").first()
    mine = Q(entry=entry) | Q(appealed_by=entry)
    tables: dict[str, Any] = {
        "phones": entry.voices.order_by("pk").values(
            "phone__device", "how", "since", "withdrawn_at"
        ),
        "asked_on_the_phone": entry.player_requests.order_by("pk").values(
            "kind", "round_number", "minutes", "at", "state", "words", "answered_at"
        ),
        "results_reported": ResultReport.objects.filter(entry=entry)
        .order_by("pk")
        .values("pairing__round__number", "pairing__board", "code", "at"),
        "arbiters_called": ArbiterCall.objects.filter(entry=entry)
        .order_by("pk")
        .values("round_number", "board", "reason", "at", "taken_at", "done_at"),
        "claims": Case.objects.filter(mine, tournament=entry.tournament_id)
        .order_by("pk")
        .values(
            "number", "round_number", "board", "about", "claimed", "words", "at", "verdict",
            "decision", "decided_at", "appeal", "appealed_at", "appeal_verdict",
            "appeal_decision", "appeal_decided_at",
        ),
        "slips_photographed": SlipPhoto.objects.filter(entry=entry)
        .order_by("pk")
        .values("round_number", "board", "code", "at"),
    }  # fmt: skip
    return {"mail": mail, **{name: list(rows) for name, rows in tables.items()}}
