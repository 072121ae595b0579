"""Back-ups that were made, and drills that restored one: whoever looks after the site asks when."""

from django.db import models


class Backup(models.Model):
    class Kind(models.TextChoices):
        BASE = "base"
        DRILL = "drill"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    size = models.PositiveBigIntegerField(default=0, db_default=0)  # bytes

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.ended_at:%Y-%m-%d %H:%M}"
