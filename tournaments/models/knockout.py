"""Knock-outs and play-offs: what was agreed before the start, the lots drawn, the games.

Nothing that follows from these is kept: the plan, what is due, who goes on and the ranking are
made anew from them by `pairing.handbook`.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pairing.results import RESULTS
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Knockout(models.Model):
    """A tournament played as a knock-out, or a play-off for a place of any tournament."""

    class Kind(models.TextChoices):
        KNOCKOUT = "knockout", _("knock-out")
        PLAYOFF = "playoff", _("play-off")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="knockouts")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    #: times, games, breaks, choices: read and written by `tournaments.queries.knockout.course`
    settings = models.JSONField(default=dict, blank=True)
    starts_at = models.DateTimeField(_("first game at"), null=True, blank=True)

    # A knock-out
    winners = models.PositiveSmallIntegerField(_("players to be chosen"), default=1)
    #: entries in seeding order, where they came from other standings; empty = by rating
    order = ArrayField(models.BigIntegerField(), default=list, blank=True)
    #: prizes in the hundredth part of the currency, first prize first
    prizes = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    currency = models.CharField(_("currency"), max_length=8, blank=True)

    # A play-off
    place = models.PositiveSmallIntegerField(default=1)  # the best of the places tied for
    #: the tie-breaks applied before it; empty = those level on points
    level = ArrayField(models.CharField(max_length=24), default=list, blank=True)

    #: from then on everybody sees it, the players are fixed and games can be entered
    announced_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["place", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["knockout", "playoff"]), name="knockout_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(winners__gte=1, place__gte=1), name="knockout_numbers_sane"
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(kind="knockout"), name="knockout_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "place"],
                condition=Q(kind="playoff", cancelled_at=None),
                name="playoff_once_per_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.kind} {self.place}"

    @property
    def is_playoff(self) -> bool:
        return self.kind == self.Kind.PLAYOFF

    @property
    def lot_seed(self) -> str:
        """Of all its lots. Not to be chosen: it follows from the tournament's own seed."""
        own = f"playoff-{self.place}" if self.is_playoff else "knockout"
        return f"{self.tournament.seed}-{own}"


class KnockoutSeat(models.Model):
    """An entry that takes part, numbered by seed, as fixed by the announcement."""

    knockout = models.ForeignKey(Knockout, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="knockout_seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["knockout", "number"], name="knockout_seat_number_once"
            ),
            models.UniqueConstraint(fields=["knockout", "entry"], name="knockout_seat_entry_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="knockout_seat_number_sane"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.entry}"


class KnockoutLot(models.Model):
    """A lot drawn at the table, or a colour chosen: it goes before the one of the seed."""

    knockout = models.ForeignKey(Knockout, on_delete=models.CASCADE, related_name="lots")
    draw = models.CharField(max_length=60)
    order = ArrayField(models.PositiveSmallIntegerField())  # numbers of seats, White first
    entered_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["knockout", "draw"], name="knockout_lot_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draw} {self.order}"


class KnockoutGame(models.Model):
    """A game of a tie. Its row begins with its first result; a cleared one stays, empty."""

    knockout = models.ForeignKey(Knockout, on_delete=models.CASCADE, related_name="games")
    tie = models.CharField(max_length=40)  # "1.3": stage and number; in play-offs the step
    phase = models.PositiveSmallIntegerField()  # 0 = the match, then extensions, golden point
    number = models.PositiveSmallIntegerField()  # within the phase
    board = models.PositiveSmallIntegerField(default=1)
    golden = models.BooleanField(default=False)
    white = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    black = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    #: code in `pairing.results.RESULTS`; "" = taken out again
    result = models.CharField(max_length=2, blank=True)
    #: golden point, both flags down: whose fell later
    later_flag = models.CharField(max_length=1, blank=True)
    moves = models.PositiveSmallIntegerField(default=0)  # where the fewest moves decide
    entered_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["tie", "phase", "number", "board"]
        constraints = [
            models.UniqueConstraint(
                fields=["knockout", "tie", "phase", "number", "board"], name="knockout_game_once"
            ),
            models.CheckConstraint(condition=~Q(white=F("black")), name="knockout_game_not_self"),
            models.CheckConstraint(
                condition=Q(result__in=["", *RESULTS]) & ~Q(result="??"),
                name="knockout_game_result_known",
            ),
            models.CheckConstraint(
                condition=Q(later_flag="")
                | Q(later_flag="w", result="10", golden=True)
                | Q(later_flag="b", result="01", golden=True),
                name="knockout_game_later_flag_wins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tie}/{self.phase}.{self.number}"

    @property
    def key(self) -> tuple[str, int, int, int]:
        return self.tie, self.phase, self.number, self.board
