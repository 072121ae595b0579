"""Something that a player, or a parent, agreed to, and when; taken back with its time, too."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry


class Consent(models.Model):
    class Kind(models.TextChoices):
        PUBLICATION = "public", _("name and results on public pages")
        PHOTOS = "photos", _("photographs and films")
        MESSAGES = "messages", _("messages about the event")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="consents")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    given_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True)
    by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=Q(withdrawn_at=None),
                name="consent_open_once",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["public", "photos", "messages"]), name="consent_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.kind}"
