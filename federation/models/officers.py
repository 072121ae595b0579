"""Duties within the federation, and the arbiters with their appointments."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.places import Club, Province
from tournaments.models import RegisteredPlayer


class Duty(models.TextChoices):
    """Deny by default: without a row nobody sees the office. None of them covers another."""

    OFFICE = "office", _("federation's office")
    REGISTRAR = "registrar", pgettext_lazy("duty", "registrar")
    RATING = "rating", _("rating officer")
    DELEGATE = "delegate", _("delegate of a province")
    CLUB = "club", _("manager of a club")


class Officer(models.Model):
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offices"
    )
    duty = models.CharField(_("duty"), max_length=9, choices=Duty.choices)
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.CASCADE, related_name="officers"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="officers"
    )
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "duty", "province", "club"],
                name="officer_once",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(duty="delegate", province__isnull=False, club=None)
                | Q(duty="club", club__isnull=False, province=None)
                | Q(duty__in=["office", "registrar", "rating"], province=None, club=None),
                name="officer_of_what",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.duty})"


class ArbiterLevel(models.TextChoices):
    """From most to least."""

    IA = "IA", _("International Arbiter")
    FA = "FA", _("FIDE Arbiter")
    NA = "NA", _("National Arbiter")
    PROVINCE = "PA", _("Provincial Arbiter")
    CANDIDATE = "CA", _("Candidate Arbiter")


class Arbiter(models.Model):
    """A registered person who may be appointed to events."""

    player = models.OneToOneField(
        RegisteredPlayer, on_delete=models.CASCADE, related_name="arbiter"
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="arbiter"
    )
    level = models.CharField(_("level"), max_length=2, choices=ArbiterLevel.choices)
    licence = models.CharField(_("licence number"), max_length=20, blank=True)
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    languages = ArrayField(models.CharField(max_length=2), default=list, blank=True)
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.PROTECT, related_name="arbiters"
    )
    active = models.BooleanField(_("may be appointed"), default=True)

    class Meta:
        indexes = [models.Index(fields=["province", "level"], name="arbiter_by_province")]

    def __str__(self) -> str:
        return f"{self.level} {self.player}"
