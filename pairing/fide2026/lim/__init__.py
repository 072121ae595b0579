"""FIDE C.04.4.3 (Lim System), applied from 1 February 2026.

    Art. 2.1, 3.10, 5.1, 6   definitions.py  compatible opponents, limits, colours due
    Art. 1, 7.1              bye.py          the pairing-allocated bye
    Art. 2.2, 2.6            groups.py       the groups in their order, the median last
    Art. 2.3, 3.2-3.5, 3.9   floaters.py     who leaves a group
    Art. 3.1, 3.6-3.8        opponents.py    whom floaters meet
    Art. 2.4, 2.5, 4, 5.2    exchanges.py    the others of a group
    Art. 5.3-5.6, 7.2        colours.py      who gets White

Why a round is paired as it is, as data: reasons.py; questions about it: explain.py. Where the
text leaves a choice, the reading taken is named at the place (LI-1 to LI-23, G-1 to G-14:
docs/rules/fide2026-lim.md).
"""

from pairing.fide2026.lim.definitions import Field
from pairing.fide2026.lim.explain import to_pair, violations, why_not
from pairing.fide2026.lim.groups import pair_groups
from pairing.fide2026.lim.reasons import SYSTEM_KEY, pair_traces, round_trace
from pairing.state import Board, RoundPairing, TournamentState
from pairing.systems import Outlook, System


def pair(state: TournamentState) -> RoundPairing:
    """The pairing of the next round. Raises NoLegalPairing when there is none."""
    field = Field(state)
    players, bye = to_pair(field)
    made = pair_groups(field, players)
    pairs = pair_traces(field, made)
    return RoundPairing(
        state.next_round,
        tuple(Board(pair.white, pair.black) for pair in pairs),
        None if bye is None else field.members[bye].tpn,
        round_trace(field, made, pairs, bye),
    )


def prospects(state: TournamentState) -> dict[int, Outlook]:
    """Colours due (Art. 5.1), and who floated last round (Art. 3.10), for the round to come."""
    field = Field(state)
    return {
        member.tpn: Outlook(member.due, _direction(field, member.tpn) if member.floated else "")
        for member in field.members
    }


def _direction(field: Field, tpn: int) -> str:
    """Whoever floated in the last round came from above its median or from below."""
    number = len(field.state.rounds)
    before = field.record.scores_before[tpn][number - 1] + field.acceleration.points(tpn, number)
    return "down" if 2 * before > (number - 1) * field.state.points.win else "up"


SYSTEM = System(SYSTEM_KEY, pair, why_not, violations, prospects)

__all__ = ["SYSTEM", "pair", "violations", "why_not"]
