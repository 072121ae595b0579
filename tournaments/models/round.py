"""Rounds and their boards. The database itself refuses what can never be true."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, TypeGuard, cast

from django.db import models
from django.db.models import Deferrable, F, Q
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_lazy as _

from pairing.chess960 import position
from pairing.results import KNOWN, RESULTS
from tournaments.models.entry import ByeKind, Entry
from tournaments.models.tournament import Tournament

#: boards whose game, or one game of whose match, was adjourned
ADJOURNED = Q(result__contains="?")
#: boards that still wait for a result
UNFINISHED = Q(result="") | ADJOURNED


class Rounds(models.Manager["Round"]):
    """Without their traces, which are large: a trace is read by itself when it is asked for."""

    def get_queryset(self) -> "models.QuerySet[Round]":
        return super().get_queryset().defer("trace")

    def traced(self) -> "models.QuerySet[Round]":
        """With their traces, for whoever is about to read them."""
        return self.get_queryset().defer(None)


class Round(models.Model):
    class Status(models.TextChoices):
        PLANNED = "planned", _("not paired")
        PAIRING = "pairing", _("being paired")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    paired_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        "User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    #: stays while a result is missing that was cleared since
    finished_at = models.DateTimeField(null=True, blank=True)
    #: Chess960: the number of the starting position, 0 to 959
    start_position = models.PositiveSmallIntegerField(null=True, blank=True)
    under_revision = models.BooleanField(default=False)  # taken back after publication
    imported = models.BooleanField(default=False)
    #: the engine's reasons and its own pairing, kept for "why?" and for comparing hand changes
    trace = models.JSONField(null=True, blank=True)

    objects = Rounds()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=["planned", "pairing", "draft", "published", "finished"]),
                name="round_status_known",
            ),
            models.CheckConstraint(
                condition=Q(start_position__isnull=True) | Q(start_position__lt=960),
                name="round_start_position_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def start_pieces(self) -> str:
        """Chess960: the pieces from the a- to the h-file, once they are drawn."""
        return "" if self.start_position is None else position(self.start_position)

    @property
    def is_public(self) -> bool:
        return self.status in (self.Status.PUBLISHED, self.Status.FINISHED)

    @property
    def is_paired(self) -> bool:
        return self.is_public or self.status == self.Status.DRAFT


class Pairings(models.QuerySet["Pairing"]):
    def games(self) -> "models.QuerySet[GameRow]":
        """The boards: rows with two players."""
        return cast("models.QuerySet[GameRow]", self.filter(black__isnull=False))

    def byes(self) -> "Pairings":
        """The players without an opponent."""
        return self.filter(black__isnull=True)

    def select_related(self, *fields: Any) -> Self:
        """As everywhere else; a round comes without its trace."""
        found = super().select_related(*fields)
        return found.defer("round__trace") if _joins_the_round(fields) else found


def _joins_the_round(fields: tuple[Any, ...]) -> bool:
    return any(field and field.split("__")[0] == "round" for field in fields)


class Pairing(models.Model):
    """A board of a round; or, without a board number and an opponent, a player's bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    white = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    black = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    #: code in `pairing.results.KNOWN`; "" = not entered yet
    result = models.CharField(max_length=4, blank=True)
    #: of a match of two games whose second one is still being played: the result of the first
    first_game = models.CharField(max_length=2, blank=True, default="", db_default="")
    #: the match of two teams that this board, or this player without an opponent, belongs to
    match = models.ForeignKey(
        "Match", null=True, blank=True, on_delete=models.SET_NULL, related_name="pairings"
    )
    #: who was not at the board when the clocks were started: "w", "b" or "wb"
    empty_chairs = models.CharField(max_length=2, blank=True)
    bye = models.CharField(max_length=1, blank=True, choices=ByeKind.choices)
    #: for the rating report only, where it differs from what counts here (C.04.2 art. 4.3)
    reported_result = models.CharField(max_length=4, blank=True)
    by_hand = models.BooleanField(default=False)
    entered_by = models.ForeignKey(
        "User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    #: the second pass: somebody typed the same result again; any change undoes it
    checked_by = models.ForeignKey(
        "User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    checked_at = models.DateTimeField(null=True, blank=True)
    #: what the second pass read where it was another result; until one of them is settled
    read_differently = models.CharField(max_length=4, blank=True)
    version = models.PositiveIntegerField(default=1)

    #: the players whom its result has put on hold, for whoever entered it
    on_hold: Sequence[Entry] = ()

    objects = Pairings.as_manager()

    class Meta:
        ordering = [F("board").asc(nulls_last=True), "id"]
        constraints = [
            # A trigger (migration 0002) also refuses a player as White here and Black there.
            models.UniqueConstraint(
                fields=["round", "board"], name="pairing_board_once", deferrable=Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["round", "white"], name="pairing_white_once", deferrable=Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["round", "black"], name="pairing_black_once", deferrable=Deferrable.DEFERRED
            ),
            models.CheckConstraint(
                condition=Q(black__isnull=True) | ~Q(white=F("black")), name="pairing_not_self"
            ),
            models.CheckConstraint(
                condition=Q(black__isnull=False, board__isnull=False, bye="")
                | Q(
                    black__isnull=True, board__isnull=True, bye__in=["U", "F", "H", "Z"], result=""
                ),
                name="pairing_game_or_bye",
            ),
            models.CheckConstraint(
                condition=Q(result__in=["", *KNOWN]) & Q(reported_result__in=["", *KNOWN]),
                name="pairing_result_known",
            ),
            models.CheckConstraint(
                condition=Q(first_game="") | Q(result="", first_game__in=[*RESULTS]),
                name="pairing_first_game_of_a_match",
            ),
            models.CheckConstraint(
                condition=Q(empty_chairs__in=["", "w", "b", "wb"]), name="pairing_chairs_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black or self.bye}"

    @property
    def standing(self) -> str:
        """The code entered so far: the result, or that of game 1 of a match."""
        return self.result or self.first_game

    @property
    def forfeited(self) -> bool:
        """The result says that nothing was played."""
        return bool(self.result) and not KNOWN[self.result].at_the_board

    @property
    def open(self) -> bool:
        """It still waits for a result, as `UNFINISHED` says it to the database."""
        return not self.result or self.adjourned

    @property
    def adjourned(self) -> bool:
        return "?" in self.result

    @property
    def at_fixed_table(self) -> bool:
        """Its number follows a player who needs a certain table, not the order of the boards."""
        if self.board is None or self.black is None:
            return False
        return self.board in (self.white.fixed_board, self.black.fixed_board)


if TYPE_CHECKING:

    class GameRow(Pairing):
        """A pairing that is a game, so that it has a board and Black: the same rows."""

        board: models.PositiveSmallIntegerField[float | int | str | Combinable | None, int]
        black: models.ForeignKey[Entry | Combinable | None, Entry]
        black_id: int
else:
    GameRow = Pairing


def is_game(row: Pairing) -> TypeGuard[GameRow]:
    return row.black_id is not None


class PairingSession(models.Model):
    """An alteration of a round by hand: its begin, its end, and what the round was before."""

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        KEPT = "kept", _("kept")
        ABANDONED = "abandoned", _("abandoned")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sessions")
    opened_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, blank=True, choices=Outcome.choices)
    #: the restore point: the round's status and its rows when the session began
    before = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(outcome=""), name="pairing_session_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.outcome or 'open'}"
