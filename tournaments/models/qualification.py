"""Says who plays in the last stage of an event: the best of its other tournaments."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.tournament import Tournament


class Qualification(models.Model):
    """So many of another tournament of the event play in this one."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="qualifications"
    )
    source = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="qualifies_for")
    count = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["source__position", "source_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "source"], name="qualification_once_per_source"
            ),
            models.CheckConstraint(
                condition=Q(count__gte=1, count__lte=512), name="qualification_count_sane"
            ),
            models.CheckConstraint(
                condition=~Q(tournament=F("source")), name="qualification_not_from_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.count} → {self.tournament}"
