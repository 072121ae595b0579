"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. Art. 1.7 and 1.8: the opposition met.

Everything is an integer: scores in tenths, Sonneborn-Berger in hundredths. Virtual points never
count here (Art. 1.7.2).
"""

from dataclasses import dataclass

from pairing.results import ByeKind
from pairing.state import Record, TournamentState


@dataclass(frozen=True, slots=True)
class Index:
    """Art. 1.7.1: the strength of the opponents that a player has met."""

    buchholz: int
    sonneborn_berger: int


def opposition(state: TournamentState, record: Record) -> dict[int, Index]:
    """The Index of everybody who is paired in this round."""
    seen = {tpn: score + series_bonus(state, record, tpn) for tpn, score in record.score.items()}
    return {player.tpn: _index(record, player.tpn, seen) for player in state.to_be_paired()}


def _index(record: Record, tpn: int, seen: dict[int, int]) -> Index:
    buchholz = sonneborn_berger = 0
    own = record.score[tpn]
    rounds = zip(record.opponents[tpn], record.played[tpn], record.gained[tpn], strict=True)
    for opponent, played, gained in rounds:
        # Art. 1.7.2 (1): a round without a game is one against oneself, with the points that were
        # registered; so are forfeits, for both (reading BU-4), and the rounds before a late entry
        # (BU-11). The scores are the standings before this round (BU-13).
        score = seen[opponent] if played else own
        buchholz += score
        sonneborn_berger += gained * score
    return Index(buchholz, sonneborn_berger)


def series_bonus(state: TournamentState, record: Record, tpn: int) -> int:
    """Art. 1.7.2 (2): what the opponents of a player get for a series of zero-point byes.

    The series has to reach the round that is paired now, and each bye before it counts as a draw
    (reading BU-2). A forfeit loss is no bye and ends the series (BU-5).
    """
    if not any(bye.player == tpn and bye.kind is ByeKind.ZERO_POINT for bye in state.byes):
        return 0
    byes = 0
    for opponent, kind in zip(
        reversed(record.opponents[tpn]), reversed(record.bye_kinds[tpn]), strict=True
    ):
        if opponent or kind not in (None, ByeKind.ZERO_POINT):
            break
        byes += 1
    return byes * state.points.draw


def rank_key(index: Index, tpn: int) -> tuple[int, int, int]:
    """Art. 1.8: by Index, then by TPN. The score has no part in it (reading BU-6)."""
    return -index.buchholz, -index.sonneborn_berger, tpn
