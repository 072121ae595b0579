"""A report file from which a whole tournament is made: kept from the upload until it is made."""

from django.db import models

from tournaments.models.event import Event
from tournaments.models.tournament import Tournament


class ReportImport(models.Model):
    """Read → seen → made, and perhaps undone; each step may be a worker's."""

    class Stage(models.TextChoices):
        READING = "reading", "reading"
        SEEN = "seen", "seen"
        MAKING = "making", "making"
        MADE = "made", "made"
        UNDONE = "undone", "undone"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="report_imports")
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.READING)
    data = models.BinaryField()  # compressed; given up once the tournament stands
    fingerprint = models.CharField(max_length=64)
    #: what would be made, by language: sentences are told as they were found
    summary = models.JSONField(null=True)
    name = models.CharField(max_length=80, blank=True)
    tournament = models.OneToOneField(
        Tournament, null=True, on_delete=models.CASCADE, related_name="made_from"
    )
    #: of the tournament when it was made: at another one it was touched since
    revision = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(stage__in=["made", "undone"], tournament__isnull=False)
                | models.Q(stage__in=["reading", "seen", "making"], tournament__isnull=True),
                name="report_import_made_has_tournament",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.fingerprint[:8]} {self.stage}"
