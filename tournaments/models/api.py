"""Records for programs: tokens, webhooks, and answers kept for requests sent twice."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.tournament import Tournament


class Scope(models.TextChoices):
    """The acts that a token allows; it never allows more than its maker may do."""

    ENTRIES = "entries", _("enter, change and withdraw players")
    CHECK_IN = "check-in", _("check players in")
    BYES = "byes", _("give and cancel byes")
    RESULTS = "results", _("enter results")
    PAIR = "pair", _("pair rounds")
    PUBLISH = "publish", _("publish rounds")
    TEAMS = "teams", _("enter, change and withdraw teams")
    LINE_UPS = "line-ups", _("hand in line-ups")
    SETUP = "setup", _("make and change tournaments, plan knock-outs, decide places")
    PAPERS = "papers", _("make and publish papers")
    EVENTS = "events", _("change the event, its staff, screens and webhooks")


class ApiToken(models.Model):
    """A key for a program. The secret itself is shown once and not kept."""

    #: none: for every event of whoever made it, and to open new ones
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)  # SHA-256 of the secret
    start = models.CharField(max_length=12, editable=False)  # tells tokens apart in the list
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope.choices))
    created_by = models.ForeignKey("User", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_on = models.DateField(_("last day of use"), null=True, blank=True)
    used_at = models.DateTimeField(null=True, editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(scopes__contained_by=Scope.values), name="token_scopes_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def usable(self) -> bool:
        expired = self.expires_on is not None and self.expires_on < timezone.localdate()
        return self.withdrawn_at is None and not expired


class KeptAnswer(models.Model):
    """The answer to a request with an idempotency key; sent again, it is given again."""

    #: "token:7" or "user:3": keys of different senders are different keys
    sender = models.CharField(max_length=32)
    key = models.CharField(max_length=200)
    request = models.CharField(max_length=64)  # SHA-256 of method, address and body
    status = models.PositiveSmallIntegerField(default=0)  # 0 = still at work
    body = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sender", "key"], name="kept_answer_once"),
        ]
        indexes = [models.Index(fields=["created_at"], name="kept_answer_by_age")]

    def __str__(self) -> str:
        return f"{self.sender} {self.key}"


class Happening(models.TextChoices):
    """The happenings that a webhook can subscribe to."""

    ROUND_PUBLISHED = "round.published", _("a round is published")
    ROUND_TAKEN_BACK = "round.taken_back", _("a published round is taken back")
    PAIRING_CHANGED = "pairing.changed", _("a published pairing is changed by hand")
    PLAYER_WITHDRAWN = "player.withdrawn", _("a player or a team leaves")
    RESULT_CHANGED = "result.changed", _("a result is entered, changed or cleared")
    RESULT_CORRECTED = "result.corrected", _("a result of an earlier round is corrected")
    STANDINGS_CHANGED = "standings.changed", _("the standings change")
    TOURNAMENT_FINISHED = "tournament.finished", _("a tournament is finished")
    EVENT_CHANGED = "event.changed", _("dates, settings or the schedule change")


#: the kind of a message that only tries whether an address hears
PING = "ping"


class Webhook(models.Model):
    """An address of another program that is told what happens in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    secret = models.CharField(max_length=64, editable=False)  # signs what is sent
    happenings = ArrayField(models.CharField(max_length=20, choices=Happening.choices))
    created_by = models.ForeignKey("User", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(happenings__contained_by=Happening.values),
                name="webhook_happenings_known",
            ),
        ]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to one webhook. The row, not the broker, knows what is still to be sent."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("delivered")
        FAILED = "failed", _("given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    #: none: it is about the event
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="+"
    )
    message = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    happening = models.CharField(max_length=20, choices=Happening.choices)
    body = models.TextField()  # exactly what is signed and sent
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    created_at = models.DateTimeField(auto_now_add=True)
    #: not before this; moved on while a worker is at it, so that a dead worker's comes back
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: one line an attempt: when, the status answered or the problem met, and how long it took
    tries = models.JSONField(default=list)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(status="waiting"), name="delivery_to_be_sent"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.happening} {self.message} {self.status}"
