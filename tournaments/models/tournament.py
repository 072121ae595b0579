"""A tournament: a section of an event with its regulations as data."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.validators import URLValidator
from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from pairing import formats
from pairing.results import ByeKind
from pairing.state import PointSystem
from tournaments.core import prizes as core_prizes
from tournaments.models.event import Event

if TYPE_CHECKING:
    from tournaments.models.entry import Entry

if TYPE_CHECKING:
    from tournaments.models.round import Round
    from tournaments.models.team import Team


class RatingType(models.TextChoices):
    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


class RatingMethod(models.TextChoices):
    """The rating that ranks the players (TRF26 record 172)."""

    FIDE = "FIDE", _("FIDE rating")
    NRO = "NRO", _("national rating only")
    FIDON = "FIDON", _("FIDE rating, else national")
    NIDOF = "NIDOF", _("national rating, else FIDE")
    HBFN = "HBFN", _("the higher of both")
    OTHER = "OTHER", _("typed by the arbiter")


class EqualsBy(models.TextChoices):
    """The order of players with the same rating and title, as announced (C.04.2 art. 2.2)."""

    NAME = "", _("name")
    FIDE_ID = "fide_id", _("FIDE ID, the lower first")
    AGE = "age", _("age, the older first")
    LOT = "lot", _("lot, by the recorded seed")


class Acceleration(models.TextChoices):
    NONE = "", _("none")
    BAKU = "baku", _("Baku (C.04.7)")


class Unrated(models.TextChoices):
    """The value of an unrated player in tie-breaks by ratings (C.07 art. 10)."""

    DROPPED = "dropped", _("no rule: such tie-breaks have no values")
    FIXED = "fixed", _("a fixed rating")
    LOWEST = "lowest", _("the lowest rating in the tournament")
    AVERAGE = "average", _("the average rating of the tournament")


class RatingOfRound(models.TextChoices):
    """The rating that counts in tie-breaks where a player has several."""

    FIRST = "first", _("the first one")
    ROUND = "round", _("the one of a certain round")
    EACH = "each", _("the one of each game's round")


class InitialColour(models.TextChoices):
    NOT_DRAWN = "", _("drawn by lot with round 1")
    WHITE = "w", _("White")
    BLACK = "b", _("Black")


class PrizeSharing(models.TextChoices):
    """The ways to divide money prizes among players with equal points (`core.prizes`)."""

    PLACE = core_prizes.Sharing.PLACE.value, _("by place")
    EQUAL = core_prizes.Sharing.EQUAL.value, _("equally among those with the same points")
    HORT = core_prizes.Sharing.HORT.value, _("half by place, half equally (Hort)")


class MissedRounds(models.TextChoices):
    """The points of a late entry for each round missed (C.04.2 art. 2.4), by TRF symbol."""

    ZERO = ByeKind.ZERO_POINT.value, _("no points")
    HALF = ByeKind.HALF_POINT.value, _("half a point")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def with_format(self, **wanted: object) -> "TournamentQuerySet":
        """Those whose format can do this: `with_format(pairs_teams=True, swiss=True)`."""
        return self.filter(system__in=formats.keys(**wanted))


class ActiveTournaments(models.Manager["Tournament"]):
    """All but those whose making was taken back: of these only the history is left."""

    def get_queryset(self) -> TournamentQuerySet:
        return TournamentQuerySet(self.model, using=self._db).filter(undone_at=None)

    def with_format(self, **wanted: object) -> TournamentQuerySet:
        return self.get_queryset().with_format(**wanted)


class Tournament(models.Model):
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=60)
    position = models.PositiveSmallIntegerField(default=0, editable=False)

    # The system and what belongs to it
    system = models.CharField(_("pairing system"), max_length=40, default=formats.DEFAULT)
    options = models.JSONField(default=dict, blank=True)
    total_rounds = models.PositiveSmallIntegerField(_("rounds"), default=7)
    acceleration = models.CharField(
        _("acceleration"), max_length=8, blank=True, choices=Acceleration.choices
    )
    initial_colour = models.CharField(
        _("initial colour"), max_length=1, blank=True, choices=InitialColour.choices
    )
    seed = models.BigIntegerField(editable=False)  # of every lot in this tournament
    last_of_first_group = models.ForeignKey(  # C.04.7 art. 1.3.2: the person stays the same
        "Entry", null=True, blank=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )

    # Points, in tenths
    win_points = models.PositiveSmallIntegerField(default=10)
    draw_points = models.PositiveSmallIntegerField(default=5)
    loss_points = models.PositiveSmallIntegerField(default=0)
    bye_points = models.PositiveSmallIntegerField(default=10)

    # Standings
    tie_break_edition = models.CharField(max_length=12, default="fide2026")
    tie_breaks = ArrayField(models.CharField(max_length=24), default=list, blank=True)

    unrated = models.CharField(
        _("unrated players in tie-breaks by ratings"),
        max_length=8,
        choices=Unrated.choices,
        default=Unrated.DROPPED,
    )
    unrated_rating = models.PositiveSmallIntegerField(_("fixed rating"), default=1400)
    rating_of_round = models.CharField(
        _("where a player's rating changed during the event"),
        max_length=5,
        choices=RatingOfRound.choices,
        default=RatingOfRound.FIRST,
    )
    rating_round = models.PositiveSmallIntegerField(_("that round"), default=1)
    #: more than 30 days; None = by the dates of the event
    long_event = models.BooleanField(_("lasts longer than 30 days"), null=True, blank=True)

    # Ratings and time
    rating_type = models.CharField(
        _("kind of event"), max_length=8, choices=RatingType.choices, default=RatingType.STANDARD
    )
    rating_method = models.CharField(
        _("rating used for the order"),
        max_length=6,
        choices=RatingMethod.choices,
        default=RatingMethod.FIDON,
    )
    #: lists from which an entry's rating is taken, in this order; empty = usual for the kind
    rating_lists = ArrayField(models.CharField(max_length=16), default=list, blank=True)
    equals_by = models.CharField(
        _("equal in rating and title: ordered by"),
        max_length=8,
        blank=True,
        choices=EqualsBy.choices,
        default=EqualsBy.NAME,
    )
    checks_ratings = models.BooleanField(_("compare the ratings after each new list"), default=True)
    # The result of the comparison after the latest list, for the notice at the desk
    ratings_checked_at = models.DateTimeField(null=True, blank=True, editable=False)
    ratings_differing = models.PositiveSmallIntegerField(default=0, editable=False)
    time_control = models.CharField(_("time control"), max_length=80, blank=True)
    chess960 = models.BooleanField(
        _("Chess960"),
        default=False,
        help_text=_("The starting position of each round is drawn when it is published."),
    )
    default_minutes = models.PositiveSmallIntegerField(_("default time, minutes"), default=30)

    # Entries and byes
    late_entries_until = models.PositiveSmallIntegerField(
        _("late entries admitted until round"), default=0, help_text=_("0: no late entries")
    )
    late_entry_bye = models.CharField(
        _("late entries score in a round that they miss"),
        max_length=1,
        choices=MissedRounds.choices,
        default=MissedRounds.ZERO,
        db_default=MissedRounds.ZERO,
    )
    half_byes_allowed = models.PositiveSmallIntegerField(_("half-point byes per player"), default=1)
    no_byes_in_last = models.PositiveSmallIntegerField(
        _("no half-point byes in the last … rounds"), default=2
    )

    live_url = models.URLField(
        _("live games"),
        blank=True,
        validators=[URLValidator(["http", "https"])],
        help_text=_("Address of the page that relays the games, with its delay."),
    )
    regulations = models.TextField(
        _("further regulations"),
        blank=True,
        help_text=_("Shown to everybody below what follows from the settings."),
    )
    prizes = models.TextField(
        _("prizes"),
        max_length=4000,
        blank=True,
        help_text=_("One prize on each line. Shown to everybody with the regulations."),
    )
    prize_currency = models.CharField(_("currency"), max_length=8, blank=True)
    prize_sharing = models.CharField(
        _("money prizes are shared"),
        max_length=8,
        choices=PrizeSharing.choices,
        default=PrizeSharing.PLACE,
    )
    one_prize = models.BooleanField(_("one prize for each player, the higher one"), default=True)

    #: what is announced of play-offs beforehand (handbook, knock-out A.3, A.6): for which places,
    #: who is level, and settings as `queries.knockout.conditions` reads them; empty = none
    playoffs = models.JSONField(default=dict, db_default={}, blank=True, editable=False)

    #: by kind of paper the language and the choices with which it was made last
    papers = models.JSONField(default=dict, blank=True, editable=False)
    #: kinds of papers that each publication of a round makes by itself
    papers_at_publication = models.JSONField(
        default=list, db_default=[], blank=True, editable=False
    )

    #: the arbiter's own words on top of the arbiter's report
    arbiters_report = models.TextField(
        max_length=20_000, blank=True, default="", db_default="", editable=False
    )

    # State
    #: its making from a file was taken back: nothing is left of it but its history
    undone_at = models.DateTimeField(null=True, editable=False)
    checkin_closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: a round robin's whole schedule is shown to everybody before its rounds are published
    schedule_public = models.BooleanField(default=False, editable=False)
    fide_mode = models.BooleanField(_("FIDE mode"), default=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: raised by every change that a page could show; drives ETags, caches and confirmations
    revision = models.PositiveIntegerField(default=1, editable=False)
    #: the revision of the last change that was more than a result of a round whose games are not
    #: all over: what stands after the last complete round is the same since
    settled_revision = models.PositiveIntegerField(default=1, db_default=1, editable=False)
    #: this revision brings a round out: its pages are made before the hall is told
    newly_published = False
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ActiveTournaments()
    all_objects = models.Manager["Tournament"]()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="tournament_slug_per_event"),
            models.CheckConstraint(
                condition=Q(total_rounds__gte=1, total_rounds__lte=99),
                name="tournament_rounds_sane",
            ),
            # FIDE's checklist, 74 and 81: two draws are never worth more than a win and a loss,
            # the bye never more than a win.
            models.CheckConstraint(
                condition=Q(win_points__gte=F("draw_points"), draw_points__gte=F("loss_points")),
                name="tournament_points_in_order",
            ),
            models.CheckConstraint(
                # Of a match of two games: at most as much as both won.
                condition=Q(bye_points__lte=F("win_points") * 2),
                name="tournament_bye_at_most_a_win",
            ),
            models.CheckConstraint(
                condition=Q(unrated__in=Unrated.values, rating_of_round__in=RatingOfRound.values),
                name="tournament_rating_rules_known",
            ),
            models.CheckConstraint(
                condition=Q(prize_sharing__in=PrizeSharing.values),
                name="tournament_prize_sharing_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def point_system(self) -> PointSystem:
        system = PointSystem.of_matches if self.format.games_a_round == 2 else PointSystem.of
        return system(
            self.win_points, self.draw_points, self.loss_points, pairing_bye=self.bye_points
        )

    @property
    def is_long(self) -> bool:
        """C.07 art. 10: ratings change during an event of more than 30 days."""
        if self.long_event is not None:
            return self.long_event
        return self.event.days > 30

    @cached_property
    def others(self) -> list["Tournament"]:
        """The other tournaments of its event, as they were when first asked for."""
        return list(self.event.tournaments.exclude(pk=self.pk))

    @property
    def format(self) -> formats.Format:
        """Its way of being played, with all that it can do: ask for that, not for a name."""
        return formats.find(self.system)

    def round(self, number: int) -> "Round | None":
        """The round of this number, if there is one, with this tournament as its own."""
        return self.rounds.filter(number=number).first()

    @property
    def prize_list(self) -> list[str]:
        """The prizes as announced, one a line."""
        return [line.strip() for line in self.prizes.splitlines() if line.strip()]

    @property
    def full_name(self) -> str:
        return f"{self.event.name} · {self.name}"


class ForbiddenPairing(models.Model):
    """Players that must not meet, or teams where teams are paired: named one by one, or by what
    they share."""

    class Sharing(models.TextChoices):
        NAMED = "", _("the players named")
        CLUB = "club", _("players of the same club")
        FEDERATION = "federation", _("players of the same federation")
        FAMILY = "family", _("players of the same family name")

    #: the same rules, where teams are paired
    SHARED_BY_TEAMS: ClassVar[dict[str, Any]] = {
        Sharing.NAMED: _("the teams named"),
        Sharing.CLUB: _("teams of the same club"),
        Sharing.FEDERATION: _("teams of the same federation"),
    }

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="forbidden_pairings"
    )
    sharing = models.CharField(max_length=10, blank=True, choices=Sharing.choices)
    value = models.CharField(max_length=120, blank=True)  # one club or federation; "" = each
    entries: "models.ManyToManyField[Entry, Any]" = models.ManyToManyField(
        "Entry", blank=True, related_name="forbidden_groups"
    )
    teams: "models.ManyToManyField[Team, Any]" = models.ManyToManyField(
        "Team", blank=True, related_name="forbidden_groups"
    )
    #: by id of an entry or a team: the round with which it was first paired, what it then shared
    members = models.JSONField(default=dict, editable=False, db_default={})
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=160, blank=True)

    def __str__(self) -> str:
        return self.reason or str(self.shared)

    @property
    def shared(self) -> Any:
        """Name in words what those share whom the rule keeps apart."""
        of_teams = self.tournament.format.pairs_teams
        return self.SHARED_BY_TEAMS[self.sharing] if of_teams else self.get_sharing_display()

    @property
    def named(self) -> "list[Entry] | list[Team]":
        """Those whom the rule names one by one."""
        if self.tournament.format.pairs_teams:
            return list(self.teams.all())
        return list(self.entries.all())
