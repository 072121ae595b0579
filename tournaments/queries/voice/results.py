"""Results as the players report them: for their phones, and for the desk."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q
from django.utils import timezone

from tournaments.models import (
    Entry,
    GameRow,
    Pairing,
    ResultReport,
    Round,
    SlipPhoto,
    Tournament,
    is_game,
)
from tournaments.queries.voice.rules import voice_rules
from tournaments.queries.voice.slips import proposed_by_slips

#: boards of which a phone or the picture of a slip says the result
SAID = Q(reports__isnull=False) | ~Q(slips=None) & ~Q(slips__code="")
#: reported boards with buttons of their own beside the sheet; hundreds of them would make every
#: entry of a result slow
MOST_AT_HAND = 12


class Standing(StrEnum):
    """How far a result has come that players report; words in `wording/voice.STANDINGS`."""

    NOTHING = "nothing"  # nobody has said anything
    OWN = "own"  # the opponent has not spoken yet
    OTHER = "other"  # the opponent has spoken, this player not
    DIFFER = "differ"
    TAKEN_AWAY = "taken_away"  # both agree, but an arbiter took the result away again
    BOTH = "both"  # in, by both
    ARBITER = "arbiter"  # in, by an arbiter


@dataclass(frozen=True, slots=True)
class Game:
    """A player's game of the round that is being played, and what was said of its result."""

    pairing: GameRow
    entry: Entry
    opponent: Entry
    white: bool  # in game 1 of a match
    games: int
    own: ResultReport | None
    other: ResultReport | None
    standing: Standing
    #: the desk hears of it then, where nobody else speaks
    due: datetime | None
    may_say: bool

    @property
    def overruled(self) -> bool:
        """The result is another one than this player reported."""
        said = self.own.code if self.own else ""
        return bool(self.pairing.result and said and said != self.pairing.result)


def reports_on(pairings: list[GameRow]) -> dict[int, dict[int, ResultReport]]:
    """By game and by player; none of a game whose colours were turned since."""
    white = {row.pk: row.white_id for row in pairings}
    found: dict[int, dict[int, ResultReport]] = defaultdict(dict)
    seated = {row.pk: (row.white_id, row.black_id) for row in pairings}
    for one in ResultReport.objects.filter(pairing__in=white).select_related("entry"):
        still = one.white_id == white[one.pairing_id] and one.entry_id in seated[one.pairing_id]
        if still:
            found[one.pairing_id][one.entry_id] = one
    return found


def begun(round_: Round, now: datetime | None = None) -> bool:
    """Results can be reported: the round is played. Without a published start, once it is out."""
    if round_.status != Round.Status.PUBLISHED:
        return False
    return round_.starts_at is None or (now or timezone.now()) >= round_.starts_at


def my_game(entry: Entry) -> Game | None:
    """The player's game of the latest round that everybody may see, while it is being played."""
    tournament = entry.tournament
    round_ = (
        tournament.rounds.filter(status__in=(Round.Status.PUBLISHED, Round.Status.FINISHED))
        .order_by("-number")
        .first()
    )
    if round_ is None:
        return None
    round_.tournament = tournament
    pairing = (
        Pairing.objects.filter(Q(white=entry) | Q(black=entry), round=round_)
        .select_related("white", "black", "entered_by")
        .first()
    )
    if pairing is None or not is_game(pairing):
        return None
    pairing.round = round_
    return _game(pairing, entry)


def _game(pairing: GameRow, entry: Entry) -> Game:
    tournament = entry.tournament
    rules = voice_rules(tournament)
    said = reports_on([pairing])[pairing.pk]
    is_white = pairing.white_id == entry.pk
    opponent = pairing.black if is_white else pairing.white
    own, other = said.get(entry.pk), said.get(opponent.pk)
    standing = _standing(pairing, own, other)
    spoken = min((one.at for one in (own, other) if one), default=None)
    open_ = rules.takes_results and begun(pairing.round) and not pairing.result
    return Game(
        pairing,
        entry,
        opponent,
        is_white,
        tournament.format.games_a_round,
        own,
        other,
        standing,
        spoken + timedelta(minutes=rules.wait_minutes) if spoken else None,
        open_,
    )


def _standing(pairing: GameRow, own: ResultReport | None, other: ResultReport | None) -> Standing:
    if pairing.result:
        agreed = own and other and own.code == other.code == pairing.result
        return Standing.BOTH if agreed and pairing.entered_by_id is None else Standing.ARBITER
    if own and other:
        return Standing.TAKEN_AWAY if own.code == other.code else Standing.DIFFER
    if own or other:
        return Standing.OWN if own else Standing.OTHER
    return Standing.NOTHING


def is_by_both(pairing: GameRow) -> bool:
    """No arbiter entered the result that stands: both players reported it."""
    said = reports_on([pairing])[pairing.pk].values()
    agreed = len(said) == 2 and all(one.code == pairing.result for one in said)
    return bool(pairing.result) and pairing.entered_by_id is None and agreed


# --- At the desk ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reported:
    """A board without a result of which phones have spoken, or a picture of its slip."""

    pairing: GameRow
    white: ResultReport | None
    black: ResultReport | None
    #: when the arbiter is asked
    due: datetime
    is_due: bool
    slip: SlipPhoto | None = None

    @property
    def differ(self) -> bool:
        return len({one.code for one in self.claims}) > 1

    @property
    def code(self) -> str:
        """The result that is said, where nothing contradicts it."""
        return "" if self.differ else self.claims[0].code

    @property
    def choices(self) -> list[ResultReport | SlipPhoto]:
        """One of each result that is said."""
        return list({one.code: one for one in reversed(self.claims)}.values())[::-1]

    @property
    def claims(self) -> list[ResultReport | SlipPhoto]:
        return [one for one in (self.white, self.black, self.slip) if one]

    @property
    def spoken(self) -> int:
        """How many of the two phones have said something."""
        return sum(1 for one in (self.white, self.black) if one)


def reported_boards(tournament: Tournament, number: int | None = None) -> list[Reported]:
    """The boards of rounds being played that wait for the other phone or for an arbiter."""
    rows: list[GameRow] = list(
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__status=Round.Status.PUBLISHED, result="")
        .filter(SAID)
        .filter(**({"round__number": number} if number else {}))
        .select_related("white", "black", "round")
        .distinct()
        .order_by("round__number", "board")
    )
    if not rows:
        return []
    wait, now = timedelta(minutes=voice_rules(tournament).wait_minutes), timezone.now()
    said, slips = reports_on(rows), proposed_by_slips(rows)
    found = []
    for row in rows:
        white, black = said[row.pk].get(row.white_id), said[row.pk].get(row.black_id)
        slip = slips.get(row.pk)
        times = [one.at for one in (white, black) if one]
        if slip is not None:
            due = slip.at
        elif times:
            due = max(times) if len(times) == 2 else times[0] + wait
        else:
            continue
        found.append(Reported(row, white, black, due, due <= now, slip))
    return found


@dataclass(frozen=True, slots=True)
class Queue:
    """The reported boards as a page of the desk names them: the most urgent with their buttons,
    the others by their numbers."""

    at_hand: list[Reported]
    others: list[Reported]


def most_urgent(reports: list[Reported]) -> Queue:
    """First those that wait for the arbiter: contradictions, then the longest wait. All of them
    stand in the order of the boards."""
    if len(reports) <= MOST_AT_HAND:
        return Queue(reports, [])
    urgent = sorted(reports, key=lambda one: (not one.is_due, not one.differ, one.due))
    chosen = {one.pairing.pk for one in urgent[:MOST_AT_HAND]}
    return Queue(
        [one for one in reports if one.pairing.pk in chosen],
        [one for one in reports if one.pairing.pk not in chosen],
    )
