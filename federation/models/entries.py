"""Entries that people send, and the money that goes with them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.calendar import CalendarEvent, Section
from federation.models.places import Club
from tournaments.models import Entry, RegisteredPlayer, Sex


class Booking(models.Model):
    """One person who wants to play in a section."""

    class State(models.TextChoices):
        UNCONFIRMED = "new", _("e-mail not confirmed")
        ACCEPTED = "accepted", _("accepted")
        WAITING = "waiting", _("on the waiting list")
        OFFERED = "offered", _("a place is offered")
        WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
        REFUSED = "refused", _("refused")
        EXPIRED = "expired", _("expired")

    #: states that hold a place
    HOLDING = (State.ACCEPTED, State.OFFERED)
    #: states in which nobody may enter the same player again
    OPEN = (State.UNCONFIRMED, State.ACCEPTED, State.WAITING, State.OFFERED)

    calendar = models.ForeignKey(CalendarEvent, on_delete=models.PROTECT, related_name="bookings")
    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="bookings")
    #: none until a newcomer is found in, or added to, the register
    player = models.ForeignKey(
        RegisteredPlayer,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="bookings",
    )
    #: the tournament's player, once it is handed over
    entry = models.OneToOneField(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="booking"
    )
    name = models.CharField(_("name"), max_length=120)
    birth_date = models.CharField(_("birth date"), max_length=10, blank=True)
    sex = models.CharField(_("sex"), max_length=1, blank=True, choices=Sex.choices)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    club_name = models.CharField(_("club"), max_length=120, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), default=0)
    email = models.EmailField(_("e-mail"))
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    language = models.CharField(max_length=5, default="tr")
    parent_name = models.CharField(_("parent"), max_length=120, blank=True)
    parent_agreed_at = models.DateTimeField(null=True, blank=True)
    #: entered together; `together` says that all get in or none
    group = models.CharField(max_length=20, blank=True)
    together = models.BooleanField(default=False)
    #: of the club that entered them
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="bookings"
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.UNCONFIRMED)
    #: the digest of the link's token: the token itself is only in the mail
    token = models.CharField(max_length=64, blank=True)
    token_until = models.DateTimeField(null=True, blank=True)
    #: the order of the waiting list, and of the entries
    confirmed_at = models.DateTimeField(null=True, blank=True)
    place_in_line = models.PositiveBigIntegerField(null=True, blank=True)
    offered_until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["place_in_line", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["calendar", "player"],
                condition=Q(
                    player__isnull=False, state__in=["accepted", "waiting", "offered"]
                ),
                name="booking_once_an_event",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "new", "accepted", "waiting", "offered", "withdrawn", "refused", "expired",
                    ]
                ),
                name="booking_state_known",
            ),
        ]  # fmt: skip
        indexes = [
            models.Index(fields=["section", "state", "place_in_line"], name="booking_line"),
            models.Index(fields=["player", "-created_at"], name="booking_by_player"),
            models.Index(
                fields=["offered_until"], name="booking_offers", condition=Q(state="offered")
            ),
            models.Index(fields=["token"], name="booking_by_token", condition=~Q(token="")),
            models.Index(fields=["group"], name="booking_by_group", condition=~Q(group="")),
        ]

    def __str__(self) -> str:
        return self.name


class ClubLink(models.Model):
    """A club's own link to one event: whoever has it enters its players, without an account."""

    calendar = models.ForeignKey(CalendarEvent, on_delete=models.CASCADE, related_name="club_links")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links")
    email = models.EmailField(_("e-mail"))
    #: the digest of the link's token, which follows from this moment; empty: it opens nothing
    token = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["calendar", "club"], name="club_link_once_an_event"),
        ]
        indexes = [
            models.Index(fields=["token"], name="club_link_by_token", condition=~Q(token="")),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.calendar}"


class Charge(models.Model):
    """Money owed: for an entry, or by a club for several."""

    class Purpose(models.TextChoices):
        ENTRY = "entry", _("entry fee")
        CLUB = "club", _("invoice of a club")

    calendar = models.ForeignKey(CalendarEvent, on_delete=models.PROTECT, related_name="charges")
    booking = models.OneToOneField(
        Booking, null=True, blank=True, on_delete=models.PROTECT, related_name="charge"
    )
    #: the invoice of the club that this one is part of
    invoice = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="lines"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="charges"
    )
    purpose = models.CharField(max_length=5, choices=Purpose.choices, default=Purpose.ENTRY)
    #: what is written on a transfer
    reference = models.CharField(_("reference"), max_length=20, unique=True)
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3)
    due_on = models.DateField(_("due"), null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="charge_not_below_zero"),
        ]
        indexes = [models.Index(fields=["calendar", "due_on"], name="charge_by_event")]

    def __str__(self) -> str:
        return self.reference


class Payment(models.Model):
    """Money that came in, or went back (below zero). Rows are added, never changed."""

    class Method(models.TextChoices):
        TRANSFER = "transfer", _("bank transfer")
        CASH = "cash", _("cash at the desk")
        ONLINE = "online", _("online")

    charge = models.ForeignKey(Charge, on_delete=models.PROTECT, related_name="payments")
    amount = models.DecimalField(_("amount"), max_digits=10, decimal_places=2)
    method = models.CharField(_("way"), max_length=8, choices=Method.choices)
    #: the provider's own number: the same message twice is one payment
    provider_ref = models.CharField(max_length=80, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["provider_ref"],
                condition=~Q(provider_ref=""),
                name="payment_of_provider_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.charge} {self.amount}"
