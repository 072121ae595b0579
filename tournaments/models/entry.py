"""A player in a tournament, and the rounds in which they do not play."""

from typing import TYPE_CHECKING, Any, cast

from django.db import models
from django.db.models import Deferrable, Q
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_lazy as _

from pairing.results import ByeKind as CoreByeKind
from tournaments.models.people import Person, RegisteredPlayer
from tournaments.models.tournament import Tournament

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import ManyRelatedManager

    from tournaments.models.tournament import ForbiddenPairing


#: the source of a rating that came with a list of players or a report
IMPORTED = "import"


class Entries(models.QuerySet["Entry"]):
    def numbered(self) -> "models.QuerySet[NumberedEntry]":
        """The entries that have a pairing number."""
        return cast("models.QuerySet[NumberedEntry]", self.filter(tpn__isnull=False))


class Entry(Person):
    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        PRESENT = "present", _("present")
        ABSENT = "absent", _("absent")  # not paired until they are here
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPELLED = "expelled", _("expelled")

    #: left the tournament
    GONE = (Status.WITHDRAWN, Status.EXPELLED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        RegisteredPlayer, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    #: tournament pairing number; none before the list is numbered
    tpn = models.PositiveSmallIntegerField(_("No."), null=True, blank=True, editable=False)
    #: the lot for the Berger table, before it becomes the number (handbook, round robin 2)
    drawn_number = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)

    # The rating that ranks the player here, and those of the lists; frozen as of entry.
    rating = models.PositiveSmallIntegerField(_("rating"), default=0)
    fide_rating = models.PositiveSmallIntegerField(_("FIDE rating"), default=0)
    national_rating = models.PositiveSmallIntegerField(_("national rating"), default=0)
    #: "rapid:2026-11", IMPORTED, or "" = typed
    rating_source = models.CharField(max_length=40, blank=True)
    national_source = models.CharField(max_length=40, blank=True)
    #: FIDE's development coefficient in that list; 0 = the list does not say
    k = models.PositiveSmallIntegerField(default=0, editable=False)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ENTERED)
    first_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    checked_in_at = models.DateTimeField(null=True, blank=True, editable=False)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    bye_entitled = models.BooleanField(_("may ask for half-point byes"), default=True)
    fixed_board = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    #: the arbiter's order among those whom the standings leave tied; counts only there
    hand_place = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    #: tie-breaks computed elsewhere, as typed: {"OTHER_NAME": "12.5"}
    outside_values = models.JSONField(default=dict, blank=True, editable=False)
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    note = models.CharField(_("note for the staff"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    if TYPE_CHECKING:  # the plugin does not see it across the modules
        forbidden_groups: ManyRelatedManager[ForbiddenPairing, Any]

    #: the name is shortened, for the public (`queries.entries.names.shorten_names`)
    name_is_shortened = False

    objects = Entries.as_manager()

    class Meta:
        ordering = ["tpn", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "tpn"],
                name="entry_tpn_once",
                deferrable=Deferrable.DEFERRED,  # renumbering moves many at once
            ),
            models.UniqueConstraint(
                fields=["tournament", "drawn_number"],
                name="entry_drawn_number_once",
                deferrable=Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["tournament", "fide_id"],
                condition=~Q(fide_id=""),
                name="entry_fide_id_once",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["entered", "present", "absent", "withdrawn", "expelled"]),
                name="entry_status_known",
            ),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="entry_first_round_sane"),
        ]
        indexes = [models.Index(fields=["tournament", "status"], name="entry_by_status")]

    @property
    def gone(self) -> bool:
        return self.status in self.GONE


if TYPE_CHECKING:

    class NumberedEntry(Entry):
        """An entry that has a pairing number: the same rows."""

        tpn: models.PositiveSmallIntegerField[float | int | str | Combinable | None, int]
else:
    NumberedEntry = Entry


class LaterRating(models.Model):
    """A rating that counts from a later round on: the lists changed during a long event."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="later_ratings")
    first_round = models.PositiveSmallIntegerField()
    rating = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["first_round"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "first_round"], name="later_rating_once"),
            models.CheckConstraint(
                condition=Q(first_round__gte=2), name="later_rating_after_the_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.first_round}: {self.rating}"


class ByeKind(models.TextChoices):
    """The kinds of rounds without a game, by TRF symbol."""

    PAIRING_ALLOCATED = CoreByeKind.PAIRING_ALLOCATED.value, _("bye")
    FULL_POINT = CoreByeKind.FULL_POINT.value, _("full-point bye")
    HALF_POINT = CoreByeKind.HALF_POINT.value, _("half-point bye")
    ZERO_POINT = CoreByeKind.ZERO_POINT.value, _("zero-point bye")


class ByeRequest(models.Model):
    """A round that a player will miss, known before it is paired."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=1, choices=ByeKind.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "round_number"], name="bye_request_once_per_round"
            ),
            models.CheckConstraint(condition=Q(kind__in=["F", "H", "Z"]), name="bye_request_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.round_number} {self.kind}"
