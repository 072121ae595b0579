"""Title norms that are made, and those that are still possible with what they take."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ratings.norms.event import NormEvent, card_of
from ratings.norms.prospects import Missing, missing, of_rating, points_needed
from ratings.norms.titles import open_titles
from ratings.norms.verdict import Judge, Verdict
from tournaments.models import Entry, RatingType, Tournament
from tournaments.queries.standings.norms import norm_event
from tournaments.queries.standings.table import last_complete_round
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.numbers import points_text

#: eight games and a walkover are the least, but for world events of teams
FEWEST_ROUNDS = 9
#: opponents to come are told of in bands of so many points
BAND = 100
MOST_BANDS = 5


def _points(halves: int) -> str:
    return points_text(5 * halves)


@dataclass(frozen=True, slots=True)
class Made:
    """A norm by the games so far."""

    entry: Entry
    title: str
    verdict: Verdict

    @property
    def points(self) -> str:
        return _points(self.verdict.result.halves if self.verdict.result else 0)

    @property
    def needed(self) -> str:
        needed = self.verdict.result.required if self.verdict.result else None
        return "" if needed is None else _points(needed)

    @property
    def articles(self) -> str:
        """Names what made it possible beyond the usual."""
        found = [self.verdict.waiver.value] if self.verdict.waiver else []
        found += ["1.4.1c"] if self.verdict.eight_plus_one else []
        found += ["1.4.2c"] if self.verdict.last_forfeit else []
        return ", ".join(found)


@dataclass(frozen=True, slots=True)
class Need:
    """Points (halves) from the rounds left against opponents of about this rating."""

    rating: int
    halves: int | None

    @property
    def points(self) -> str:
        return "" if self.halves is None else _points(self.halves)


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game of the last round: what it must bring (halves), None if nothing is enough."""

    opponent: Entry
    halves: int | None


@dataclass(frozen=True, slots=True)
class Possible:
    entry: Entry
    title: str
    games: int
    halves: int
    missing: Missing
    needs: tuple[Need, ...]
    last: NextGame | None

    @property
    def points(self) -> str:
        return _points(self.halves)

    @property
    def missing_words(self) -> str:
        """ "GM: 1, title-holders: 2": what the opponents to come must bring."""
        wanted = self.missing
        parts = []
        if wanted.required:
            parts.append(f"{self.title}: {wanted.required}")
        if wanted.titled > wanted.required:
            parts.append(_("title-holders: %(count)s") % {"count": wanted.titled})
        if wanted.federations:
            parts.append(_("other federations: %(count)s") % {"count": wanted.federations})
        return ", ".join(parts) or "–"

    @property
    def outcomes(self) -> tuple[str, str, str]:
        """The norm that the last game makes when it is won, drawn, lost; "" = none."""
        enough = self.last.halves if self.last else None
        won, drawn, lost = (
            self.title if enough is not None and halves >= enough else "" for halves in (2, 1, 0)
        )
        return won, drawn, lost

    @property
    def last_words(self) -> str:
        """Says what the last game must bring, and against whom."""
        if self.last is None or self.last.halves is None:
            return "–"
        enough = {0: _("whatever the result"), 1: _("a draw is enough"), 2: _("a win")}
        name = str(self.last.opponent)
        return f"{enough[self.last.halves]} ({name})"


@dataclass(frozen=True, slots=True)
class NormPage:
    after: int
    left: int
    short: bool  # too few rounds for any norm
    paired: bool  # the last round: everybody's opponent is known
    bands: tuple[int, ...]
    made: tuple[Made, ...]
    possible: tuple[Possible, ...]
    #: how many players with an open title can make none any more
    out: int


def has_norms(tournament: Tournament) -> bool:
    """In standard chess, where players are ranked."""
    return tournament.rating_type == RatingType.STANDARD and tournament.format.ranks_players


def norm_page(tournament: Tournament, after: int | None = None) -> NormPage | None:
    """As the games up to a complete round tell; else up to the last one."""
    last = last_complete_round(tournament)
    after = last if after is None else after
    if not has_norms(tournament) or after > last:
        return None
    record = snapshot(tournament, before_round=after + 1, pairing=False)
    event = norm_event(tournament, record, record.state)
    left = tournament.total_rounds - after
    bands = _bands(record)
    coming = _coming(tournament, after) if left == 1 else {}
    made, possible, out = [], [], 0
    for tpn, entry in record.entries.items():
        ahead = left if _plays_on(entry, after) else 0
        found = list(_titles(event, tpn, entry, ahead, bands, coming, record))
        made += [one for one in found if isinstance(one, Made)]
        possible += [one for one in found if isinstance(one, Possible)]
        out += not found and _plays_on(entry, after)
    return NormPage(
        after,
        left,
        event.rounds < FEWEST_ROUNDS,
        bool(coming),
        bands,
        tuple(made),
        tuple(possible),
        out,
    )


def _plays_on(entry: Entry, after: int) -> bool:
    return entry.withdrawn_after is None or entry.withdrawn_after > after


def _titles(
    event: NormEvent,
    tpn: int,
    entry: Entry,
    left: int,
    bands: tuple[int, ...],
    coming: dict[int, int],
    record: Snapshot,
) -> Iterator[Made | Possible]:
    card = card_of(event, tpn)
    for title in open_titles(card.player.title, woman=card.player.woman):
        judge = Judge(event, title, card)
        verdict = judge.norm()
        if verdict:
            yield Made(entry, title.name, verdict)
        elif left and (found := _possible(judge, entry, left, bands, coming, record)):
            yield found


def _possible(
    judge: Judge,
    entry: Entry,
    left: int,
    bands: tuple[int, ...],
    coming: dict[int, int],
    record: Snapshot,
) -> Possible | None:
    event, title, card = judge.event, judge.title, judge.card
    games = judge.counted.games
    if len(games) + left < min(judge.least, 8):
        return None
    last = None
    if (opponent := coming.get(card.player.id)) is not None:
        needed = points_needed(event, title, card, [event.players[opponent]])
        last = NextGame(record.entries[opponent], needed)
        if needed is None:
            return None
    needs = tuple(
        Need(rating, points_needed(event, title, card, of_rating(judge, left, rating)))
        for rating in bands
    )
    if last is None and all(need.halves is None for need in needs):
        return None
    halves = sum(game.halves for game in games)
    return Possible(entry, title.name, len(games), halves, missing(judge, left), needs, last)


def _bands(record: Snapshot) -> tuple[int, ...]:
    """The strongest opponents there are, in steps downwards."""
    ratings = sorted((one.fide_rating for one in record.entries.values()), reverse=True)
    top = [rating for rating in ratings if rating]
    if not top:
        return ()
    highest = top[min(2, len(top) - 1)] // BAND * BAND
    return tuple(highest - BAND * step for step in range(MOST_BANDS))


def _coming(tournament: Tournament, after: int) -> dict[int, int]:
    """Reads who meets whom in the next round, by number."""
    round_ = tournament.rounds.filter(number=after + 1).first()
    if round_ is None or not round_.is_public:
        return {}
    games = round_.pairings.games().select_related("white", "black")
    found = {}
    for game in games:
        if game.white and game.black and game.white.tpn and game.black.tpn:
            found[game.white.tpn] = game.black.tpn
            found[game.black.tpn] = game.white.tpn
    return found
