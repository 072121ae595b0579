"""The package of the report on its way to a target: sent once, with state and time."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.document import Document
from tournaments.models.tournament import Tournament


class ReportSending(models.Model):
    class Target(models.TextChoices):
        OFFICE = "office", _("office of the federation, on this site")
        FOLDER = "folder", _("folder of the federation")
        ADDRESS = "address", _("address of the federation")
        MAIL = "mail", _("e-mail")
        BY_HAND = "by_hand", _("Chess-Results, uploaded by hand")

    class State(models.TextChoices):
        WAITING = "waiting", _("on its way")
        SENT = "sent", _("sent")
        FAILED = "failed", _("not delivered")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="report_sendings"
    )
    target = models.CharField(max_length=8, choices=Target.choices)
    #: the address of an e-mail; "" where the target says it
    to = models.CharField(max_length=254, blank=True)
    package = models.ForeignKey(Document, on_delete=models.RESTRICT, related_name="sendings")
    #: of the TRF26 in it: the same games to the same target go out once
    fingerprint = models.CharField(max_length=64)
    games = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    #: it is tried at this time; None when nothing is to be sent any more
    due_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "target", "to", "fingerprint"],
                condition=~Q(state="failed"),
                name="report_sent_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent", "failed"]), name="report_state_known"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="report_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.target} {self.to}".strip()
