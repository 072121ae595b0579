"""The player's voice: whose phone it is, and what was said through it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.round import Pairing
from tournaments.models.tournament import Tournament


class VoiceRules(models.Model):
    """The rules for what phones say, as the chief arbiter chose them; without a row as usual."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="voice_rules"
    )
    takes_results = models.BooleanField(
        _("players report their results"), default=True, db_default=True
    )
    wait_minutes = models.PositiveSmallIntegerField(
        _("minutes until a result that one player reported comes to the desk"),
        default=10,
        db_default=10,
    )
    takes_requests = models.BooleanField(
        _("players ask for byes and withdraw"), default=True, db_default=True
    )
    request_minutes = models.PositiveSmallIntegerField(
        _("requests end so many minutes before the round begins"), default=60, db_default=60
    )
    takes_calls = models.BooleanField(_("players call the arbiter"), default=True, db_default=True)
    takes_claims = models.BooleanField(
        _("players dispute pairings and results"), default=True, db_default=True
    )
    claim_minutes = models.PositiveSmallIntegerField(
        _("minutes to dispute a pairing or a result"), default=30, db_default=30
    )
    appeal_minutes = models.PositiveSmallIntegerField(
        _("minutes to appeal against a decision"), default=60, db_default=60
    )
    committee = models.CharField(
        _("appeals committee"), max_length=300, blank=True, default="", db_default=""
    )
    by_birth = models.BooleanField(
        _("players may prove themselves by birth date and licence number"),
        default=False,
        db_default=False,
    )

    def __str__(self) -> str:
        return str(self.tournament)


class VoiceCode(models.Model):
    """A player's code that was made anew. A code is nowhere: it follows from the secret of the
    site, the player and this number, which is 0 without a row."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="voice_code")
    serial = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return str(self.entry)


class VoiceMail(models.Model):
    """The mail address to which a player's link goes. The link itself is nowhere: it follows from
    the secret of the site, the player and this number."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="voice_mail")
    email = models.EmailField()
    language = models.CharField(max_length=2, default="tr", db_default="tr")
    #: of the link that holds: an older one, or one that was used, opens nothing
    serial = models.PositiveIntegerField(default=0, db_default=0)
    asked_at = models.DateTimeField()
    #: when it is to be sent; None: it is out, or given up
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="voice_mail_to_be_sent"
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)


class Phone(models.Model):
    """A device. Its key is in a signed cookie; only the digest is here."""

    digest = models.CharField(max_length=64, unique=True)
    #: the kind of device, as far as its browser says: "Android", "iPhone"
    device = models.CharField(max_length=20, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.device or str(self.pk)


class Voice(models.Model):
    """A phone that speaks for a player."""

    class How(models.TextChoices):
        CODE = "code", _("by the code")
        BIRTH = "birth", _("by birth date and licence number")
        MAIL = "mail", _("by a link from a message")

    phone = models.ForeignKey(Phone, on_delete=models.CASCADE, related_name="voices")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="voices")
    how = models.CharField(max_length=5, choices=How.choices)
    since = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-since", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["phone", "entry"],
                condition=Q(withdrawn_at=None),
                name="voice_once",
            ),
            models.CheckConstraint(
                condition=Q(how__in=["code", "birth", "mail"]), name="voice_how_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.phone} {self.entry}"


class ResultReport(models.Model):
    """The result of a game as one of its players reports it. It changes no result by itself."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    #: who had the colours when it was said: a report of turned colours says nothing any more
    white = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    code = models.CharField(max_length=4)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="result_report_once"),
            # Never a forfeit, whatever a phone sends.
            models.CheckConstraint(
                condition=Q(code__regex=r"^(10|==|01){1,2}$"), name="result_report_of_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.code}"

    @property
    def teller(self) -> str:
        """The name of whoever says it."""
        return self.entry.name


class SlipPhoto(models.Model):
    """A picture of a signed slip: evidence, and the result that whoever sent it reads on it. It
    changes no result by itself."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="slips")
    #: none: the round was paired anew since
    pairing = models.ForeignKey(Pairing, null=True, on_delete=models.SET_NULL, related_name="slips")
    round_number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    #: of the player whose phone sent it, or else of the staff
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    #: who had White when it was sent: on turned colours it proposes nothing any more
    white = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=4, blank=True, default="", db_default="")
    at = models.DateTimeField(auto_now_add=True)
    #: of the picture, which is always drawn anew
    digest = models.CharField(max_length=24)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    #: as PAPERS_STORE was when it was written; "" is the database
    store = models.CharField(max_length=300, blank=True)
    key = models.CharField(max_length=100, blank=True)
    data = models.BinaryField(null=True)

    class Meta:
        ordering = ["round_number", "board", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "board", "digest"], name="slip_photo_once"
            ),
            models.CheckConstraint(
                condition=Q(code__regex=r"^((10|==|01){1,2})?$"), name="slip_photo_of_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_number}/{self.board}"

    @property
    def teller(self) -> str:
        return str(_("slip"))


class PlayerRequest(models.Model):
    """A bye, a withdrawal or a late arrival, said by a player's phone."""

    class Kind(models.TextChoices):
        HALF = "H", _("half-point bye")
        ZERO = "Z", _("zero-point bye")
        WITHDRAW = "W", _("withdrawal")
        LATE = "L", _("comes late")

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for the chief arbiter")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")
        TAKEN_BACK = "taken_back", _("taken back")
        NOTED = "noted", _("noted")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="player_requests"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="player_requests")
    kind = models.CharField(max_length=1, choices=Kind.choices)
    round_number = models.PositiveSmallIntegerField()
    #: so many minutes late
    minutes = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State.choices)
    #: why it was refused: a code of the refusals, with its values; or the arbiter's own words
    why = models.JSONField(default=dict, db_default={})
    words = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind", "round_number"],
                condition=Q(state="waiting"),
                name="player_request_waits_once",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["H", "Z", "W", "L"]), name="player_request_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "granted", "refused", "taken_back", "noted"]),
                name="player_request_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.kind} {self.round_number}"


class ArbiterCall(models.Model):
    """A player asks an arbiter to come to the board."""

    class Reason(models.TextChoices):
        RULE = "rule", _("a question about the rules")
        CLAIM = "claim", _("a claim at the board")
        CLOCK = "clock", _("the clock")
        OTHER = "other", _("something else")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="calls")
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    round_number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=5, choices=Reason.choices)
    at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True)
    taken_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "board"],
                condition=Q(done_at=None),
                name="arbiter_called_once",
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["rule", "claim", "clock", "other"]),
                name="arbiter_call_reason_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_number}/{self.board} {self.reason}"


class Sector(models.Model):
    """The boards that an arbiter walks."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sectors")
    user = models.ForeignKey("User", on_delete=models.CASCADE, related_name="+")
    first_board = models.PositiveSmallIntegerField(_("first board"))
    last_board = models.PositiveSmallIntegerField(_("last board"))

    class Meta:
        ordering = ["first_board", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="sector_once"),
            models.CheckConstraint(
                condition=Q(last_board__gte=models.F("first_board"), first_board__gte=1),
                name="sector_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_board}–{self.last_board}"


class Case(models.Model):
    """A player's claim against a pairing or a result: what was said, decided and appealed."""

    class About(models.TextChoices):
        PAIRING = "pairing", _("the pairing")
        RESULT = "result", _("the result")

    class Verdict(models.TextChoices):
        OPEN = "", _("open")
        STANDS = "stands", _("it stands")
        RIGHT = "right", _("the claim is right")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cases")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="cases")
    pairing = models.ForeignKey(Pairing, null=True, on_delete=models.SET_NULL, related_name="cases")
    round_number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    about = models.CharField(max_length=7, choices=About.choices)
    words = models.CharField(max_length=1000)
    #: of a result: what it was, in the player's opinion
    claimed = models.CharField(max_length=4, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    #: of the game it is about, so that both may read of it when it is paired anew
    opponent = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")

    verdict = models.CharField(max_length=6, blank=True, choices=Verdict.choices)
    decision = models.CharField(max_length=2000, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")

    appeal_until = models.DateTimeField(null=True)
    appeal = models.CharField(max_length=1000, blank=True)
    appealed_at = models.DateTimeField(null=True)
    appealed_by = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    appeal_verdict = models.CharField(max_length=6, blank=True, choices=Verdict.choices)
    appeal_decision = models.CharField(max_length=2000, blank=True)
    appeal_decided_at = models.DateTimeField(null=True)
    appeal_decided_by = models.ForeignKey(
        "User", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="case_number_once"),
            models.CheckConstraint(
                condition=Q(about__in=["pairing", "result"])
                & Q(verdict__in=["", "stands", "right"])
                & Q(appeal_verdict__in=["", "stands", "right"]),
                name="case_words_known",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def open(self) -> bool:
        """Somebody waits for a decision."""
        return not self.verdict or (self.appealed_at is not None and not self.appeal_verdict)
