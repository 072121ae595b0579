"""Cups: what several events give together, in sections and categories.

No standings are kept: they are worked out from the results of the events, so that a correction of
one is right everywhere at once (`federation.queries.cups`).
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models.calendar import Section
from tournaments.models import Sex, Tournament


class Cup(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("under way")
        CLOSED = "closed", _("final")

    class Rule(models.TextChoices):
        """How a place becomes points; nothing else is ever computed."""

        TABLE = "table", _("a table: so many points for each place")
        LINEAR = "linear", _("from place to place less")
        SHARE = "share", _("by the share of the players left behind")
        SCORED = "scored", _("points of the event, multiplied")

    class Shared(models.TextChoices):
        AVERAGE = "average", _("the points of these places, divided equally")
        FIRST = "first", _("the points of the first of these places for each")
        LAST = "last", _("the points of the last of these places for each")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    year = models.PositiveSmallIntegerField(_("year"))
    state = models.CharField(max_length=6, choices=State.choices, default=State.DRAFT)
    about = models.TextField(_("about the cup"), max_length=4000, blank=True)
    rule = models.CharField(_("points"), max_length=6, choices=Rule.choices, default=Rule.TABLE)
    #: of the places from the first on
    table = ArrayField(
        models.DecimalField(max_digits=8, decimal_places=2), default=list, blank=True
    )
    first = models.DecimalField(_("first place"), max_digits=8, decimal_places=2, default=100)
    step = models.DecimalField(
        _("less from place to place"), max_digits=8, decimal_places=2, default=1
    )
    least = models.DecimalField(_("everybody who plays"), max_digits=8, decimal_places=2, default=0)
    shared = models.CharField(
        _("shared places"), max_length=7, choices=Shared.choices, default=Shared.AVERAGE
    )
    #: 0: all of them
    best = models.PositiveSmallIntegerField(_("so many events count"), default=0)
    #: codes of `federation.core.cups`, in their order
    tie_breaks = ArrayField(models.CharField(max_length=8), default=list, blank=True)
    #: places in a category are counted among its own players in each event
    own_places = models.BooleanField(_("categories have places of their own"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["-year", "name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first__gte=0) & Q(step__gte=0) & Q(least__gte=0),
                name="cup_points_not_below_zero",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CupSection(models.Model):
    """A part of a cup with a table of its own: Open, U12."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="sections")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=60)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["cup", "slug"], name="cup_section_once"),
        ]

    def __str__(self) -> str:
        return self.name


class CupCategory(models.Model):
    """Those of a section who also have a table of their own. The age is the one that they reach in
    the year of the cup, as everywhere in chess."""

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="categories")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField(_("address"), max_length=40)
    #: 0: no limit
    age_from = models.PositiveSmallIntegerField(_("age from"), default=0)
    age_until = models.PositiveSmallIntegerField(_("age until"), default=0)
    sex = models.CharField(_("only"), max_length=1, blank=True, choices=Sex.choices)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["cup", "slug"], name="cup_category_once"),
        ]

    def __str__(self) -> str:
        return self.name


class CupEvent(models.Model):
    """An event of a section: a section of the calendar, and its tournament once it is there."""

    section = models.ForeignKey(CupSection, on_delete=models.CASCADE, related_name="events")
    position = models.PositiveSmallIntegerField(default=0)
    part = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, related_name="cups"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="cups"
    )
    #: in per cent: 200 counts double
    weight = models.PositiveSmallIntegerField(_("weight, per cent"), default=100)
    #: never dropped, as the final of a cup
    always = models.BooleanField(_("always counts"), default=False)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(part__isnull=False) | Q(tournament__isnull=False),
                name="cup_event_of_something",
            ),
            models.UniqueConstraint(fields=["section", "part"], name="cup_part_once"),
            models.UniqueConstraint(fields=["section", "tournament"], name="cup_tournament_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id} {self.part_id or self.tournament_id}"
