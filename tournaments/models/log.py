"""The append-only record of who did what. A trigger refuses to change or delete a row."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Irregular(models.TextChoices):
    """Acts that breach the integrity of the pairings; they become `###` lines of the TRF."""

    NO = "", ""
    MANUAL = "MPA", _("manual pairing alteration")
    IMPORT = "Import", _("import")
    CORRECTION = "Correction", _("correction")
    RENUMBERING = "Renumbering", _("renumbering")
    ADJOURNMENT = "Adjournment", _("adjournment")
    CONFIGURATION = "Configuration", _("configuration")
    FULL_BYE = "FPB", _("full-point bye")


class LogEntry(models.Model):
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey("User", null=True, on_delete=models.PROTECT, related_name="+")
    #: the token through which it was done; `by` is then who made the token
    via = models.CharField(max_length=60, blank=True)
    event = models.ForeignKey("Event", null=True, on_delete=models.PROTECT, related_name="log")
    tournament = models.ForeignKey(
        "Tournament", null=True, on_delete=models.PROTECT, related_name="log"
    )
    round_number = models.PositiveSmallIntegerField(null=True)
    act = models.CharField(max_length=40)  # the service's verb: "result.entered"
    target = models.CharField(max_length=80)  # what was changed: "pairing:41"
    label = models.CharField(max_length=160, blank=True)  # as people would name it
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    irregular = models.CharField(max_length=16, blank=True, choices=Irregular.choices)
    request = models.CharField(max_length=32, blank=True)
    #: given by a sender that may have to send again: an act with a key happens once
    key = models.CharField(max_length=36, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=~models.Q(key=""), name="log_key_once"
            ),
        ]
        indexes = [
            models.Index(fields=["tournament", "-id"], name="log_by_tournament"),
            models.Index(fields=["target", "-id"], name="log_by_target"),
            # The second press of a button that makes an event is known by the first.
            models.Index(
                fields=["by", "-at"],
                name="log_of_new_events",
                condition=models.Q(act__in=["event.created", "event.copied"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act} {self.target}"
