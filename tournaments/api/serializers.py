"""The answers of the API. Points are numbers with one decimal; results are TRF codes."""

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from tournaments.api.formats import FormatBrief
from tournaments.api.requests import OF_A_RESULT, ResultField
from tournaments.models import Entry, Event, Job, Pairing, Round, Team, Tournament
from tournaments.queries.knockout.bracket_words import plain_amount, words_of_clock
from tournaments.queries.knockout.conditions import Conditions, conditions_of
from tournaments.queries.rounds.sheets import BoardRow, ByeRow, CardLine, RoundSheet
from tournaments.queries.standings.rating_changes import RatingRow
from tournaments.queries.standings.ratings import RatingEstimate
from tournaments.queries.standings.table import StandingsRow, StandingsTable


class LinkField(serializers.URLField):
    """An absolute link to a view of the API."""

    def __init__(self, view: str, *path: str) -> None:
        super().__init__(source="*", read_only=True)
        self.view, self.path = view, path

    def to_representation(self, value: Any) -> str:
        arguments = []
        for path in self.path:
            argument = value
            for name in path.split("."):
                argument = getattr(argument, name)
            arguments.append(argument)
        return reverse(f"api:{self.view}", args=arguments, request=self.context.get("request"))


# --- Events and tournaments -----------------------------------------------------------------------


class RootSerializer(serializers.Serializer):
    events = serializers.URLField()
    tournaments = serializers.URLField()
    formats = serializers.URLField()
    openapi = serializers.URLField()
    reference = serializers.URLField()
    guide = serializers.URLField()


class TournamentBrief(serializers.ModelSerializer):
    url = LinkField("tournament", "pk")

    class Meta:
        model = Tournament
        fields = ["id", "url", "name", "slug", "system", "total_rounds"]


class EventSerializer(serializers.ModelSerializer):
    url = LinkField("event", "slug")

    class Meta:
        model = Event
        fields = [
            "id", "url", "slug", "name", "city", "venue", "federation", "starts_on", "ends_on",
            "time_zone", "announcement", "announced_at", "sandbox_until",
        ]  # fmt: skip
        extra_kwargs = {
            "announcement": {"help_text": "of the arbiter to everybody; empty: none"},
            "announced_at": {"help_text": "null: nothing is announced"},
            "sandbox_until": {
                "help_text": "of a sandbox: it is forgotten then; null: this is an event"
            },
        }


class EventDetailSerializer(EventSerializer):
    tournaments = TournamentBrief(many=True)

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "tournaments"]


class PlayoffConditionsSerializer(serializers.Serializer):
    """Conditions of play-offs, as announced before the event."""

    places = serializers.IntegerField(help_text="ties for places 1 to this one")
    after_tie_breaks = serializers.BooleanField(
        help_text="only those still level after the tie-breaks; else all level on points"
    )
    time = serializers.SerializerMethodField(help_text="of a game")
    golden = serializers.SerializerMethodField(help_text="of the golden point game")
    break_before_start = serializers.IntegerField(
        source="settings.break_before_start", help_text="minutes before the first game"
    )
    cash = serializers.SerializerMethodField(
        help_text="shared equally by eleven or more who are tied, with two decimals"
    )

    def get_time(self, found: Conditions) -> str:
        return words_of_clock(found.settings.clock)

    def get_golden(self, found: Conditions) -> str:
        return words_of_clock(found.settings.golden)

    def get_cash(self, found: Conditions) -> str:
        return plain_amount(found.cash)


class TournamentSerializer(TournamentBrief):
    event = EventSerializer()
    playoffs = serializers.SerializerMethodField(help_text="null: none were announced")
    format = FormatBrief(help_text="what its system can do")
    players_url = LinkField("players", "pk")
    rounds_url = LinkField("rounds", "pk")
    boards_url = LinkField("boards", "pk")
    standings_url = LinkField("standings", "pk")
    crosstable_url = LinkField("crosstable", "pk")
    prizes_url = LinkField("prizes", "pk")
    teams_url = LinkField("teams", "pk")
    knockouts_url = LinkField("knockouts", "pk")
    schedule_url = LinkField("schedule", "pk")
    regulations_url = LinkField("regulations", "pk")
    documents_url = LinkField("documents", "pk")
    stream_url = LinkField("stream", "pk")

    class Meta(TournamentBrief.Meta):
        fields = [
            *TournamentBrief.Meta.fields, "format", "event", "fide_mode", "acceleration",
            "tie_breaks", "tie_break_edition", "rating_type", "time_control", "chess960",
            "playoffs", "finished_at", "revision",
            "players_url", "rounds_url", "boards_url", "standings_url", "crosstable_url",
            "prizes_url",
            "teams_url", "knockouts_url", "schedule_url", "regulations_url", "documents_url",
            "stream_url",
        ]  # fmt: skip

    @extend_schema_field(PlayoffConditionsSerializer(allow_null=True))
    def get_playoffs(self, tournament: Tournament) -> dict[str, Any] | None:
        found = conditions_of(tournament)
        return PlayoffConditionsSerializer(found).data if found else None


class SandboxSerializer(serializers.Serializer):
    """A sandbox, and the token that may do everything in it."""

    event = EventDetailSerializer()
    token = serializers.CharField(help_text="shown this once")


# --- Players --------------------------------------------------------------------------------------


class PlayerSerializer(serializers.ModelSerializer):
    url = LinkField("player", "pk")
    number = serializers.IntegerField(
        source="tpn", allow_null=True, help_text="pairing number; null before the list is numbered"
    )
    version = serializers.IntegerField(help_text="send it back when changing the player")

    class Meta:
        model = Entry
        fields = [
            "id", "url", "number", "name", "title", "rating", "federation", "club", "fide_id",
            "status", "first_round", "withdrawn_after", "version",
        ]  # fmt: skip


class PlayerBrief(serializers.ModelSerializer):
    number = serializers.IntegerField(source="tpn", allow_null=True)

    class Meta:
        model = Entry
        fields = ["id", "number", "name", "title", "rating", "federation"]

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        return brief(entry)


def brief(entry: "Entry | Team") -> dict[str, Any]:
    """A `PlayerBrief`, without a serializer for each of hundreds of players."""
    return {
        "id": entry.pk,
        "number": entry.tpn,
        "name": entry.name,
        "title": entry.title,
        "rating": entry.rating,
        "federation": entry.federation,
    }


class CardLineSerializer(serializers.Serializer):
    round = serializers.IntegerField(source="round.number")
    board = serializers.IntegerField(allow_null=True)
    colour = serializers.ChoiceField(choices=["w", "b", ""])
    opponent = PlayerBrief(allow_null=True)
    result = serializers.CharField(help_text="as the player sees it: 1, ½, 0, +, −; empty: none")
    bye = serializers.ChoiceField(choices=["", "U", "F", "H", "Z"])

    def to_representation(self, line: Any) -> dict[str, Any]:
        pairing = line.pairing
        return {
            "round": line.round.number,
            "board": pairing.board if pairing else None,
            "colour": line.colour,
            "opponent": brief(line.opponent) if line.opponent else None,
            "result": line.mark,
            "bye": pairing.bye if pairing else "",
        }


class RatingEstimateSerializer(serializers.Serializer):
    """An estimate: FIDE rates all events of a month together."""

    rating = serializers.IntegerField(help_text="that it begins with; 0: unrated")
    coefficient = serializers.IntegerField()
    games = serializers.SerializerMethodField(help_text="that count for it")
    change = serializers.IntegerField()
    first = serializers.IntegerField(help_text="a first rating; 0: none yet")

    def get_games(self, estimate: Any) -> int:
        return len(estimate.games)


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """An entry with its rounds; what is asked of the entry is answered by it."""

    entry: Entry
    card: list[CardLine]
    estimate: RatingEstimate

    def __getattr__(self, name: str) -> Any:
        return getattr(self.entry, name)


class PlayerCardSerializer(PlayerSerializer):
    tournament = LinkField("tournament", "tournament_id")
    rounds = CardLineSerializer(many=True, source="card")
    estimate = RatingEstimateSerializer(help_text="how the games so far change the rating")

    class Meta(PlayerSerializer.Meta):
        fields = [*PlayerSerializer.Meta.fields, "tournament", "rounds", "estimate"]


class ByeRequestSerializer(serializers.Serializer):
    player = serializers.IntegerField(source="entry_id")
    round = serializers.IntegerField(source="round_number")
    kind = serializers.ChoiceField(choices=["H", "Z", "F"])


# --- Rounds and boards ----------------------------------------------------------------------------


#: the state of a round that was taken back, for everybody but the staff
UNDER_REVISION = ("under_revision", "under revision")


class RoundBrief(serializers.ModelSerializer):
    url = serializers.SerializerMethodField(help_text="null where there is nothing to read yet")
    status = serializers.ChoiceField(
        choices=[*Round.Status.choices, UNDER_REVISION],
        help_text="`under_revision`: it was published and is taken back until it comes out again",
    )

    class Meta:
        model = Round
        fields = [
            "number", "url", "status", "under_revision", "starts_at", "published_at",
            "start_position",
        ]  # fmt: skip
        extra_kwargs = {"start_position": {"help_text": "Chess960: 0 to 959, once published"}}

    def get_url(self, round_: Round) -> str | None:
        if not (round_.is_paired if self.context.get("inside") else round_.is_public):
            return None
        return reverse(
            "api:round",
            args=[round_.tournament_id, round_.number],
            request=self.context.get("request"),
        )

    def to_representation(self, round_: Round) -> dict[str, Any]:
        """Hide that a round is being paired: until it is published, only the staff know."""
        data = super().to_representation(round_)
        if not self.context.get("inside") and not round_.is_public:
            state = UNDER_REVISION[0] if round_.under_revision else Round.Status.PLANNED
            data |= {"status": state, "published_at": None, "start_position": None}
        return data


class SeatSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    title = serializers.CharField()
    rating = serializers.IntegerField()
    points = serializers.FloatField(help_text="before the round")


def _seat(entry: Entry, tenths: int) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "number": entry.tpn,
        "name": entry.name,
        "title": entry.title,
        "rating": entry.rating,
        "points": tenths / 10,
    }


class BoardSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    url = serializers.URLField()
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    white = SeatSerializer()
    black = SeatSerializer()
    result = ResultField(help_text=f"{OF_A_RESULT}; empty: none yet")
    first_game = serializers.CharField(
        help_text="of a match whose game 2 is still being played: the result of game 1"
    )
    version = serializers.IntegerField(help_text="send it back when entering a result")

    def to_representation(self, row: BoardRow) -> dict[str, Any]:
        pairing = row.pairing
        return {
            "id": pairing.pk,
            "url": reverse("api:board", args=[pairing.pk], request=self.context.get("request")),
            "round": pairing.round.number,
            "board": pairing.board,
            "white": _seat(pairing.white, row.white_score),
            "black": _seat(pairing.black, row.black_score),
            "result": pairing.result,
            "first_game": pairing.first_game,
            "version": pairing.version,
        }


class ByeSerializer(serializers.Serializer):
    player = SeatSerializer()
    kind = serializers.ChoiceField(choices=["U", "F", "H", "Z"])

    def to_representation(self, row: ByeRow) -> dict[str, Any]:
        return {"player": _seat(row.pairing.white, row.score), "kind": row.pairing.bye}


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="round.number")
    status = serializers.ChoiceField(source="round.status", choices=Round.Status.choices)
    starts_at = serializers.DateTimeField(source="round.starts_at", allow_null=True)
    published_at = serializers.DateTimeField(source="round.published_at", allow_null=True)
    start_position = serializers.IntegerField(
        source="round.start_position", allow_null=True, help_text="Chess960: 0 to 959"
    )
    boards = BoardSerializer(many=True)
    byes = ByeSerializer(many=True)

    def to_representation(self, sheet: RoundSheet) -> dict[str, Any]:
        for row in sheet.boards:
            row.pairing.round = sheet.round  # known already; do not ask for each board
        return super().to_representation(sheet)


class PlainBoardSerializer(serializers.ModelSerializer):
    """A board without what the players had before the round."""

    url = LinkField("board", "pk")
    round = serializers.IntegerField(source="round.number")
    board = serializers.IntegerField()
    white = PlayerBrief()
    black = PlayerBrief()
    result = ResultField(help_text=f"{OF_A_RESULT}; empty: none yet")

    class Meta:
        model = Pairing
        fields = [
            "id", "url", "round", "board", "white", "black", "result", "first_game", "version",
        ]  # fmt: skip


# --- Standings ------------------------------------------------------------------------------------


class StandingsRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    overall = serializers.IntegerField(help_text="the rank among all, within a category")
    player = PlayerBrief(source="entry")
    points = serializers.FloatField()
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), help_text="as printed, in the order of `codes`"
    )
    working = serializers.URLField(help_text="how these values were made")

    def to_representation(self, row: StandingsRow) -> dict[str, Any]:
        table = self.context["table"]
        return {
            "rank": row.rank,
            "shared": row.shared,
            "overall": row.overall,
            "player": brief(row.entry),
            "points": row.score / 10,
            "tie_breaks": list(row.values),
            "working": reverse(
                "api:working",
                args=[table.tournament.pk, row.entry.pk],
                request=self.context.get("request"),
            )
            + f"?after={table.after}",
        }


class UnrankedSerializer(serializers.Serializer):
    """Left a round robin below half of their games: these count in nobody's points."""

    player = PlayerBrief(source="entry")
    completed = serializers.IntegerField(help_text="games completed before leaving")
    games = serializers.IntegerField(help_text="games of each player in the whole event")
    text = serializers.CharField(source="sentence")


class StandingsSerializer(serializers.Serializer):
    after = serializers.IntegerField(help_text="the last round counted")
    final = serializers.BooleanField()
    missing = serializers.IntegerField(help_text="results still open in the rounds counted")
    codes = serializers.ListField(child=serializers.CharField())
    less_is_better = serializers.ListField(
        child=serializers.CharField(), help_text="the codes of which the lower value is ahead"
    )
    rows = StandingsRowSerializer(many=True)
    unranked = UnrankedSerializer(many=True)

    def to_representation(self, table: StandingsTable) -> dict[str, Any]:
        self.context["table"] = table  # type: ignore[index]  # it is a dictionary of our own
        return super().to_representation(table)


class RatingRowSerializer(serializers.Serializer):
    player = PlayerBrief(source="entry")
    rating = serializers.IntegerField(
        source="estimate.rating", help_text="that it begins with; 0: unrated"
    )
    games = serializers.IntegerField(help_text="that count for it")
    average = serializers.IntegerField(help_text="of the opponents' ratings")
    points = serializers.SerializerMethodField(help_text="in these games")
    expected = serializers.SerializerMethodField(help_text="the score; 0 of an unrated player")
    coefficient = serializers.IntegerField(source="estimate.coefficient")
    change = serializers.IntegerField(source="estimate.change")
    new = serializers.IntegerField(help_text="the rating afterwards; 0: none yet")

    def get_points(self, row: RatingRow) -> float:
        return row.halves / 2

    def get_expected(self, row: RatingRow) -> float:
        return row.expected_hundredths / 100


class RatingChangesSerializer(serializers.Serializer):
    """An estimate: FIDE rates all events of a month together."""

    after = serializers.IntegerField(help_text="the last published round")
    final = serializers.BooleanField()
    rows = RatingRowSerializer(many=True)


class SaidSerializer(serializers.Serializer):
    text = serializers.CharField()
    article = serializers.CharField()


class WorkingStepSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    opponent = PlayerBrief(allow_null=True)
    kind = serializers.CharField(help_text="empty for a game, else in words")
    points = serializers.CharField()
    score = serializers.CharField(help_text="what stands for the opponent")
    contribution = serializers.CharField()
    left_out = serializers.BooleanField()
    notes = SaidSerializer(many=True)


class WorkingTableLineSerializer(serializers.Serializer):
    player = PlayerBrief(source="entry")
    cells = serializers.ListField(child=serializers.CharField())
    score = serializers.CharField()
    place = serializers.IntegerField()


class WorkingTableSerializer(serializers.Serializer):
    """A direct encounter: who scored what against whom."""

    players = PlayerBrief(many=True, source="heads")
    lines = WorkingTableLineSerializer(many=True)
    article = serializers.CharField()
    complete = serializers.BooleanField()


class WorkingValueSerializer(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    meaning = serializers.CharField()
    article = serializers.CharField()
    value = serializers.CharField(source="text")
    steps = WorkingStepSerializer(many=True)
    tables = WorkingTableSerializer(many=True)
    facts = SaidSerializer(many=True)
    total = serializers.CharField(help_text="the sum in figures, where the parts add up")


class WorkingSerializer(serializers.Serializer):
    after = serializers.IntegerField(source="table.after")
    rank = serializers.IntegerField(source="row.rank")
    player = PlayerBrief(source="row.entry")
    values = WorkingValueSerializer(many=True)


# --- Reasons --------------------------------------------------------------------------------------


class BoardReasonsSerializer(serializers.Serializer):
    white = PlayerBrief()
    black = PlayerBrief()
    score = serializers.CharField(allow_null=True, help_text="of the bracket they were paired in")
    colour = SaidSerializer()
    facts = SaidSerializer(many=True)


class ReasonsSerializer(serializers.Serializer):
    system = serializers.CharField()
    boards = BoardReasonsSerializer(many=True)
    bye = SaidSerializer(allow_null=True)
    facts = SaidSerializer(many=True)


class SealedPairSerializer(serializers.Serializer):
    white = PlayerBrief()
    black = PlayerBrief(allow_null=True, help_text="null: the pairing-allocated bye")


class TeamBrief(serializers.ModelSerializer):
    class Meta:
        model = Team
        fields = ["id", "number", "name"]


class SealedMatchSerializer(serializers.Serializer):
    white = TeamBrief(help_text="has White on board 1")
    black = TeamBrief(allow_null=True, help_text="null: the pairing-allocated bye")


class SealSerializer(serializers.Serializer):
    """The verdict of a second engine, written independently, on the draft or on the matches of a
    Swiss of teams."""

    state = serializers.ChoiceField(
        choices=["agree", "differ", "checking", "not_checked", "too_large", "broken"]
    )
    progress = serializers.IntegerField(help_text="per cent, while it is checking")
    first = SealedPairSerializer(
        many=True, source="boards_of_first", help_text="pairs that only the draft has"
    )
    second = SealedPairSerializer(
        many=True, source="boards_of_second", help_text="pairs that only the second engine has"
    )
    first_matches = SealedMatchSerializer(
        many=True, source="matches_of_first", help_text="the same of a Swiss of teams"
    )
    second_matches = SealedMatchSerializer(many=True, source="matches_of_second")


# --- Work in the background -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JobShown:
    """Work in the background, its error in words; of a pairing that is done, the draft."""

    pk: int
    kind: str
    status: str
    progress: int
    error: str
    round: RoundSheet | None = None
    paper: int | None = None  # its id, if the work makes one

    @property
    def id(self) -> int:
        return self.pk


class JobSerializer(serializers.ModelSerializer):
    url = LinkField("job", "pk")
    status = serializers.ChoiceField(choices=Job.Status.choices)
    progress = serializers.IntegerField(help_text="per cent")
    error = serializers.CharField(help_text="a sentence; empty unless it failed")
    paper = serializers.IntegerField(
        allow_null=True, help_text="the id of the paper it makes: read it when the job is done"
    )

    class Meta:
        model = Job
        fields = ["id", "url", "kind", "status", "progress", "error", "paper"]


class PairedSerializer(JobSerializer):
    """The job and, once it is done, the draft it made."""

    round = RoundSerializer(allow_null=True)

    class Meta(JobSerializer.Meta):
        fields = [*JobSerializer.Meta.fields, "round"]
