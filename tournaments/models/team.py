"""Teams of a tournament, their line-ups and their matches."""

import secrets
from typing import TYPE_CHECKING, cast

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Deferrable, F, Q
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_lazy as _

from tiebreaks.teams import MatchPoints
from tournaments.models.entry import ByeKind, Entry
from tournaments.models.round import Round
from tournaments.models.tournament import Tournament


def new_key() -> str:
    return secrets.token_urlsafe(12)


class TeamRules(models.Model):
    """The settings that only a tournament with teams has; one record beside the tournament."""

    class Primary(models.TextChoices):
        MATCH_POINTS = "MP", _("match points")
        BOARD_POINTS = "GP", _("board points")

    class Order(models.TextChoices):
        MOVE_UP = "move_up", _("in the order of the list; everybody moves up for a missing player")
        OWN_BOARD = "own_board", _("everybody at the own board; a reserve fills an empty one")
        FREE = "free", _("any order")

    class Gaps(models.TextChoices):
        REFUSE = "refuse", _("every board must be named")
        FORFEIT = "forfeit", _("a board left empty is lost by forfeit")

    class Ranks(models.TextChoices):
        NOTHING = "", _("no")
        TEAM = "team", _("by the lists of the teams")
        CLUB = "club", _("by club")
        FEDERATION = "federation", _("by federation")

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="team_rules"
    )
    boards = models.PositiveSmallIntegerField(_("boards"), default=4)
    reserves = models.PositiveSmallIntegerField(_("reserves at most"), default=2)
    primary = models.CharField(
        _("teams are ranked by"), max_length=2, choices=Primary.choices, default="MP"
    )

    # Match points and the board points of a free round, in tenths
    match_win = models.PositiveSmallIntegerField(default=20)
    match_draw = models.PositiveSmallIntegerField(default=10)
    match_loss = models.PositiveSmallIntegerField(default=0)
    match_bye = models.PositiveSmallIntegerField(default=0)
    bye_board_points = models.PositiveSmallIntegerField(default=0)

    edition = models.CharField(max_length=12, default="handbook")
    tie_breaks = ArrayField(models.CharField(max_length=24), default=list, blank=True)

    order = models.CharField(
        _("order of the boards"), max_length=10, choices=Order.choices, default=Order.MOVE_UP
    )
    gaps = models.CharField(
        _("empty boards"), max_length=8, choices=Gaps.choices, default=Gaps.REFUSE
    )
    deadline_minutes = models.PositiveSmallIntegerField(
        _("line-ups close … minutes before the round"), default=60
    )

    #: an individual tournament that also ranks teams: the best so many of each
    ranks_by = models.CharField(
        _("ranks teams too"), max_length=10, blank=True, choices=Ranks.choices
    )
    best_of = models.PositiveSmallIntegerField(_("players who count"), default=4)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(boards__gte=1, boards__lte=40), name="team_rules_boards_sane"
            ),
            models.CheckConstraint(
                condition=Q(match_win__gte=F("match_draw"), match_draw__gte=F("match_loss")),
                name="team_rules_points_in_order",
            ),
            models.CheckConstraint(
                condition=Q(primary__in=["MP", "GP"]), name="team_rules_primary_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.boards}"

    @property
    def match_points(self) -> MatchPoints:
        return MatchPoints.of(
            self.match_win, self.match_draw, self.match_loss, pairing_bye=self.match_bye
        )


class Teams(models.QuerySet["Team"]):
    def numbered(self) -> "models.QuerySet[NumberedTeam]":
        """The teams that have a start number."""
        return cast("models.QuerySet[NumberedTeam]", self.filter(number__isnull=False))


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    #: start number, by lot; none before the numbers are drawn
    number = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    club = models.CharField(_("club"), max_length=120, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    captain = models.CharField(_("captain"), max_length=120, blank=True)
    captain_email = models.EmailField(_("captain's e-mail"), blank=True)
    #: the number that each of its matches has in a Swiss, and so the boards where it sits
    fixed_match = models.PositiveSmallIntegerField(_("always plays match"), null=True, blank=True)
    #: in the captain's link; a new one makes the old link useless, none closes the page
    link_key = models.CharField(max_length=24, default=new_key, editable=False)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    #: what pages of knock-outs show of a player (`queries.knockout.team_games.as_player`)
    rating = 0
    title = ""

    objects = Teams.as_manager()

    class Meta:
        ordering = [F("number").asc(nulls_last=True), "name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="team_number_once",
                deferrable=Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def gone(self) -> bool:
        return self.withdrawn_after is not None

    def gone_before(self, number: int) -> bool:
        """The team has left before this round."""
        return self.withdrawn_after is not None and self.withdrawn_after < number

    @property
    def tpn(self) -> int | None:
        """The number that stands for the team where tie-breaks are explained."""
        return self.number


if TYPE_CHECKING:

    class NumberedTeam(Team):
        """A team that has a start number: the same rows."""

        number: models.PositiveSmallIntegerField[float | int | str | Combinable | None, int]
else:
    NumberedTeam = Team


class TeamMember(models.Model):
    """A player's place in the list of a team: the boards in order, then the reserves."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="membership")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "place"],
                name="team_member_place_once",
                deferrable=Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.entry}"


class CaptainMail(models.Model):
    """The captain's link sent by e-mail: asked for, then sent by a worker."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="mails")
    to = models.EmailField()
    language = models.CharField(max_length=5)
    asked_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    failed = models.BooleanField(default=False)
    #: not before this time, after the mail server was away
    due_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.team} {self.to}"

    @property
    def waiting(self) -> bool:
        return self.sent_at is None and not self.failed


class Match(models.Model):
    """Two teams in a round. `first` has White on board 1, or in the whole match."""

    class Forfeit(models.TextChoices):
        NONE = "", _("played")
        SECOND = "+-", _("won by forfeit by the first team")
        FIRST = "-+", _("won by forfeit by the second team")
        BOTH = "--", _("lost by forfeit by both teams")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Team, on_delete=models.RESTRICT, related_name="+")
    second = models.ForeignKey(Team, on_delete=models.RESTRICT, related_name="+")
    #: which meeting of the teams this round belongs to; a meeting may last several rounds
    meeting = models.PositiveSmallIntegerField()
    forfeit = models.CharField(max_length=2, blank=True, choices=Forfeit.choices)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once"),
            models.UniqueConstraint(fields=["round", "first", "second"], name="match_once"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="match_not_self"),
            models.CheckConstraint(
                condition=Q(forfeit__in=["", "+-", "-+", "--"]), name="match_forfeit_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"


class RoundBye(models.Model):
    """A team without a match in a round of a Swiss: asked for beforehand, or allocated by the
    pairing."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="team_byes")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="byes")
    kind = models.CharField(max_length=1, choices=ByeKind.choices)

    class Meta:
        ordering = ["round__number", "team__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "team"], name="round_bye_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["U", "F", "H", "Z"]), name="round_bye_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.team} {self.kind}"


class LineUp(models.Model):
    """The players of a team in a round, by board; sealed until the other team's line-up is in."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    #: None: by the captain's link, or by rule where nobody handed one in
    handed_in_by = models.ForeignKey(
        "User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_rule = models.BooleanField(default=False)
    handed_in_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "team"], name="line_up_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.team}"


class LineUpSeat(models.Model):
    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="seats")
    board = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["line_up", "board"], name="line_up_board_once"),
            models.UniqueConstraint(fields=["line_up", "entry"], name="line_up_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.entry}"
