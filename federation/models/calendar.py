"""An event of the federation's calendar, from the first draft of its application on.

One row goes the whole way: drafted, sent, asked back, approved. With the approval its event is
made, and only events are on the calendar; so nothing is shown before.
"""

from datetime import date
from types import SimpleNamespace

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models.officers import Arbiter
from federation.models.places import Club, Province
from pairing.formats import find
from tournaments.models import Event, Sex, Tournament
from tournaments.models.tournament import RatingType


class Season(models.Model):
    """A year of the federation, within which licences are valid."""

    name = models.CharField(_("name"), max_length=20, unique=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))

    class Meta:
        ordering = ["-starts_on"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CalendarEvent(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        SENT = "sent", _("sent")
        ASKED_BACK = "asked", _("asked back")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        CANCELLED = "cancelled", _("cancelled")

    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    #: made with the approval
    event = models.OneToOneField(
        Event, null=True, blank=True, on_delete=models.PROTECT, related_name="calendar"
    )
    #: the event of the year before that it was begun from
    previous = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    applicant = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="applications",
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="calendar_events"
    )

    # What is applied for
    name = models.CharField(_("name"), max_length=120)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    province = models.ForeignKey(Province, on_delete=models.PROTECT, related_name="calendar_events")
    city = models.CharField(_("city"), max_length=80, blank=True)
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    address = models.CharField(_("address of the venue"), max_length=300, blank=True)
    teams = models.BooleanField(_("team event"), default=False)
    time = models.CharField(
        _("kind of event"), max_length=8, choices=RatingType.choices, default=RatingType.STANDARD
    )
    time_control = models.CharField(_("time control"), max_length=80, blank=True)
    fide_rated = models.BooleanField(_("rated by FIDE"), default=False)
    national_rated = models.BooleanField(_("rated nationally"), default=True)
    #: of its sections, for the filter: "open", "U14", "S50"
    age_groups = ArrayField(models.CharField(max_length=4), default=list, blank=True)
    licence_needed = models.BooleanField(_("licence needed"), default=True)
    prizes = models.TextField(_("prizes"), max_length=4000, blank=True)
    #: one line a round or a ceremony; the rounds' own times count once they are known
    schedule = models.TextField(_("schedule"), max_length=4000, blank=True)
    regulations = models.TextField(_("further regulations"), max_length=20_000, blank=True)
    contact_name = models.CharField(_("contact"), max_length=120, blank=True)
    contact_email = models.EmailField(_("contact's e-mail"), blank=True)
    contact_phone = models.CharField(_("contact's phone"), max_length=30, blank=True)
    proposed_arbiters = models.ManyToManyField(Arbiter, blank=True, related_name="proposed_for")

    # Entries
    entries_from = models.DateTimeField(_("entries from"), null=True, blank=True)
    entries_until = models.DateTimeField(_("entries until"), null=True, blank=True)
    currency = models.CharField(_("currency"), max_length=3, default="TRY")
    iban = models.CharField(_("account for transfers"), max_length=34, blank=True)
    #: part of the fee that is paid back to those who withdraw in time, in per cent
    refund_percent = models.PositiveSmallIntegerField(_("paid back, per cent"), default=100)
    refund_until = models.DateTimeField(_("paid back until"), null=True, blank=True)
    #: hours within which somebody from the waiting list takes a place
    hours_to_confirm = models.PositiveSmallIntegerField(_("hours to confirm a place"), default=24)
    #: accepted and waiting, kept by the entries' services
    places = models.PositiveIntegerField(default=0, editable=False)
    entered = models.PositiveIntegerField(default=0, editable=False)
    waiting = models.PositiveIntegerField(default=0, editable=False)

    # The way of the application
    sent_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answer = models.TextField(_("answer"), max_length=2000, blank=True)
    #: when something on the calendar changed last: approved, moved, cancelled
    changed_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["starts_on", "name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="calendar_ends_after_start"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["approved", "cancelled"], event__isnull=False)
                | Q(state__in=["draft", "sent", "asked", "refused", "withdrawn"], event=None),
                name="calendar_event_when_approved",
            ),
            models.CheckConstraint(
                condition=Q(state="draft") | Q(sent_at__isnull=False), name="calendar_sent_at"
            ),
            models.CheckConstraint(
                condition=Q(refund_percent__lte=100), name="calendar_refund_sane"
            ),
        ]
        indexes = [
            models.Index(fields=["sent_at"], name="calendar_queue", condition=Q(state="sent")),
            models.Index(fields=["province", "starts_on"], name="calendar_by_province"),
            models.Index(fields=["club", "-starts_on"], name="calendar_by_club"),
            models.Index(fields=["starts_on"], name="calendar_by_first_day"),
            models.Index(
                fields=["entries_until"],
                name="calendar_open",
                condition=Q(state="approved", entries_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def open_now(self) -> bool:
        """It takes entries, or names for its waiting list."""
        opens, closes, now = self.entries_from, self.entries_until, timezone.now()
        in_time = closes is not None and now <= closes and (opens is None or opens <= now)
        return in_time and self.state == self.State.APPROVED

    @property
    def opens_later(self) -> bool:
        opens = self.entries_from
        return self.state == self.State.APPROVED and opens is not None and opens > timezone.now()

    @property
    def full(self) -> bool:
        return bool(self.places) and self.entered >= self.places

    @property
    def percent(self) -> int:
        """Of the places that are taken."""
        return min(100, 100 * self.entered // self.places) if self.places else 0


class Section(models.Model):
    """A part of an event with its own places, limits and fee; its tournament when it is set up."""

    calendar = models.ForeignKey(CalendarEvent, on_delete=models.CASCADE, related_name="sections")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("pairing system"), max_length=40, default="fide2026.dutch")
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=7)
    #: at most so old on 1 January of the year of the event, and at least; 0: no limit
    age_until = models.PositiveSmallIntegerField(_("age until"), default=0)
    age_from = models.PositiveSmallIntegerField(_("age from"), default=0)
    rating_from = models.PositiveSmallIntegerField(_("rating from"), default=0)
    rating_until = models.PositiveSmallIntegerField(_("rating until"), default=0)
    sex = models.CharField(_("only"), max_length=1, blank=True, choices=Sex.choices)
    #: 0: as many as come
    places = models.PositiveIntegerField(_("places"), default=0)
    fee = models.DecimalField(_("fee"), max_digits=10, decimal_places=2, default=0)
    fee_minors = models.DecimalField(
        _("fee of those under 18"), max_digits=10, decimal_places=2, null=True, blank=True
    )
    titled_free = models.BooleanField(_("free for titled players"), default=False)
    tournament = models.OneToOneField(
        Tournament, null=True, blank=True, on_delete=models.SET_NULL, related_name="section"
    )

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(fee__gte=0), name="section_fee_not_below_zero"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def of_teams(self) -> bool:
        """Its players come in teams, which are put together at the tournament's desk."""
        return find(self.tournament.system if self.tournament else self.system).pairs_teams


class CalendarChange(models.Model):
    """A change of an approved event that everybody hears of; the old values stay readable."""

    class Kind(models.TextChoices):
        MOVED = "moved", _("moved")
        CANCELLED = "cancelled", _("cancelled")
        VENUE = "venue", _("another venue")

    calendar = models.ForeignKey(CalendarEvent, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=300)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.calendar} {self.kind}"

    @property
    def old_days(self) -> SimpleNamespace | None:
        """The first and last day before it was moved; None where they stayed."""
        if not {"starts_on", "ends_on"} & self.before.keys():
            return None
        days = {
            name: date.fromisoformat(self.before[name])
            if name in self.before
            else getattr(self.calendar, name)
            for name in ("starts_on", "ends_on")
        }
        return SimpleNamespace(**days)


class Subscriber(models.Model):
    """An address that hears of changes of an event; confirmed by a link first."""

    calendar = models.ForeignKey(
        CalendarEvent, on_delete=models.CASCADE, related_name="subscribers"
    )
    email = models.EmailField(_("e-mail"))
    language = models.CharField(max_length=5, default="tr")
    asked_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["calendar", "email"], name="subscriber_once"),
        ]

    def __str__(self) -> str:
        return self.email


class Appointment(models.Model):
    """An arbiter asked to work at an event. By itself it gives no right at the desk."""

    class Role(models.TextChoices):
        CHIEF = "chief", _("chief arbiter")
        DEPUTY = "deputy", _("deputy chief arbiter")
        SECTOR = "sector", _("sector arbiter")
        PAIRINGS = "pairings", _("pairings officer")

    class State(models.TextChoices):
        ASKED = "asked", _("asked")
        CONFIRMED = "confirmed", _("confirmed")
        DECLINED = "declined", _("declined")

    calendar = models.ForeignKey(
        CalendarEvent, on_delete=models.CASCADE, related_name="appointments"
    )
    arbiter = models.ForeignKey(Arbiter, on_delete=models.PROTECT, related_name="appointments")
    role = models.CharField(_("duty"), max_length=8, choices=Role.choices)
    state = models.CharField(max_length=9, choices=State.choices, default=State.ASKED)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    fee = models.DecimalField(_("fee"), max_digits=10, decimal_places=2, default=0)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["calendar", "arbiter"], name="appointment_once"),
        ]
        indexes = [models.Index(fields=["arbiter", "-starts_on"], name="appointment_by_arbiter")]

    def __str__(self) -> str:
        return f"{self.arbiter} {self.calendar}"
