"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 3: pairing process for a bracket.

The best candidate of a bracket nearly always depends on the bracket alone. So the bracket is
first paired by itself, without [C4] and with the value of [C8] replaced by its ideal: a problem
with more candidates and better values. If its first best candidate leaves the rest completable
and reaches that ideal, it is the first best candidate of the true problem too. Only otherwise
the next scoregroups are looked at together with the bracket.
"""

from dataclasses import replace

from pairing.fide2026.dutch.classes import NotDecided, solve_by_prices
from pairing.fide2026.dutch.criteria import Costs
from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.model import Bracket, Candidate, Model, Reserved, large_groups
from pairing.fide2026.dutch.packed import solve_packed
from pairing.fide2026.dutch.window import Solver, best_following, pair_in_window
from pairing.matching import Matching, as_set, bits

#: up to this number of vertices one weighted matching is quicker than the way over classes
SMALL = 9


def solve(model: Model) -> list[int] | None:
    """The first of the best solutions of a model, as mates; None if it has no solution."""
    if model.n > SMALL:
        try:
            return solve_by_prices(model)
        except NotDecided:
            pass
    return solve_packed(model)


# Art. 1.9.2  Each bracket in turn, from the top, with what floats from the one before


def pair_brackets(field: Field) -> list[tuple[Bracket, Candidate]]:
    done = []
    left: tuple[int, ...] = ()
    for place in range(len(field.scoregroups)):
        bracket = bracket_at(field, place, left)
        candidate = pair_bracket(field, bracket)
        left = candidate.unpaired
        done.append((bracket, candidate))
    return done


def bracket_at(field: Field, place: int, mdps: tuple[int, ...]) -> Bracket:
    """Art. 1.3.2: the scoregroup at this place, with the players moved down to it."""
    groups = field.scoregroups
    score, first, end = groups[place]
    return Bracket(
        mdps=mdps,
        residents=tuple(range(first, end)),
        first=first,
        end=end,
        rest=field.everybody >> end << end,
        next_end=groups[place + 1][2] if place + 1 < len(groups) else end,
        takes_bye=field.bye_score is not None and field.bye_score >= score,
    )


def pair_bracket(field: Field, bracket: Bracket, solve: Solver = solve) -> Candidate:
    """Art. 3.4 and 3.8: the first of the best candidates of this bracket."""
    found = best_candidate(field, bracket, solve)
    assert found is not None, "a completable field has a candidate in every bracket"
    return found


def best_candidate(field: Field, bracket: Bracket, solve: Solver = solve) -> Candidate | None:
    """The same, where a candidate need not exist."""
    floaters = fewest_floaters(field, bracket)
    while floaters + bracket.takes_bye <= len(bracket.players):
        reserved = reserved_places(field, bracket, floaters)
        candidate = pair_alone(field, bracket, floaters, solve, reserved=reserved)
        if candidate is not None:
            found = look_ahead(field, bracket, candidate, solve)
            if found is None:
                found = pair_in_window(field, bracket, solve)
            return found
        floaters += 2
    return None


def fewest_floaters(field: Field, bracket: Bracket) -> int:
    """A lower bound for [C6]: how many float at least, besides the one who takes the bye.

    Those whom the bracket cannot pair at all, and as many as the players below are short of
    opponents ([C4]).
    """
    alive = as_set(bracket.players) | (1 << field.n if bracket.takes_bye else 0)
    matching = Matching(rows_of(field, bracket.mdps), alive)
    return max(matching.maximise().bit_count(), short_of_opponents(field, bracket.rest))


def rows_of(field: Field, mdps: tuple[int, ...]) -> list[int]:
    """Legal opponents; Art. 3.2.3: MDPs meet residents only."""
    rows = field.legal
    if len(mdps) > 1:
        rows = list(rows)
        apart = as_set(mdps)
        for x in mdps:
            rows[x] &= ~apart
    return rows


def scores_of(field: Field, candidate: Candidate) -> list[int]:
    """[C7]: the scores of the downfloaters, as a list to compare."""
    return sorted((field.members[x].score for x in candidate.unpaired), reverse=True)


def reserved_places(
    field: Field, bracket: Bracket, floaters: int, ideal: "Ideal | None" = None
) -> Reserved | None:
    """Members of a group that must not meet each other need opponents outside the group.

    So a large group below the bracket forces players from outside it to float: for [C4], and
    with `ideal` also for the value of [C8] that it asks for. This is only a necessary condition,
    but counting it in advance saves the search for it.
    """
    best: Reserved | None = None
    residents = range(bracket.end, bracket.next_end)
    bye_below = field.n % 2 and not bracket.takes_bye
    for group in large_groups(field):
        needed = 2 * (group & bracket.rest).bit_count() - bracket.rest.bit_count() - bye_below
        if ideal is not None:
            inside = (group & as_set(residents)).bit_count()
            surplus = 2 * inside - len(residents) - ideal.least(floaters) - ideal.bye
            needed = max(needed, surplus)
        places = min((floaters + needed + 1) // 2, floaters)
        if places > 0 and (best is None or places > best.places):
            best = Reserved(group, places)
    return best


def short_of_opponents(field: Field, players: int) -> int:
    """The number of players left when as many as possible are paired, or take the bye."""
    if field.completable(players):
        return 0
    alive = players
    if field.n % 2 and field.bye_takers & players:
        alive |= 1 << field.n
    return Matching(field.legal, alive).maximise().bit_count()


def pair_alone(
    field: Field,
    bracket: Bracket,
    floaters: int,
    solve: Solver = solve,
    may_float: int = -1,
    reserved: Reserved | None = None,
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
        reserved=reserved,
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
    if following is None:
        count = len(floaters) - bracket.takes_bye
        reserved = reserved_places(field, bracket, count, ideal)
        if reserved is not None:
            other = pair_alone(field, bracket, count, solve, reserved=reserved)
            if other is not None and scores_of(field, other) == scores_of(field, candidate):
                following = ideal.following(other.unpaired)
                candidate = other
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
        rows = rows_of(field, floaters)
        matching = Matching(rows, as_set(floaters) | self.following_set | self.bye_bit)
        # What is covered once stays covered, so the floaters and the bye come first.
        for x in floaters:
            if matching.free >> x & 1 and not matching.augment(x):
                return None
        if self.bye and matching.free & self.bye_bit and not matching.augment(field.n):
            return None
        left = matching.maximise()
        least = left.bit_count()
        if least > 1 or not field.completable(left | self.rest):
            least = self.least(len(floaters))
        if left.bit_count() > least:
            return None
        enough = left.bit_count() == least and field.completable(left | self.rest)
        # Else residents are needed below: look for others to be left, but not for more of them.
        if not enough and not self._left_to_rest(matching, rows, floaters, least):
            return None
        score = members[self.residents[0]].score
        # What is left, the one with the bye included, has the score of the residents.
        return (score,) * (least + self.bye)

    def _left_to_rest(
        self, matching: Matching, rows: list[int], floaters: tuple[int, ...], least: int
    ) -> bool:
        """Can the rest be paired with just `least` residents of the following bracket?"""
        field = self.field
        if least == 1:
            # Exact: try every resident, from the lowest.
            return any(
                field.completable(1 << x | self.rest)
                and Matching(rows, matching.alive & ~(1 << x)).complete()
                for x in reversed(self.residents)
            )
        below = self._rest_vertices()
        rows = list(rows)
        for x in floaters:
            rows[x] &= self.following_set
            for y in bits(field.legal[x] & below):
                rows[y] &= ~(1 << x)
        inner = Matching(rows, below)
        inner.maximise()
        joint = Matching(rows, matching.alive | below)
        joint.mate = [max(a, b) for a, b in zip(matching.mate, inner.mate, strict=True)]
        joint.free = matching.free | inner.free
        if not joint.complete():
            return False
        crossing = sum(below >> joint.mate[x] & 1 for x in self.residents)
        self.undecided = crossing > least
        return crossing == least

    def _rest_vertices(self) -> int:
        field = self.field
        bye_below = field.n % 2 and field.bye_takers & self.rest
        return self.rest | (1 << field.n if bye_below else 0)

    def least(self, floaters: int) -> int:
        """The least number of residents left in the following bracket, whoever floats."""
        if self._bound is None:
            field, bracket = self.field, self.bracket
            alive = as_set(bracket.players) | self.following_set
            if self.bye or bracket.takes_bye:
                alive |= 1 << field.n
            matching = Matching(rows_of(field, bracket.mdps), alive)
            left = matching.maximise().bit_count()
            edges = (alive.bit_count() - left) // 2 - self.pairs - bracket.takes_bye
            alone = Matching(field.legal, self.following_set | self.bye_bit).maximise()
            self._bound = max(
                floaters + len(self.residents) + self.bye - 2 * edges,
                # Each floater finds an opponent for one resident at most.
                alone.bit_count() - floaters,
                short_of_opponents(field, self.rest),
            )
        return self._bound

    def possible_floaters(self) -> int:
        """Players that attain the bound as the only floater, as far as pairs alone can tell."""
        if self._possible is None:
            field = self.field
            matching = Matching(field.legal, self.following_set | self.bye_bit)
            left = matching.maximise()
            least = self.least(1)
            near = 0
            if left.bit_count() >= least + 1:
                # The floater has to raise the number of pairs: they need a neighbour that some
                # greatest matching of the residents leaves free.
                even = matching.reach(left)
            else:
                even = self.following_set
            for x in bits(even):
                near |= field.legal[x]
            self._possible = near
        return self._possible
