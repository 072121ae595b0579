"""Screens in the hall: what each shows is set at the desk; the screen itself only looks."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.tournament import Tournament


class HallPlan(models.Model):
    """A plan of the hall: the tables, the entrance and the board of announcements."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="hall_plan")
    words = models.TextField(_("directions in words"), max_length=2000, blank=True)
    #: always written by `tournaments.services.hall.floor_plan`, whatever was sent; "" = none
    picture = models.BinaryField(blank=True, default=bytes)
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    digest = models.CharField(max_length=24, blank=True)

    def __str__(self) -> str:
        return f"{self.event}"


class HallScreen(models.Model):
    class Show(models.TextChoices):
        BOARDS = "boards", _("pairings by board")
        NAMES = "names", _("pairings by name")
        STANDINGS = "standings", _("standings")
        RESULTS = "results", _("latest results")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=60)
    #: part of the address; not guessable, so that nobody has to sign in on the screen
    key = models.CharField(max_length=24, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament,
        verbose_name=_("tournament"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )  # none: all of the event, one after the other
    shows = ArrayField(models.CharField(max_length=10, choices=Show.choices), default=list)
    seconds = models.PositiveSmallIntegerField(_("seconds per page"), default=12)
    rows = models.PositiveSmallIntegerField(_("lines per page"), default=14)
    announcement = models.CharField(_("announcement"), max_length=200, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds__gte=3, seconds__lte=120), name="screen_seconds_sane"
            ),
            models.CheckConstraint(condition=Q(rows__gte=4, rows__lte=40), name="screen_rows_sane"),
        ]

    def __str__(self) -> str:
        return self.name
