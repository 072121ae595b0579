"""Claims of players as cases: for both players, and for those who decide."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Case, Entry, GameRow, LogEntry, Pairing, Round, Tournament, is_game
from tournaments.queries.voice.rules import voice_rules

#: for the chief arbiter, or for the committee
WAITS = Q(verdict="") | Q(appealed_at__isnull=False, appeal_verdict="")


@dataclass(frozen=True, slots=True)
class Claimable:
    """Something that a player can dispute until a deadline: the pairing or the result of a game."""

    about: Case.About
    pairing: GameRow
    until: datetime

    @property
    def over(self) -> bool:
        return self.until < timezone.now()


def claimable(entry: Entry) -> list[Claimable]:
    """The player's pairing while it is fresh, and the results of the latest two games."""
    tournament = entry.tournament
    rules = voice_rules(tournament)
    if not rules.takes_claims or tournament.finished_at:
        return []
    wait = timedelta(minutes=rules.claim_minutes)
    rows = (
        Pairing.objects.games()
        .filter(Q(white=entry) | Q(black=entry), round__tournament=tournament)
        .filter(round__status__in=(Round.Status.PUBLISHED, Round.Status.FINISHED))
        .select_related("round", "white", "black")
        .order_by("-round__number")[:2]
    )
    found = []
    for place, row in enumerate(rows):
        if place == 0 and not row.result and row.round.published_at is not None:
            found.append(Claimable(Case.About.PAIRING, row, row.round.published_at + wait))
        if row.result:
            found.append(Claimable(Case.About.RESULT, row, _since(row) + wait))
    return found


def _since(pairing: GameRow) -> datetime:
    """The time from which players could read the result."""
    return pairing.entered_at or pairing.round.published_at or timezone.now()


def deadline(entry: Entry, pairing_id: int, about: str) -> datetime | None:
    """Until when this can be disputed; None where it cannot."""
    for one in claimable(entry):
        if one.pairing.pk == pairing_id and one.about == about:
            return one.until
    return None


@dataclass(frozen=True, slots=True)
class Open:
    """A case that waits for a decision, of the chief arbiter or of the committee."""

    case: Case

    @property
    def due(self) -> datetime:
        """A claim is answered as soon as it comes; an appeal too."""
        return self.case.appealed_at or self.case.at

    @property
    def appealed(self) -> bool:
        return bool(self.case.verdict)


def open_cases(tournament: Tournament) -> list[Open]:
    found = tournament.cases.filter(WAITS).select_related("entry", "opponent")
    return [Open(one) for one in found.order_by("number")]


@dataclass(frozen=True, slots=True)
class MyCase:
    """A case as one of the two players reads it."""

    case: Case
    own: bool
    may_appeal: bool


def cases_of(entry: Entry) -> list[MyCase]:
    mine = Q(entry=entry) | (Q(opponent=entry) & ~Q(verdict=""))
    found = entry.tournament.cases.filter(mine).select_related("entry", "opponent")
    now = timezone.now()
    return [
        MyCase(
            one,
            one.entry_id == entry.pk,
            bool(one.verdict)
            and one.appealed_at is None
            and one.appeal_until is not None
            and one.appeal_until > now,
        )
        for one in found
    ]


def game_of(case: Case) -> GameRow | None:
    """The game as it stands, if the round was not paired anew since."""
    pairing = case.pairing
    return pairing if pairing is not None and is_game(pairing) else None


def history_of(case: Case) -> list[LogEntry]:
    """The lines of the history about this round and its boards, up to now."""
    lines = case.tournament.log.filter(round_number=case.round_number).select_related("by")
    return list(lines.order_by("id"))
