"""The door of the desk: open sessions, what happened there, and the second factor."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User


class OpenSession(models.Model):
    """A browser in which somebody is signed in."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="open_sessions")
    key = models.CharField(max_length=40, unique=True)
    began_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now_add=True)
    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-seen_at", "-id"]

    def __str__(self) -> str:
        return f"{self.user} {self.address}"


class DoorRecord(models.Model):
    """Something that happened at the door; kept for a year."""

    class What(models.TextChoices):
        SIGNED_IN = "signed_in", _("signed in")
        WRONG_PASSWORD = "wrong_password", _("wrong password")
        WRONG_CODE = "wrong_code", _("wrong code")
        SHUT = "shut", _("too many attempts")
        SIGNED_OUT = "signed_out", _("signed out")
        ENDED = "ended", _("sessions ended")
        PASSWORD = "password", _("new password")
        RESET_ASKED = "reset_asked", _("link for a new password asked for")
        FACTOR_ON = "factor_on", _("second factor turned on")
        FACTOR_OFF = "factor_off", _("second factor turned off")
        CODES = "codes", _("new recovery codes")
        PASSKEY_ON = "passkey_on", _("passkey made")
        PASSKEY_OFF = "passkey_off", _("passkey removed")
        WRONG_PASSKEY = "wrong_passkey", _("wrong passkey")
        MADE = "made", _("account made")
        LOCKED = "locked", _("account locked")
        UNLOCKED = "unlocked", _("account unlocked")
        ROLES = "roles", _("roles changed")

    user = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="door_records"
    )
    #: as it was typed; also where nobody has that name
    name = models.CharField(max_length=150, blank=True)
    what = models.CharField(max_length=20, choices=What.choices)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["user", "-at"], name="door_of_user"),
            models.Index(fields=["at"], name="door_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.name} {self.what}"


class SecondFactor(models.Model):
    """An authenticator (RFC 6238) of a user; it counts once it has proved itself."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64)
    since = models.DateTimeField(null=True)
    #: the step of the last code taken: no code opens twice
    last_step = models.PositiveBigIntegerField(default=0)
    #: digests of the recovery codes that are left
    recovery = models.JSONField(default=list)

    def __str__(self) -> str:
        return str(self.user)


class Passkey(models.Model):
    """A passkey (WebAuthn) of a user: the public half of its keys."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    key_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    #: of its last use; a smaller one would be a copy's
    counter = models.PositiveBigIntegerField(default=0)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class PasswordMail(models.Model):
    """A link for a new password, promised to the owner of an account: a worker sends it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="password_mails")
    language = models.CharField(max_length=5)
    asked_at = models.DateTimeField(auto_now_add=True)
    #: tried at this time; None when nothing is to be sent any more
    due_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="password_mail_due",
                condition=models.Q(due_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return str(self.user)
