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
from pairing.matching import Matching, bits

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
            found = look_ahead(field, bracket, candidate, solve)
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


def look_ahead(
    field: Field, bracket: Bracket, candidate: Candidate, solve: Solver
) -> Candidate | None:
    """The first best candidate with its value of [C8], if the ideal value can be reached.

    `candidate` is the first best one without [C4] and [C8]. None: a window has to decide.
    """
    floaters = candidate.unpaired
    if len(floaters) == bracket.takes_bye:
        return candidate  # the players below are the same with every candidate
    if not candidate.pairs:
        # The whole bracket floats: there is no other choice.
        following = best_following(field, bracket, floaters, solve)
        return None if following is None else replace(candidate, following=following)
    ideal = Ideal(field, bracket, len(candidate.pairs))
    following = ideal.following(floaters)
    if following is None and len(floaters) == 1 and not ideal.undecided:
        return _another_floater(field, bracket, ideal, floaters[0], solve)
    return None if following is None else replace(candidate, following=following)


def _another_floater(
    field: Field, bracket: Bracket, ideal: "Ideal", floater: int, solve: Solver
) -> Candidate | None:
    """[C8] stands before [C9] to [C21]: the only floater gives way to one that attains the ideal.

    Those proved not to attain it are excluded in turn, as long as [C7] does not get worse.
    """
    members = field.members
    score = members[floater].score
    may_float = as_set(x for x in bracket.players if members[x].score == score)
    while True:
        may_float &= ~(1 << floater)
        may_float &= ideal.possible_floaters()
        candidate = pair_alone(field, bracket, 1, solve, may_float) if may_float else None
        if candidate is None:
            return None
        following = ideal.following(candidate.unpaired)
        if following is not None:
            return replace(candidate, following=following)
        if ideal.undecided:
            return None
        floater = candidate.unpaired[0]


# Art. 2.4.3 [C8]  The following bracket


class Ideal:
    """A bound for [C8] that depends on the bracket alone, and whether floaters attain it.

    At best all floaters are paired in the following bracket, together with as many of its
    residents as the graph of both brackets allows at all.
    """

    def __init__(self, field: Field, bracket: Bracket, pairs: int) -> None:
        self.field, self.bracket, self.pairs = field, bracket, pairs
        self.residents = range(bracket.end, bracket.next_end)
        self.following_set = as_set(self.residents)
        self.rest = bracket.rest & ~self.following_set
        #: the bye falls in the following bracket
        self.bye = bool(field.n % 2 and field.bye_takers & self.following_set)
        self.bye_bit = 1 << field.n if self.bye else 0
        self.undecided = False  # the last answer None was no proof
        self._bound: int | None = None
        self._possible: int | None = None

    def following(self, floaters: tuple[int, ...]) -> tuple[int, ...] | None:
        """The scores left unpaired in the following bracket, if they are ideal; else None."""
        self.undecided = False
        if not self.bracket.takes_bye:
            return self._attained(floaters)
        undecided = False
        for taker in floaters:
            if self.field.bye_takers >> taker & 1:
                others = tuple(x for x in floaters if x != taker)
                scores = self._attained(others)
                if scores is not None:
                    self.undecided = False
                    return (self.field.members[taker].score, *scores)
                undecided |= self.undecided
        self.undecided = undecided
        return None

    def _attained(self, floaters: tuple[int, ...]) -> tuple[int, ...] | None:
        field, members = self.field, self.field.members
        floating = as_set(floaters)
        rows = field.legal
        if len(floaters) > 1:
            # MDPs do not meet each other in the following bracket either.
            rows = list(rows)
            for x in floaters:
                rows[x] &= ~floating
        matching = Matching(rows, floating | self.following_set | self.bye_bit)
        # What is covered once stays covered, so the floaters and the bye come first.
        for x in floaters:
            if matching.free >> x & 1 and not matching.augment(x):
                return None
        if self.bye and matching.free & self.bye_bit and not matching.augment(field.n):
            return None
        left = matching.maximise()
        if left.bit_count() > 1 and self._left(len(floaters)) < left.bit_count():
            return None
        taken = (members[matching.mate[field.n]].score,) if self.bye else ()
        # What is left has the score of the residents.
        scores = (*(members[x].score for x in bits(left)), *taken)
        if field.completable(left | self.rest):
            return scores
        if left.bit_count() == 1:
            # Any other resident may be the one: those to which the gap can be moved.
            for x in reversed(self.residents):
                if field.completable(1 << x | self.rest):
                    alive = matching.alive & ~(1 << x)
                    if Matching(rows, alive).complete():
                        return scores
        self.undecided = left.bit_count() > 1
        return None

    def _left(self, floaters: int) -> int:
        """How many are left unpaired in the following bracket at least, whoever floats."""
        if self._bound is None:
            field, bracket = self.field, self.bracket
            rows = field.legal
            if bracket.mdps:
                rows = list(rows)
                mdps = as_set(bracket.mdps)
                for x in bracket.mdps:
                    rows[x] &= ~mdps
            alive = as_set(bracket.players) | self.following_set
            if self.bye or bracket.takes_bye:
                alive |= 1 << field.n
            matching = Matching(rows, alive)
            left = matching.maximise().bit_count()
            edges = (alive.bit_count() - left) // 2 - self.pairs - bracket.takes_bye
            self._bound = floaters + len(self.residents) + self.bye - 2 * edges
        return self._bound

    def possible_floaters(self) -> int:
        """Players that attain the bound as the only floater, as far as pairs alone can tell."""
        if self._possible is None:
            field = self.field
            matching = Matching(field.legal, self.following_set | self.bye_bit)
            left = matching.maximise()
            least = self._left(1)
            near = 0
            if left.bit_count() >= least + 1:
                # The floater has to raise the number of pairs: he needs a neighbour that some
                # greatest matching of the residents leaves free.
                even = matching.reach(left)
            else:
                even = self.following_set
            for x in bits(even):
                near |= field.legal[x]
            self._possible = near
        return self._possible
