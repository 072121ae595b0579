"""The federation's side of a registered player: who they play for, what they may, what is shown."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models.places import Club, Province
from tournaments.models import RegisteredPlayer


class Privacy(models.TextChoices):
    """How much of a person the federation's pages show. Results of events stay what they are."""

    OPEN = "", _("page is public")
    SHORT = "short", _("name is shortened")
    HIDDEN = "hidden", _("page is hidden")


class Member(models.Model):
    """One registered player of the federation; the person and the ratings are that row."""

    player = models.OneToOneField(
        RegisteredPlayer, on_delete=models.CASCADE, primary_key=True, related_name="member"
    )
    born_on = models.DateField(_("birth date"), null=True, blank=True)
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.PROTECT, related_name="members"
    )
    #: the club of the open membership, for lists
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="members"
    )
    #: the standard rating, or the national one, by which members are listed
    strength = models.PositiveSmallIntegerField(default=0, db_default=0)
    privacy = models.CharField(
        _("privacy"), max_length=6, blank=True, choices=Privacy.choices, default=Privacy.OPEN
    )
    noindex = models.BooleanField(_("kept out of search engines"), default=False)
    died_on = models.DateField(_("deceased"), null=True, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    parent_name = models.CharField(_("parent"), max_length=120, blank=True)
    parent_email = models.EmailField(_("parent's e-mail"), blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="member"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(privacy__in=Privacy.values), name="member_privacy_known"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-strength"], name="member_by_club"),
            models.Index(fields=["province", "-strength"], name="member_by_province"),
            models.Index(fields=["-strength"], name="member_by_strength"),
        ]

    def __str__(self) -> str:
        return str(self.player)


class Membership(models.Model):
    """The time of a player in a club."""

    player = models.ForeignKey(
        RegisteredPlayer, on_delete=models.CASCADE, related_name="memberships"
    )
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    from_on = models.DateField(_("from"))
    until_on = models.DateField(_("until"), null=True, blank=True)

    class Meta:
        ordering = ["-from_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(until_on=None), name="membership_one_club_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(until_on=None) | Q(until_on__gte=F("from_on")),
                name="membership_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.club_id} {self.from_on}"


class Licence(models.Model):
    """A right to play, to train or to judge, and its time."""

    class Category(models.TextChoices):
        PLAYER = "player", _("player")
        TRAINER = "trainer", _("trainer")
        ARBITER = "arbiter", _("arbiter")

    player = models.ForeignKey(RegisteredPlayer, on_delete=models.CASCADE, related_name="licences")
    number = models.CharField(_("licence number"), max_length=20)
    category = models.CharField(_("category"), max_length=8, choices=Category.choices)
    valid_from = models.DateField(_("valid from"))
    valid_until = models.DateField(_("valid until"))
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-valid_until"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "category", "valid_from"], name="licence_once_a_season"
            ),
            models.CheckConstraint(
                condition=Q(valid_until__gte=F("valid_from")), name="licence_ends_after_start"
            ),
        ]
        indexes = [models.Index(fields=["number"], name="licence_by_number")]

    def __str__(self) -> str:
        return self.number


class Transfer(models.Model):
    """A player's change of club: asked for, then approved or refused; it can be undone."""

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")
        UNDONE = "undone", _("taken back")

    player = models.ForeignKey(RegisteredPlayer, on_delete=models.CASCADE, related_name="transfers")
    from_club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    to_club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="transfers")
    on = models.DateField(_("from"))
    state = models.CharField(max_length=8, choices=State.choices, default=State.ASKED)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(state="asked"), name="transfer_asked_once"
            ),
        ]
        indexes = [
            models.Index(fields=["asked_at"], name="transfer_queue", condition=Q(state="asked")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.to_club_id}"


class Merge(models.Model):
    """Two rows that were one person. All that is needed to part them again is kept here, and an
    address with the old number still leads to the person."""

    kept = models.ForeignKey(RegisteredPlayer, on_delete=models.CASCADE, related_name="merges")
    #: the number of the row that is gone
    gone = models.PositiveBigIntegerField()
    #: that row and its member, as they were
    was = models.JSONField(default=dict)
    #: what the kept row had in the fields that were filled from the other
    before = models.JSONField(default=dict)
    #: table → the numbers of the rows that were moved
    moved = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["gone"], condition=Q(undone_at=None), name="merge_gone_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept_id}"


class PrivacyLink(models.Model):
    """A link by which a person, or a parent, decides how much of the page is shown."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="privacy_links")
    #: of the token, which is only in the mail
    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.member_id)


class MemberImport(models.Model):
    """A list of members that was read and is not written before somebody has seen what it
    changes."""

    file_name = models.CharField(max_length=120)
    #: as it was read: a line number and the fields of each
    rows = models.JSONField(default=list)
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    written_at = models.DateTimeField(null=True, blank=True)
    #: once it is written: how many were new, and how many changed
    counts = models.JSONField(default=dict, db_default={})

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.file_name
