"""The prizes of a tournament, line by line; how they are shared is a setting of the tournament."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Prize(models.Model):
    """For each of the places from `first` to `last`, among everybody or in a category."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prize_rows")
    position = models.PositiveSmallIntegerField()
    #: a key of `queries.standings.categories`; "" = everybody
    category = models.CharField(_("category"), max_length=80, blank=True)
    first = models.PositiveSmallIntegerField(_("from place"))
    last = models.PositiveSmallIntegerField(_("to place"))
    amount = models.DecimalField(
        _("amount"),
        max_digits=11,
        decimal_places=2,
        default=0,
        validators=[MinValueValidator(0)],
    )
    thing = models.CharField(_("thing"), max_length=80, blank=True)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="prize_position_once"),
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first")), name="prize_places_in_order"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0) | (Q(amount=0) & ~Q(thing="")), name="prize_is_something"
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.places, f"{self.amount}", self.thing]))

    @property
    def places(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

    @property
    def cents(self) -> int:
        return int(self.amount * 100)
