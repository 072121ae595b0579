"""The account of a winner: encrypted, apart from the entry, deleted after the event."""

from django.db import models
from django.db.models import Q

from tournaments.models.entry import Entry
from tournaments.models.team import Team
from tournaments.models.tournament import Tournament


class BankDetail(models.Model):
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="bank_details"
    )
    entry = models.OneToOneField(
        Entry, null=True, on_delete=models.CASCADE, related_name="bank_detail"
    )
    team = models.OneToOneField(
        Team, null=True, on_delete=models.CASCADE, related_name="bank_detail"
    )
    #: IBAN and holder as JSON, sealed by `kernel.sealed`
    sealed = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False, team=None) | Q(entry=None, team__isnull=False),
                name="bank_detail_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pk}"
