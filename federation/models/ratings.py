"""Ratings of the federation: reports of events, the months' lists with their working, what was
sent to FIDE.

Rows of a published list are as they were published: they name the person in words and by number,
and follow no key, so that nothing done to the register later changes a list. Pages lead from the
number of somebody merged meanwhile to the person (`queries.ratings_people`).
"""

from datetime import date

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.models.tournament import RatingType


class Series(models.TextChoices):
    """The lists that are worked out: FIDE's three for information, and the national one."""

    NATIONAL = "national", _("National")
    STANDARD = "standard", _("FIDE standard")
    RAPID = "rapid", _("FIDE rapid")
    BLITZ = "blitz", _("FIDE blitz")


class RatingReport(models.Model):
    """The report of a tournament on its way from the chief arbiter to a list."""

    class State(models.TextChoices):
        NEW = "new", _("just arrived")
        ASKED = "asked", _("with the chief arbiter")
        RECEIVED = "received", _("waiting for a look")
        SENT_BACK = "back", _("sent back")
        ACCEPTED = "accepted", _("accepted")
        NOT_RATED = "none", _("not rated")
        WITHDRAWN = "withdrawn", _("opened again")

    #: what the officer has to look at, and what the chief arbiter has
    WITH_OFFICER = (State.NEW, State.RECEIVED)
    WITH_ARBITER = (State.ASKED, State.SENT_BACK)

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="rating_report"
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.NEW)
    #: of the preflight and the checker: code → the sentence in the event's own words
    red = models.JSONField(default=dict, blank=True)
    #: code → what the chief arbiter said to it
    answers = models.JSONField(default=dict, blank=True)
    #: the officer's reason, when it was sent back or is not rated
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    for_fide = models.BooleanField(_("rated by FIDE"), default=False)
    for_national = models.BooleanField(_("rated nationally"), default=True)
    ended_on = models.DateField()
    arrived_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["arrived_at", "pk"]
        indexes = [models.Index(fields=["state", "arrived_at"], name="rating_report_queue")]

    def __str__(self) -> str:
        return self.tournament.full_name


class RatedEvent(models.Model):
    """The games of a report as they were accepted: a run counts these and nothing else, so that
    it can be repeated. A correction is a further version; the last one counts."""

    report = models.ForeignKey(RatingReport, on_delete=models.PROTECT, related_name="versions")
    version = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(_("counts as"), max_length=8, choices=RatingType.choices)
    starts_on = models.DateField()
    ended_on = models.DateField()
    #: minutes for sixty moves; None where the time control does not say it
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    #: games of a match between two players
    scheduled = models.PositiveSmallIntegerField(null=True, blank=True)
    #: white, black (numbers of the register; 0: not identified), their halves, how, the round
    games = models.JSONField(default=list)
    rated = models.PositiveIntegerField(default=0)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["starts_on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["report", "version"], name="rated_event_version_once"),
        ]
        indexes = [models.Index(fields=["ended_on"], name="rated_event_by_day")]

    def __str__(self) -> str:
        return f"{self.report_id} v{self.version}"


class NationalRules(models.Model):
    """The constants of the national rating; each change is a new row, the last one counts."""

    #: as `ratings.reading.edition_of` reads them
    constants = models.JSONField()
    #: the kinds of events that count
    kinds = ArrayField(models.CharField(max_length=8), default=list)
    #: FIDE's minimum times (B.02 art. 1) hold here, too
    minimum_times = models.BooleanField(default=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"


class RatingRun(models.Model):
    """One making of lists: those of a month, or, after a correction, all that it changes."""

    class State(models.TextChoices):
        WORKING = "working", _("being worked out")
        READY = "ready", _("worked out, not published")
        PUBLISHED = "published", _("published")
        DROPPED = "dropped", _("dropped")
        TAKEN_BACK = "back", _("taken back")

    #: of these one at a time
    OPEN = (State.WORKING, State.READY)

    state = models.CharField(max_length=9, choices=State.choices, default=State.WORKING)
    #: a correction: what was wrong, for everybody who reads the list
    note = models.CharField(_("note"), max_length=500, blank=True)
    corrected = models.ForeignKey(
        RatedEvent, null=True, blank=True, on_delete=models.PROTECT, related_name="corrections"
    )
    #: the register's own record of what the national list changed in it, for the way back
    list_import = models.PositiveBigIntegerField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                models.Value(1), name="one_open_run", condition=Q(state__in=["working", "ready"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"

    @property
    def is_correction(self) -> bool:
        return self.corrected_id is not None

    @property
    def lists_in_order(self) -> "list[MonthList]":
        """By month, the national one before those of FIDE."""
        order = {series: place for place, series in enumerate(Series.values)}
        return sorted(self.lists.all(), key=lambda one: (one.month, order[one.series]))


class MonthList(models.Model):
    """A list of a month. It is public when its run is published; of several versions of a month
    the last one holds, and the others stay readable."""

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="lists")
    series = models.CharField(max_length=8, choices=Series.choices)
    month = models.DateField(_("month"))
    version = models.PositiveSmallIntegerField(default=1)
    #: the list before, with whose ratings it begins; None: those of the register
    base = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="next_lists"
    )
    #: the rules as they were
    constants = models.JSONField(default=dict)
    kinds = ArrayField(models.CharField(max_length=8), default=list)
    minimum_times = models.BooleanField(default=True)
    events = models.ManyToManyField(RatedEvent, related_name="lists", blank=True)
    #: when it was worked out; None: still to be done
    worked_at = models.DateTimeField(null=True, blank=True)
    #: event → [[game, article], …]
    not_rated = models.JSONField(default=dict)
    players = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    newcomers = models.PositiveIntegerField(default=0)
    dropped = models.PositiveIntegerField(default=0)
    inactive = models.PositiveIntegerField(default=0)
    #: of all that stands in it: the same games make the same list
    fingerprint = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-month", "series", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["run", "series", "month"], name="month_list_of_run"),
        ]
        indexes = [models.Index(fields=["series", "-month", "-version"], name="month_list_last")]

    def __str__(self) -> str:
        return f"{self.series} {self.month:%Y-%m} v{self.version}"

    @property
    def code(self) -> str:
        """ "2026-12", as addresses name it."""
        return f"{self.month:%Y-%m}"

    @property
    def period(self) -> date:
        """The month whose list was in force."""
        before = self.month.month - 2
        return date(self.month.year + before // 12, before % 12 + 1, 1)


class ListedRating(models.Model):
    """A player in a list, as published."""

    list = models.ForeignKey(MonthList, on_delete=models.CASCADE, related_name="rows")
    #: in the register; no key, since a list stays what it was
    player = models.PositiveBigIntegerField()
    name = models.CharField(max_length=120)
    title = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    born = models.PositiveSmallIntegerField(null=True)
    federation = models.CharField(max_length=3, blank=True)
    fide_id = models.CharField(max_length=11, blank=True)
    national_id = models.CharField(max_length=20, blank=True)
    club = models.PositiveBigIntegerField(null=True)
    province = models.PositiveBigIntegerField(null=True)
    rating = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(default=0)
    k = models.DecimalField(max_digits=6, decimal_places=2, default=0)
    #: None for somebody new
    change = models.SmallIntegerField(null=True)
    total_games = models.PositiveIntegerField(default=0)
    peak = models.PositiveSmallIntegerField(default=0)
    last_game = models.DateField(null=True)
    inactive = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["list", "player"], name="listed_once"),
        ]
        indexes = [
            models.Index(fields=["list", "-rating", "player"], name="listed_by_rating"),
            models.Index(fields=["player"], name="listed_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.list_id} {self.name} {self.rating}"

    @property
    def coefficient(self) -> str:
        """K without zeros at the end: "20", "12.5"."""
        return f"{self.k:f}".rstrip("0").rstrip(".") if self.k % 1 else f"{int(self.k)}"


class Working(models.Model):
    """The input of the core for a player in a list, from which it shows every step again."""

    list = models.ForeignKey(MonthList, on_delete=models.CASCADE, related_name="workings")
    player = models.PositiveBigIntegerField()
    #: had a rating at the beginning
    rated = models.BooleanField()
    new = models.PositiveSmallIntegerField(null=True)
    #: as `core.rating_working` packs it
    data = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "list"], name="working_once"),
        ]
        indexes = [models.Index(fields=["list"], name="working_by_list")]

    def __str__(self) -> str:
        return f"{self.list_id} {self.player}"


class FidePackage(models.Model):
    """The files of a month for FIDE, as one."""

    month = models.DateField(_("month"))
    content = models.BinaryField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class FideFile(models.Model):
    """A report in a package: FIDE's answer to it."""

    class State(models.TextChoices):
        PACKED = "packed", _("in the package")
        SENT = "sent", _("sent")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")

    package = models.ForeignKey(FidePackage, on_delete=models.CASCADE, related_name="files")
    report = models.ForeignKey(RatingReport, on_delete=models.PROTECT, related_name="fide_files")
    state = models.CharField(max_length=8, choices=State.choices, default=State.PACKED)
    name = models.CharField(max_length=160)
    fingerprint = models.CharField(max_length=64)
    #: the checker's objections; none when it agrees
    verdict = models.JSONField(default=list)
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    answered_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["report"], condition=~Q(state="refused"), name="fide_report_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name
