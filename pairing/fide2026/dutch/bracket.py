"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 3: pairing process for a bracket.

The best candidate of a bracket nearly always depends on the bracket alone. So the bracket is
first paired by itself, without [C4] and with the value of [C8] replaced by its ideal: a problem
with more candidates and better values. If its first best candidate leaves the rest completable
and reaches that ideal, it is the first best candidate of the true problem too. Only otherwise
the next scoregroups are looked at together with the bracket.
"""

from dataclasses import replace

from pairing.fide2026.dutch.classes import solve_by_classes
from pairing.fide2026.dutch.criteria import Costs
from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.model import Bracket, Candidate, Model, as_set
from pairing.fide2026.dutch.packed import solve_packed
from pairing.fide2026.dutch.window import Solver, best_following, pair_in_window
from pairing.matching import Matching

#: up to this number of vertices one weighted matching is quicker than the way over classes
SMALL = 9


def solve(model: Model) -> list[int] | None:
    """The first of the best solutions of a model, as mates; None if it has no solution."""
    if model.n > SMALL:
        mate = solve_by_classes(model)
        if mate is not None:
            return mate
    return solve_packed(model)


def pair_bracket(field: Field, bracket: Bracket, solve: Solver = solve) -> Candidate:
    """Art. 3.4 and 3.8: the first of the best candidates of this bracket."""
    floaters = fewest_floaters(field, bracket)
    if floaters == 0 and not field.completable(bracket.rest):
        floaters = 2
    while floaters + bracket.takes_bye <= len(bracket.players):
        candidate = pair_alone(field, bracket, floaters, solve)
        if candidate is not None:
            found = accept(field, bracket, candidate, solve)
            if found is None:
                found = pair_in_window(field, bracket, solve)
            if found is None:
                break
            return found
        floaters += 2
    raise AssertionError("a completable field has a candidate in every bracket")


def fewest_floaters(field: Field, bracket: Bracket) -> int:
    """[C6] seen from the bracket alone: how many are left over, besides the one with the bye."""
    m0, m = len(bracket.mdps), len(bracket.players)
    # Art. 3.2.3: MDPs meet residents only, so the surplus floats.
    floaters = max(0, m0 - len(bracket.residents) - bracket.takes_bye)
    floaters += (m - bracket.takes_bye - floaters) % 2
    return floaters


def pair_alone(
    field: Field, bracket: Bracket, floaters: int, solve: Solver = solve, may_float: int = -1
) -> Candidate | None:
    """The first best candidate with so many floaters (besides the bye), without [C4] and [C8]."""
    costs = Costs(
        field.members,
        bracket.mdps,
        bracket.residents,
        size=len(bracket.players),
        final=field.state.is_last_round,
        bye_alone=bracket.takes_bye and floaters == 0,
    )
    model = Model(
        field,
        bracket,
        costs,
        absorbers=floaters,
        bye=bracket.takes_bye,
        may_float=may_float,
    )
    mate = solve(model)
    return None if mate is None else model.candidate(mate)


def accept(field: Field, bracket: Bracket, candidate: Candidate, solve: Solver) -> Candidate | None:
    """The candidate with its value of [C8], if nothing below the bracket speaks against it."""
    floaters = candidate.unpaired
    if len(floaters) == bracket.takes_bye:
        return candidate  # the players below are the same with every candidate
    following = ideal_following(field, bracket, floaters)
    if following is None and not candidate.pairs:
        # The whole bracket floats: there is no other choice.
        following = best_following(field, bracket, floaters, solve)
    return None if following is None else replace(candidate, following=following)


# Art. 2.4.3 [C8]  The following bracket


def ideal_following(
    field: Field, bracket: Bracket, floaters: tuple[int, ...]
) -> tuple[int, ...] | None:
    """The scores left unpaired in the following bracket, if they are as few as possible.

    At best everybody is paired there, or, if the number is odd, all but one of its residents;
    and the rest must be completable ([C4]). None: not so, or not proved.
    """
    if not bracket.takes_bye:
        return _ideal_for(field, bracket, floaters)
    for taker in floaters:
        if field.bye_takers >> taker & 1:
            others = tuple(x for x in floaters if x != taker)
            ideal = _ideal_for(field, bracket, others)
            if ideal is not None:
                return (field.members[taker].score, *ideal)
    return None


def _ideal_for(field: Field, bracket: Bracket, floaters: tuple[int, ...]) -> tuple[int, ...] | None:
    residents = range(bracket.end, bracket.next_end)
    if len(floaters) > len(residents):
        return None
    following = as_set(residents)
    rest = bracket.rest & ~following
    floating = as_set(floaters)
    rows = field.legal
    if len(floaters) > 1:
        # MDPs do not meet each other in the following bracket either.
        rows = list(rows)
        for x in floaters:
            rows[x] &= ~floating
    if (len(floaters) + len(residents)) % 2 == 0:
        if field.completable(rest) and Matching(rows, floating | following).complete():
            return ()
        return None
    for x in reversed(residents):
        if field.completable(rest | 1 << x):
            alive = (floating | following) & ~(1 << x)
            if Matching(rows, alive).complete():
                return (field.members[x].score,)
    return None
