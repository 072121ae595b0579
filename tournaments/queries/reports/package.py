"""The files of the package of the report: the record in both editions, the history, what was sent,
and what the checker says."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Irregular, Tournament
from tournaments.queries.hall.published import rows_as_csv
from tournaments.queries.reports.preflight import Weight, can_be_judged, judged, preflight
from tournaments.queries.reports.trf import report
from tournaments.wording.history import line_in_words

#: as the page of the report says it
WEIGHTS = {
    Weight.STOP: gettext_lazy("must"),
    Weight.LOOK: gettext_lazy("look"),
    Weight.GOOD: gettext_lazy("good"),
}
#: of a receipt in the history (`services.reports.sending`)
SENT = "report.sent"


def package_files(tournament: Tournament) -> Iterator[tuple[str, bytes]]:
    final = preflight(tournament).ready
    name = f"{tournament.event.slug}-{tournament.slug}"
    for profile in ("trf26", "trf16"):
        yield f"{name}-{profile}.trf", report(tournament, profile, final=final)
    yield "history.csv", rows_as_csv(_history(tournament)).encode()
    yield "receipts.csv", rows_as_csv(_receipts(tournament)).encode()
    yield "verdict.txt", "\n".join(verdict(tournament)).encode()


def verdict(tournament: Tournament) -> list[str]:
    """List what is still to be put right, and what the checker says to the very file."""
    found = preflight(tournament)
    lines = [
        _("Ready to be sent.") if found.ready else _("NOT ready: something must be put right.")
    ]
    lines += [f"- {WEIGHTS[item.weight]}: {item.text}" for item in found.items]
    if not can_be_judged(tournament):
        return lines
    objections = judged(tournament)
    if not objections:
        return [*lines, _("The checker agrees with every round and every place")]
    return [*lines, f"{_('The checker finds otherwise')}: {'; '.join(objections)}"]


def _history(tournament: Tournament) -> Iterator[tuple[object, ...]]:
    """Tell who did what when; of people nothing but what the lines name."""
    yield ("time", "by", "round", "act", "reason", "irregular")
    zone = tournament.event.zone
    for line in tournament.log.select_related("by").order_by("pk"):
        yield (
            timezone.localtime(line.at, zone).isoformat(timespec="seconds"),
            line.by.display_name if line.by else "",
            line.round_number or "",
            line_in_words(line),
            line.reason,
            Irregular(line.irregular).value if line.irregular else "",
        )


def _receipts(tournament: Tournament) -> Iterator[tuple[object, ...]]:
    yield ("receipt", "time", "to", "games", "fingerprint")
    for line in tournament.log.filter(act=SENT).order_by("pk"):
        sent = line.after or {}
        at = timezone.localtime(line.at, tournament.event.zone).isoformat(timespec="seconds")
        yield (line.pk, at, sent.get("to", ""), sent.get("games", ""), sent.get("file", ""))
