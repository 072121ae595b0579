"""The players who qualify for an event: by which quotas, in which order, and who declined."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models.cups import CupCategory, CupSection
from tournaments.models import RegisteredPlayer, Sex, Tournament
from tournaments.models.tournament import RatingType


class Qualification(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")

    name = models.CharField(_("qualification for"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    year = models.PositiveSmallIntegerField(_("year"))
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    about = models.TextField(_("about it"), max_length=4000, blank=True)
    #: of those who may qualify, by the age reached in the year; 0: no limit
    age_from = models.PositiveSmallIntegerField(_("age from"), default=0)
    age_until = models.PositiveSmallIntegerField(_("age until"), default=0)
    sex = models.CharField(_("only"), max_length=1, blank=True, choices=Sex.choices)
    answer_until = models.DateField(_("answers until"), null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["-year", "name", "pk"]

    def __str__(self) -> str:
        return self.name


class Quota(models.Model):
    """So many places by one ranking: of an event, a cup or a rating; in all, or in each province.

    With publication the ranking is kept as it is then: nobody's place changes in silence.
    """

    class Source(models.TextChoices):
        EVENT = "event", _("places in an event")
        CUP = "cup", _("places in a cup")
        RATING = "rating", _("rating")
        NAMED = "named", _("named by the office")

    qualification = models.ForeignKey(
        Qualification, on_delete=models.CASCADE, related_name="quotas"
    )
    position = models.PositiveSmallIntegerField(default=0)
    source = models.CharField(_("by"), max_length=6, choices=Source.choices)
    places = models.PositiveSmallIntegerField(_("places"), default=1)
    #: so many in each province; `of_province` has those that differ: {"35": 4}
    each_province = models.BooleanField(_("in each province"), default=False)
    of_province = models.JSONField(default=dict, blank=True)
    #: nobody moves up from beyond this place; 0: no limit
    until_place = models.PositiveSmallIntegerField(_("moving up to place"), default=0)
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    section = models.ForeignKey(
        CupSection, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    category = models.ForeignKey(
        CupCategory, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    rating = models.CharField(
        _("rating"),
        max_length=8,
        blank=True,
        choices=[*RatingType.choices, ("national", _("national"))],
    )
    #: as it was when the list was drawn up: [player, place, value in words, province's code]
    ranking = models.JSONField(default=list, blank=True)
    ranked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(source="event", tournament__isnull=False)
                | Q(source="cup", section__isnull=False)
                | Q(source="rating") & ~Q(rating="")
                | Q(source="named"),
                name="quota_of_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.qualification_id} {self.source}"


class QualifiedAnswer(models.Model):
    """The answer of somebody who qualified; without one they have not answered yet."""

    class Answer(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        DECLINED = "declined", _("declined")

    qualification = models.ForeignKey(
        Qualification, on_delete=models.CASCADE, related_name="answers"
    )
    player = models.ForeignKey(
        RegisteredPlayer, on_delete=models.CASCADE, related_name="qualified_answers"
    )
    answer = models.CharField(max_length=9, choices=Answer.choices)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["qualification", "player"], name="answered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.answer}"


class YearFigures(models.Model):
    """The annual report as it was counted, so that it need not be counted again."""

    year = models.PositiveSmallIntegerField(unique=True)
    figures = models.JSONField(default=dict)
    #: of the results that were counted: when it differs they have changed
    stamp = models.CharField(max_length=80)
    counted_at = models.DateTimeField()

    class Meta:
        ordering = ["-year"]

    def __str__(self) -> str:
        return str(self.year)
