"""Phones and mail addresses that are told what happens to a player, to a club, or to everybody."""

import secrets
from functools import partial

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.tournament import Tournament


class Follower(models.Model):
    """One browser, by what it told us at its push service, or one mail address."""

    #: the address at the push service; "" for a mail address
    endpoint = models.CharField(max_length=1000, blank=True)
    #: SHA-256 of the endpoint
    digest = models.CharField(max_length=64, blank=True, editable=False)
    public = models.CharField(max_length=100, blank=True)
    secret = models.CharField(max_length=32, blank=True)
    email = models.EmailField(blank=True)
    #: opens the page on which a mail address says yes, and stops
    key = models.CharField(
        max_length=43, unique=True, default=partial(secrets.token_urlsafe, 32), editable=False
    )
    #: of a mail address: when somebody who reads it said yes
    confirmed_at = models.DateTimeField(null=True)
    #: the mail that asks for it: when it is to be sent, and how often that was tried
    ask_at = models.DateTimeField(null=True)
    asked = models.PositiveSmallIntegerField(default=0)
    language = models.CharField(max_length=2, default="tr")
    #: the device of this browser, where it speaks for players: it hears of their cases
    phone = models.ForeignKey(
        "Phone", null=True, on_delete=models.SET_NULL, related_name="followers"
    )
    #: the member of the staff whose browser it is: while they are signed in on it, by this session,
    #: it hears of what waits at the desk
    user = models.ForeignKey("User", null=True, on_delete=models.CASCADE, related_name="followers")
    session = models.ForeignKey(
        "OpenSession", null=True, on_delete=models.SET_NULL, related_name="followers"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(endpoint="", digest="") & ~Q(email="")
                | Q(email="") & ~Q(endpoint="") & ~Q(digest=""),
                name="follower_push_or_mail",
            ),
            models.UniqueConstraint(
                fields=["digest"], condition=~Q(digest=""), name="follower_browser_once"
            ),
            models.UniqueConstraint(
                fields=["email"], condition=~Q(email=""), name="follower_mail_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["ask_at"], condition=Q(ask_at__isnull=False), name="follower_to_be_asked"
            ),
        ]

    def __str__(self) -> str:
        return f"follower {self.pk}"


class Follow(models.Model):
    """One wish of a follower in a tournament: a player, a club, or what is for all."""

    follower = models.ForeignKey(Follower, on_delete=models.CASCADE, related_name="follows")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="follows")
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="follows")
    club = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["follower", "entry"],
                condition=Q(entry__isnull=False),
                name="follow_player_once",
            ),
            models.UniqueConstraint(
                fields=["follower", "tournament", "club"],
                condition=Q(entry__isnull=True),
                name="follow_club_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id}: {self.entry_id or self.club or 'all'} of {self.tournament_id}"


class Watch(models.Model):
    """One wish of a follower about what is no player of a tournament yet; whoever tells of it
    knows what `about` names ("booking:12")."""

    follower = models.ForeignKey(Follower, on_delete=models.CASCADE, related_name="watches")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="watches")
    about = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "about"], name="watch_once"),
        ]
        indexes = [models.Index(fields=["about"], name="watch_about")]

    def __str__(self) -> str:
        return f"{self.follower_id}: {self.about}"


class Announcement(models.Model):
    """Something that followers are to hear of, written down with the act itself."""

    class Kind(models.TextChoices):
        ROUND = "round", _("a round is published")
        TAKEN_BACK = "taken_back", _("a published round is taken back")
        PAIRING = "pairing", _("a published pairing is changed by hand")
        WITHDRAWN = "withdrawn", _("an opponent withdraws")
        CORRECTED = "corrected", _("a result is corrected")
        HELD = "held", _("a player did not come and is on hold")
        BANNER = "banner", _("an announcement of the arbiter")
        CASE = "case", _("a claim is decided")
        DESK = "desk", _("something waits at the desk")
        WATCHED = "watched", _("a place of the waiting list is free")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    #: none: it is for all tournaments of the event
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="announcements"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    round_number = models.PositiveSmallIntegerField(null=True)
    #: the entries that it concerns; none: everybody who follows
    entries = models.JSONField(default=list)
    #: the members of the staff that it is for, of what waits at the desk
    users = models.JSONField(default=list, db_default=[])
    #: of what is watched: that which a watch names
    text = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    #: when each follower that it is for had a notice
    spread_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(spread_at__isnull=True),
                name="announcement_to_spread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.round_number or ''} of {self.tournament_id or self.event_id}"


class Notice(models.Model):
    """One announcement for one follower. The row, not the broker, knows what is to be sent."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("delivered")
        FAILED = "failed", _("given up")

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="notices")
    follower = models.ForeignKey(Follower, on_delete=models.CASCADE, related_name="notices")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: not before this; moved on while a worker is at it, so that a dead worker's comes back
    due_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["announcement", "follower"], name="notice_once"),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(status="waiting"), name="notice_to_be_sent"
            ),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk} {self.status}"
