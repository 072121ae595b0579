"""One edit of a round that is open for editing by hand (`manual_pairing.py`); what it breaks."""

from collections.abc import Sequence
from typing import Any

from pairing.handbook.round_robin.explain import NO_GAME_LEFT
from pairing.verdicts import Broken
from tournaments.kernel.acts import Act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, GameRow, Pairing, Round, Tournament
from tournaments.queries.rounds.checks import MILD, findings
from tournaments.queries.rounds.handmade import open_session, seats_of
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.checks import NOT_AT_FIXED_TABLE, SECOND_BYE
from tournaments.wording.facts import article_in_words, fact_sentence

#: what an edit of some boards can break by itself; who is left out is judged at the end
NAMED_AT_ONCE: frozenset[str] = frozenset(
    {
        Broken.MET_BEFORE,
        Broken.FORBIDDEN_PAIR,
        Broken.BYE_AGAIN,
        Broken.BYE_NOT_NEEDED,
        SECOND_BYE,
        Broken.COLOUR_DIFFERENCE,
        Broken.SAME_COLOUR_THREE_TIMES,
        Broken.BOTH_AGAINST_DUE,
        Broken.NOT_TO_BE_PAIRED,
        NOT_AT_FIXED_TABLE,
        NO_GAME_LEFT,
    }
)


def round_of(tournament: Tournament, number: int) -> Round:
    round_ = tournament.round(number)
    if round_ is None:
        raise Refused("round.beyond_plan", round=number, total=tournament.total_rounds)
    return round_


def guard_changeable(tournament: Tournament, round_: Round) -> None:
    """Earlier rounds stay as they were played (FIDE's checklist, 189)."""
    number = round_.number
    if tournament.format.pairs_teams:
        raise Refused("hand.teams")
    if round_.status in (Round.Status.PAIRING, Round.Status.FINISHED):
        raise Refused("hand.round_is_over", round=number)
    later = tournament.rounds.filter(number__gt=number).exclude(status=Round.Status.PLANNED)
    if later.exists():
        raise Refused("hand.next_is_paired", round=number, next=number + 1)


def why_not_changed(tournament: Tournament, round_: Round) -> Refused | None:
    """The refusal to change the pairings of this round, for a page that would offer it."""
    try:
        guard_changeable(tournament, round_)
    except Refused as refused:
        return refused
    return None


class Edit:
    """One edit of an open session: the act that it is, the round and its seats. The end of the
    session tells the history what all the edits came to."""

    def __init__(
        self, done: Act[Tournament], number: int, seen: str = "", *, asks: bool = True
    ) -> None:
        """`asks`: about a rule that the edit breaks; else whoever began it asks about everything
        at once."""
        self.done, self.tournament, self.asks = done, done.tournament, asks
        self.round = round_of(self.tournament, number)
        if open_session(self.round) is None:
            raise Refused("hand.no_session", round=number)
        if seen and seen != seats_of(self.round):
            raise Refused("hand.changed_meanwhile", round=number)
        guard_changeable(self.tournament, self.round)

    def entry(self, tpn: int) -> Entry:
        found = self.tournament.entries.filter(tpn=tpn).first()
        if found is None:
            raise Refused("hand.no_such_player", number=tpn)
        return found

    def seat(self, entry: Entry) -> Pairing | None:
        rows = self.round.pairings.select_related("white", "black")
        return rows.filter(white=entry).first() or rows.filter(black=entry).first()

    def board(self, board: int) -> GameRow:
        games = self.round.pairings.games().select_related("white", "black")
        row = games.filter(board=board).first()
        if row is None:
            raise Refused("hand.no_such_board", board=board)
        return row

    @staticmethod
    def free(row: Pairing) -> None:
        if row.standing and not row.forfeited:
            raise Refused("hand.has_result", board=row.board)

    def seat_together(self, white: Entry, black: Entry) -> GameRow:
        if white == black:
            raise Refused("hand.two_players_needed")
        for entry in (white, black):
            if self.seat(entry) is not None:
                raise Refused("hand.not_waiting", name=entry.name)
        last = self.round.pairings.games().order_by("-board").first()
        row = GameRow(
            round=self.round, white=white, black=black, board=last.board + 1 if last else 1
        )
        self.store(row, f"seat:{white.pk}:{black.pk}", {white.pk, black.pk})
        return row

    def store(self, rows: Pairing | Sequence[Pairing], subject: str, touched: set[Any]) -> None:
        """Save the rows, unless they break a rule that nobody has confirmed yet."""
        rows = [rows] if isinstance(rows, Pairing) else list(rows)
        for row in rows:
            self.free(row)
            row.by_hand = True
            row.result = row.first_game = ""
            row.entered_by = row.entered_at = row.checked_by = row.checked_at = None
            row.read_differently = ""
            row.version += 1
            row.save()
        before = snapshot(self.tournament, before_round=self.round.number)
        seated = rows + [
            row
            for row in self.round.pairings.select_related("white", "black")
            if row.pk not in {changed.pk for changed in rows}
            and touched & {row.white_id, row.black_id}
        ]
        broken = [
            fact
            for fact in findings(before, self.round, seated, whole=False)
            if fact.code in NAMED_AT_ONCE
        ]
        mild = all(fact.code in MILD for fact in broken)
        if self.asks:
            self.done.require(
                "hand.edit",
                level=2 if mild else 3,
                reasons=[reason_of(before, fact) for fact in broken],
                subject=f"{self.round.number}:{subject}",
            )
        self.done.changed()


def reason_of(before: Snapshot, fact: Any) -> Reason:
    def name_of(tpn: int) -> str:
        return f"{tpn} {before.entries[tpn].name}" if tpn in before.entries else str(tpn)

    text = fact_sentence(fact, name_of)
    return Reason("hand.broken_rule", {"text": text, "article": article_in_words(fact.article)})
