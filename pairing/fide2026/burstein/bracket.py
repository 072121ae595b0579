"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. Art. 3.2: the pairing of a bracket.

The best candidate nearly always depends on the bracket alone. So it is first paired by itself,
without [C4] and with the value of [C7] replaced by its ideal: a problem with more candidates and
better values. If its first best candidate leaves the rest completable and reaches that ideal, it
is the first best candidate of the true problem too. Only otherwise the next scoregroup belongs to
the model, for [C7], and as many players below as it takes for [C4].
"""

from collections.abc import Callable

from pairing.fide2026.burstein.definitions import Field
from pairing.fide2026.burstein.model import Bracket, Candidate, Model
from pairing.fide2026.burstein.solving import by_classes, solve
from pairing.matching import Matching, as_set, bits

#: windows beyond the following scoregroup grow step by step up to this size, then to everybody
LARGE = 150
#: absorbers of the first window
FEW = 8


def pair_brackets(field: Field) -> list[tuple[Bracket, Candidate]]:
    """Art. 1.9.2: bracket after bracket from the top, with what floats from the one before."""
    done: list[tuple[Bracket, Candidate]] = []
    left: tuple[int, ...] = ()
    for bracket in brackets_of(field):
        with_floaters = take_in(field, bracket, left)
        candidate = pair_bracket(field, with_floaters)
        assert candidate is not None, "a field that can be paired has a candidate in every bracket"
        done.append((with_floaters, candidate))
        left = candidate.floaters
    assert not left, "everybody is paired"
    return done


def brackets_of(field: Field) -> list[Bracket]:
    """The scoregroups, not yet with incoming floaters."""
    groups = field.scoregroups()
    found = []
    rest = field.everybody
    for place, (score, players) in enumerate(groups):
        rest &= ~as_set(players)
        following = groups[place + 1][1] if place + 1 < len(groups) else ()
        found.append(Bracket(score, players, frozenset(players), following, rest))
    return found


def take_in(field: Field, bracket: Bracket, floaters: tuple[int, ...]) -> Bracket:
    """Art. 1.2.2 and 4.1: floaters have their place by Art. 1.8 alone (reading BU-6)."""
    if not floaters:
        return bracket
    members = field.members
    players = sorted((*bracket.players, *floaters), key=lambda x: members[x].rank)
    return Bracket(
        bracket.score, tuple(players), bracket.residents, bracket.following, bracket.rest
    )


def pair_bracket(field: Field, bracket: Bracket) -> Candidate | None:
    """Art. 3.2: the first of the best candidates; None if there is none at all."""
    floaters = fewest_floaters(field, bracket)
    if floaters == len(bracket.players):
        # Nobody can be paired here: there is no choice.
        return Candidate((), bracket.players)
    candidate = pair_alone(field, bracket, floaters)
    if candidate is not None:
        if not floaters:
            return candidate
        ideal = Ideal(field, bracket, floaters)
        if ideal.attained(candidate.floaters):
            return candidate
        if floaters == 1 and not ideal.undecided:
            other = _another_floater(field, bracket, ideal, candidate.floaters[0])
            if other is not None:
                return other
    found = pair_in_window(field, bracket)
    return None if found is None else found[0]


# Art. 2.3.1 [C5], 3.2.1  How many float


def fewest_floaters(field: Field, bracket: Bracket) -> int:
    """A lower bound for [C5]: those whom the bracket cannot pair at all, and as many as the
    players below are short of opponents ([C4])."""
    return max(short(field, bracket.mask), short(field, bracket.rest))


def short(field: Field, players: int) -> int:
    """The number of players left over when as many of these as possible are paired."""
    if field.completable(players):
        return 0
    return Matching(field.legal, players).maximise().bit_count()


def pair_alone(
    field: Field, bracket: Bracket, floaters: int, may_float: int = -1
) -> Candidate | None:
    """The first best candidate with so many floaters, without [C4] and [C7]."""
    model = Model(field, bracket, (), floaters, alone=True, may_float=may_float)
    mate = solve(model)
    return None if mate is None else model.candidate(mate)


# Art. 2.3.3 [C7]  The following bracket


class Ideal:
    """A bound for [C7] that no floaters can beat, and whether given ones attain it.

    At best all floaters are paired in the following bracket, and no more of its residents are
    left than the players of both brackets, and those below, need in any case.
    """

    def __init__(self, field: Field, bracket: Bracket, floaters: int) -> None:
        self.field, self.bracket = field, bracket
        self.following = as_set(bracket.following)
        self.rest = bracket.rest & ~self.following
        self.undecided = False  # the last answer "no" was no proof
        #: residents of the following bracket who float from there, whoever comes to it
        self.least = max(
            short(field, bracket.mask | self.following),
            short(field, self.following) - floaters,
            short(field, self.rest),
        )

    def attained(self, floaters: tuple[int, ...]) -> bool:
        field = self.field
        self.undecided = False
        group = as_set(floaters) | self.following
        matching = Matching(field.legal, group)
        # Whoever is covered once stays covered, so the floaters come first.
        for x in floaters:
            if matching.free >> x & 1 and not matching.augment(x):
                return False
        left = matching.maximise()
        if left.bit_count() > self.least:
            return False
        if left.bit_count() == self.least:
            if field.completable(left | self.rest):
                return True
            if self.least == 0:
                return False
            if self.least == 1:
                return any(
                    field.completable(1 << x | self.rest)
                    for x in bits(matching.reach(left) & self.following)
                )
        # Residents are needed below, or others than these: look for them in one graph.
        return self._with_rest(matching, floaters)

    def _with_rest(self, matching: Matching, floaters: tuple[int, ...]) -> bool:
        field = self.field
        inside = as_set(floaters)
        rows = list(field.legal)
        for x in floaters:
            rows[x] &= self.following
            for y in bits(field.legal[x] & self.rest):
                rows[y] &= ~(1 << x)
        below = Matching(rows, self.rest)
        below.maximise()
        joint = Matching(rows, inside | self.following | self.rest)
        joint.mate = [max(a, b) for a, b in zip(matching.mate, below.mate, strict=True)]
        joint.free = matching.free | below.free
        if not joint.complete():
            return False
        crossing = sum(self.rest >> joint.mate[x] & 1 for x in self.bracket.following)
        self.undecided = crossing > self.least
        return crossing == self.least

    def possible_floaters(self) -> int:
        """Players that attain the bound as the only floater, as far as pairs alone can tell."""
        matching = Matching(self.field.legal, self.following)
        left = matching.maximise()
        # If a floater has to raise the number of pairs, they need a neighbour whom some greatest
        # matching of the residents leaves free.
        even = matching.reach(left) if left.bit_count() > self.least else self.following
        near = 0
        for x in bits(even):
            near |= self.field.legal[x]
        return near


def _another_floater(
    field: Field, bracket: Bracket, ideal: Ideal, floater: int
) -> Candidate | None:
    """[C7] stands before [C8]: the only floater gives way to one that attains the ideal.

    Those proved not to attain it are excluded in turn, as long as [C6] does not get worse.
    """
    members = field.members
    score = members[floater].score
    may_float = as_set(x for x in bracket.players if members[x].score == score)
    may_float &= ideal.possible_floaters()
    while True:
        may_float &= ~(1 << floater)
        candidate = pair_alone(field, bracket, 1, may_float) if may_float else None
        if candidate is None:
            return None
        if ideal.attained(candidate.floaters):
            return candidate
        if ideal.undecided:
            return None
        floater = candidate.floaters[0]


def following_value(
    field: Field, bracket: Bracket, floaters: tuple[int, ...]
) -> tuple[int, ...] | None:
    """[C7]: the scores that float from the following bracket at best, if just these come to it.

    None where these and the players below cannot all be paired ([C4]).
    """
    alone = Bracket(bracket.score, floaters, frozenset(), bracket.following, bracket.rest)
    if not field.completable(as_set(floaters) | bracket.rest):
        return None
    ideal = Ideal(field, alone, len(floaters))
    if ideal.attained(floaters):
        return (field.members[bracket.following[0]].score,) * ideal.least
    apart = field.apart
    field.apart = tuple((x, as_set(floaters)) for x in floaters)
    try:
        found = pair_in_window(field, alone)
    finally:
        field.apart = apart
    return None if found is None else found[1]


def pair_in_window(field: Field, bracket: Bracket) -> tuple[Candidate, tuple[int, ...]] | None:
    """The first of the best candidates, and what it is worth under [C7].

    Players whom a window pairs with somebody below it are held by absorbers. That asks for less
    than [C4] does; if they can be paired below, the answer is right. Otherwise the window grows.
    """
    below = [x for x in range(field.n) if bracket.rest >> x & 1]
    if field.large_groups():
        # Who keeps apart is needed far below, so no small window would do; classes may tell.
        found = _solve_window(field, bracket, below, 0, by_classes)
        if found is not None:
            candidate, ahead, _ = found
            return candidate, ahead
    absorbers = FEW
    for end in _ends(field, bracket, below):
        outside = below[:end]
        while True:
            found = _solve_window(field, bracket, outside, absorbers if end < len(below) else 0)
            if found is not None:
                candidate, ahead, held = found
                if field.completable(bracket.rest & ~as_set(outside) | held):
                    return candidate, ahead
                break
            if end == len(below) or absorbers > len(bracket.players) + end:
                break
            absorbers *= 4
    return None


def _ends(field: Field, bracket: Bracket, below: list[int]) -> list[int]:
    """How many of those below belong to each window: whole scoregroups, and each window holds
    twice as many players as the one before."""
    members = field.members
    size = len(bracket.players)
    ends: list[int] = []
    for i in range(1, len(below) + 1):
        whole = i == len(below) or members[below[i]].score != members[below[i - 1]].score
        if whole and (not ends or size + i >= 2 * (size + ends[-1])):
            ends.append(i)
    ends = [end for end in ends if end == ends[0] or end + size <= LARGE]
    return ends if ends and ends[-1] == len(below) else [*ends, len(below)]


def _solve_window(
    field: Field,
    bracket: Bracket,
    outside: list[int],
    absorbers: int,
    solve: Callable[[Model], list[int] | None] = solve,
) -> tuple[Candidate, tuple[int, ...], int] | None:
    """Candidate, value of [C7], and those held for below; None: more absorbers are needed.

    The optimum is concave in the number of absorbers, so they suffice as soon as two of them stay
    idle in a solution that is first among the best, the order of candidates included.
    """
    if absorbers:
        absorbers += (len(bracket.players) + len(outside) + absorbers) % 2
    model = Model(field, bracket, outside, absorbers)
    mate = solve(model)
    if mate is None:
        return None
    if absorbers and not any(mate[v] >= model.size for v in model.absorbers):
        return None
    held = sum(1 << model.players[mate[v]] for v in model.absorbers if mate[v] < model.size)
    return model.candidate(mate), model.ahead(mate), held
