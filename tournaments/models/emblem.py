"""The logo of an event and those of its sponsors. What pages need of them stands in the event."""

from django.db import models

from tournaments.models.event import Event


class Emblem(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="emblem_rows")
    #: of the picture, which is always drawn anew by `services.setup.emblems`
    digest = models.CharField(max_length=24)
    #: as PAPERS_STORE was when it was written; "" is the database
    store = models.CharField(max_length=300, blank=True)
    key = models.CharField(max_length=100, blank=True)
    data = models.BinaryField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "digest"], name="emblem_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.digest}"
