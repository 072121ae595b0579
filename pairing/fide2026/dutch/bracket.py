"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 3: pairing process for a bracket.

The best candidate of a bracket nearly always depends on the bracket alone. So the bracket is
first paired by itself, without [C4] and with the value of [C8] replaced by its ideal: a problem
with more candidates and better values. If its first best candidate leaves the rest completable
and reaches that ideal, it is the first best candidate of the true problem too. Only otherwise
the next scoregroups are looked at together with the bracket.
"""

from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.packed import Bracket, Candidate, pair_alone, pair_in_window
from pairing.matching import Matching


def pair_bracket(field: Field, bracket: Bracket) -> Candidate:
    """Art. 3.4 and 3.8: the first of the best candidates of this bracket."""
    m = len(bracket.players)
    bye = bracket.takes_bye
    # Art. 3.1: an MDP needs a resident, so the surplus floats.
    floaters = max(0, len(bracket.mdps) - len(bracket.residents) - bye)
    floaters += (m - bye - floaters) % 2
    while floaters <= m:
        candidate = None
        if floaters or field.completable(bracket.rest):
            candidate = pair_alone(field, bracket, floaters)
        if candidate is not None:
            if floaters == 0:
                return candidate
            if not candidate.pairs and field.completable(as_set(candidate.unpaired) | bracket.rest):
                return candidate
            if reaches_ideal(field, bracket, candidate):
                return candidate
            found = pair_in_window(field, bracket)
            if found is not None:
                return found
            raise AssertionError("a completable field has a candidate in every bracket")
        floaters += 2
    raise AssertionError("a completable field has a candidate in every bracket")


def as_set(players: tuple[int, ...]) -> int:
    mask = 0
    for player in players:
        mask |= 1 << player
    return mask


# Art. 2.4.3 [C8]  The following bracket


def reaches_ideal(field: Field, bracket: Bracket, candidate: Candidate) -> bool:
    """Can the floaters and the next scoregroup be paired as well as their number allows?

    At best everybody is paired there, or, if their number is odd, all but one of its residents;
    and the rest must be completable ([C4]).
    """
    if not bracket.takes_bye:
        return _ideal_for(field, bracket, candidate.unpaired)
    return any(
        field.bye_takers >> taker & 1
        and _ideal_for(field, bracket, tuple(x for x in candidate.unpaired if x != taker))
        for taker in candidate.unpaired
    )


def _ideal_for(field: Field, bracket: Bracket, floaters: tuple[int, ...]) -> bool:
    residents = range(bracket.end, bracket.next_end)
    if len(floaters) > len(residents):
        return False
    following = (1 << bracket.next_end) - (1 << bracket.end)
    rest = bracket.rest & ~following
    floating = as_set(floaters)
    rows = list(field.legal)
    for x in floaters:
        rows[x] &= ~floating
    if (len(floaters) + len(residents)) % 2 == 0:
        return field.completable(rest) and Matching(rows, floating | following).complete()
    for x in reversed(residents):
        if field.completable(rest | 1 << x):
            alive = (floating | following) & ~(1 << x)
            if Matching(rows, alive).complete():
                return True
    return False
