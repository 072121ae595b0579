"""The reports of events that arbiters sent to the office."""

from django.db.models import QuerySet

from tournaments.models import ReportSending


def received() -> QuerySet[ReportSending]:
    """Those that are here; of an event that was removed afterwards, too."""
    sent = ReportSending.objects.filter(
        target=ReportSending.Target.OFFICE, state=ReportSending.State.SENT
    )
    return sent.select_related("tournament__event", "package__tournament__event", "by").order_by(
        "-sent_at", "-pk"
    )
