"""An event (a festival) and who may work on it."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import F, Func, Value
from django.db.models.functions import Concat, Lower
from django.utils.translation import gettext_lazy as _

from tournaments.core.text import fold

#: letters as somebody without the right keyboard would type them, as `core.text.fold` has them
_LETTERS = {
    letter: fold(letter)
    for letter in map(chr, (ord("I"), *range(0xC0, 0x250), *range(0x1E00, 0x1F00)))
    if len(fold(letter)) == 1 and fold(letter).isascii()
}


def words_of_an_event() -> Func:
    """The words that an event is found by; the database works them out, whoever writes the row."""
    return words_of("name", "city", "organiser")


def words_of(first: str, *others: str) -> Func:
    """The words of these columns, folded, as one generated column has them."""
    joined = Concat(F(first), *(part for name in others for part in (Value(" "), F(name))))
    plain = Func(
        joined,
        Value("".join(_LETTERS)),
        Value("".join(_LETTERS.values())),
        function="translate",
        output_field=models.TextField(),
    )
    letters = (Lower(plain), Value("[^[:alnum:]]+"), Value(" "), Value("g"))
    return Func(*letters, function="regexp_replace", output_field=models.TextField())


class Event(models.Model):
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    city = models.CharField(_("city"), max_length=80, blank=True)
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    federation = models.CharField(_("federation"), max_length=3, default="TUR")
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone of the venue"), max_length=40)
    organiser = models.CharField(_("organiser"), max_length=120, blank=True)
    public = models.BooleanField(
        _("shown to the public"),
        default=True,
        help_text=_("When off, only the staff can open the event's pages."),
    )
    noindex = models.BooleanField(
        _("kept out of search engines"),
        default=False,
        help_text=_("The pages stay open to everybody who has the address."),
    )
    shorten_minors = models.BooleanField(
        _("names of minors shortened"),
        default=False,
        help_text=_("Players under 18 appear on public pages as “Kaya, D.”"),
    )
    #: None = some months after the last day (`PERSONAL_DATA_DAYS`)
    kept_until = models.DateField(
        _("contacts and birth dates kept until"),
        null=True,
        blank=True,
        help_text=_(
            "Then phones, e-mails, birth dates (the year stays), notes and accounts are removed; "
            "names and results stay. Empty: half a year after the last day."
        ),
    )
    #: the logo and the sponsors: kind, name, digest, width and height of each (`Emblem`)
    emblems = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    #: a line for everybody in the hall, on screens and public pages; empty: none
    announcement = models.CharField(
        max_length=200, blank=True, db_default="", default="", editable=False
    )
    announced_at = models.DateTimeField(null=True, editable=False)
    #: when they were removed
    forgotten_at = models.DateTimeField(null=True, editable=False)
    removed = models.BooleanField(default=False, editable=False)
    #: of a sandbox: it is forgotten then
    sandbox_until = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    search_key = models.GeneratedField(
        expression=words_of_an_event(), output_field=models.TextField(), db_persist=True
    )

    #: of the member of the staff for whom it was found, by `kernel.permissions.event_for`
    my_role: "Role"

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="event_ends_after_start",
            ),
            models.CheckConstraint(
                condition=models.Q(sandbox_until=None) | models.Q(public=False),
                name="sandbox_is_hidden",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-starts_on"],
                name="event_public_by_first_day",
                condition=models.Q(public=True, removed=False),
            ),
            models.Index(
                fields=["ends_on"],
                name="event_public_by_last_day",
                condition=models.Q(public=True, removed=False),
            ),
            # Of words and their beginnings.
            GinIndex(SearchVector("search_key", config="simple"), name="event_words"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def logo(self) -> dict[str, Any] | None:
        return next((one for one in self.emblems if one["kind"] == "logo"), None)

    @property
    def sponsors(self) -> list[dict[str, Any]]:
        return [one for one in self.emblems if one["kind"] == "sponsor"]

    @property
    def days(self) -> int:
        return (self.ends_on - self.starts_on).days + 1

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Role(models.TextChoices):
    """From most to least; deny by default: without a row here nobody sees the desk."""

    CHIEF = "chief", _("chief arbiter")
    ARBITER = "arbiter", _("arbiter")
    CLERK = "clerk", _("results clerk")
    READER = "reader", _("read-only")

    @property
    def power(self) -> int:
        return {"reader": 1, "clerk": 2, "arbiter": 3, "chief": 4}[self.value]

    def covers(self, needed: "Role") -> bool:
        return self.power >= needed.power


class StaffMember(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="duties"
    )
    role = models.CharField(max_length=8, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="staff_once_per_event"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="staff_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A duty offered by e-mail; the signed link in it opens once."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail"))
    role = models.CharField(_("duty"), max_length=8, choices=Role.choices)
    language = models.CharField(max_length=5, default="tr")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    #: the message is tried at this time; None when nothing is to be sent any more
    due_at = models.DateTimeField(null=True, editable=False)
    sent_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "email"],
                condition=models.Q(accepted_at=None, withdrawn_at=None),
                name="invitation_open_once",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="invitation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} ({self.role})"

    @property
    def open(self) -> bool:
        return self.accepted_at is None and self.withdrawn_at is None

    @property
    def delayed(self) -> bool:
        """The mail server was away when the message was tried: it is sent later."""
        return self.due_at is not None and self.tries > 0

    @property
    def undelivered(self) -> bool:
        """Nobody took the message, and it is not tried any more."""
        return self.due_at is None and self.sent_at is None and self.tries > 0
