"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 2: pairing criteria.

The absolute criteria [C1] to [C3] are the graph of `Field.legal`, [C4] is `Field.completable` and
[C5] `Field.settle_bye`. What follows here are the quality criteria [C6] to [C21]: one function
each, saying what a pair, or a player left unpaired, adds to the number that is to be minimised.

A criterion about a *list* of scores or score differences (C7, C18 to C21) counts separately for
each score of a moved-down player (MDP), highest first. All residents of a bracket have the same
score, so the difference in a pair depends on its MDP alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairing.fide2026.dutch.definitions import ABSOLUTE, STRONG, Member
from pairing.state import Colour

Count = Callable[[Member, Member, bool], int]
Single = Callable[[Member, bool], int]


@dataclass(frozen=True, slots=True)
class Criterion:
    code: str
    article: str
    of_pair: Count | None = None  # higher, lower, is the higher an MDP
    of_unpaired: Single | None = None  # player, an MDP or not
    of_bye: Callable[[Member], int] | None = None
    by_score: bool = False  # a list of scores or differences, not a number


# Art. 2.4.1 [C6]  Number of downfloaters


def downfloater(player: Member, mdp: bool) -> int:
    return 1


# Art. 2.4.2 [C7]  Scores of the downfloaters
# How many residents float follows from C6 and the number of MDPs that do.


def floating_mdp(player: Member, mdp: bool) -> int:
    return int(mdp)


# Art. 2.4.4 [C9]  Unplayed games of the one who takes the bye


def unplayed_games(player: Member) -> int:
    return player.unplayed


# Art. 2.4.5 [C10] and 2.4.6 [C11]  Topscorers and their opponents


def same_colour_due(a: Member, b: Member) -> bool:
    return a.due is not None and a.due is b.due


def _colours_given(a: Member, b: Member) -> tuple[Colour | None, Colour | None]:
    """The colours by Art. 5.2.1 and 5.2.2; None for both where later rules decide."""
    if a.due is None or b.due is None or a.due is not b.due:
        first = a.due or (b.due.opposite if b.due else None)
        return first, first.opposite if first else None
    stronger = (a.strength, abs(a.difference) if a.strength == ABSOLUTE else 0)
    weaker = (b.strength, abs(b.difference) if b.strength == ABSOLUTE else 0)
    if stronger == weaker:
        return None, None
    return (a.due, a.due.opposite) if stronger > weaker else (b.due.opposite, b.due)


def too_wide_a_difference(a: Member, b: Member, mdp: bool = False) -> int:
    """Players of a topscorer's game whose colour difference goes beyond two."""
    if not (a.topscorer or b.topscorer):
        return 0
    given = _colours_given(a, b)
    if given == (None, None):
        if not (same_colour_due(a, b) and a.strength == ABSOLUTE):
            return 0
        # Equally wide: whoever is refused moves away from balance, the other one towards it.
        wide = abs(a.difference)
        return (wide + 1 > 2) + (wide - 1 > 2)
    count = 0
    for player, colour in ((a, given[0]), (b, given[1])):
        step = 1 if colour is Colour.WHITE else -1
        count += abs(player.difference + step) > 2
    return count


def third_time_running(a: Member, b: Member, mdp: bool = False) -> int:
    """Players of a topscorer's game who get the same colour for the third time running."""
    if not (a.topscorer or b.topscorer):
        return 0
    given = _colours_given(a, b)
    if given == (None, None):
        # If only one has had the same colour twice, Art. 5.2.3 spares that one.
        return int(a.repeated is not None and a.repeated is b.repeated)
    return (a.repeated is not None and a.repeated is given[0]) + (
        b.repeated is not None and b.repeated is given[1]
    )


# Art. 2.4.7 [C12]  Colour preferences not granted


def preference_refused(a: Member, b: Member, mdp: bool = False) -> int:
    return int(same_colour_due(a, b))


# Art. 2.4.8 [C13]  Strong colour preferences not granted


def strong_preference_refused(a: Member, b: Member, mdp: bool = False) -> int:
    """The one refused has a strong preference: strong against strong or against absolute."""
    weaker = min(a.strength, b.strength)
    return int(weaker == STRONG and same_colour_due(a, b))


# Art. 2.4.9 [C14] and 2.4.11 [C16]  Residents that float down again


def resident_floats_again(rounds_ago: int) -> Single:
    return lambda player, mdp: int(not mdp and player.downfloats[rounds_ago - 1])


# Art. 2.4.10 [C15] and 2.4.12 [C17]  Opponents of MDPs that float up again


def opponent_floats_again(rounds_ago: int) -> Count:
    return lambda a, b, mdp: int(mdp and b.upfloats[rounds_ago - 1])


# Art. 2.4.13 [C18] and 2.4.15 [C20]  Score differences of MDPs that float down again
# The difference of an MDP left unpaired is greater than any other.


def mdp_floats_again(rounds_ago: int) -> Single:
    return lambda player, mdp: int(mdp and player.downfloats[rounds_ago - 1])


# Art. 2.4.14 [C19] and 2.4.16 [C21]  Score differences of such opponents of MDPs:
# `opponent_floats_again`, counted by the score of the MDP.

C8 = Criterion("C8", "2.4.3")

QUALITY: tuple[Criterion, ...] = (
    Criterion("C6", "2.4.1", of_unpaired=downfloater),
    Criterion("C7", "2.4.2", of_unpaired=floating_mdp, by_score=True),
    C8,
    Criterion("C9", "2.4.4", of_bye=unplayed_games),
    Criterion("C10", "2.4.5", of_pair=too_wide_a_difference),
    Criterion("C11", "2.4.6", of_pair=third_time_running),
    Criterion("C12", "2.4.7", of_pair=preference_refused),
    Criterion("C13", "2.4.8", of_pair=strong_preference_refused),
    Criterion("C14", "2.4.9", of_unpaired=resident_floats_again(1)),
    Criterion("C15", "2.4.10", of_pair=opponent_floats_again(1)),
    Criterion("C16", "2.4.11", of_unpaired=resident_floats_again(2)),
    Criterion("C17", "2.4.12", of_pair=opponent_floats_again(2)),
    Criterion("C18", "2.4.13", of_unpaired=mdp_floats_again(1), by_score=True),
    Criterion("C19", "2.4.14", of_pair=opponent_floats_again(1), by_score=True),
    Criterion("C20", "2.4.15", of_unpaired=mdp_floats_again(2), by_score=True),
    Criterion("C21", "2.4.16", of_pair=opponent_floats_again(2), by_score=True),
)


@dataclass(frozen=True, slots=True)
class Digit:
    """One place in a packed sum: a criterion, or its part for one score."""

    criterion: Criterion
    score: int | None
    shift: int


class Costs:
    """The quality criteria of one bracket, packed into one integer: one digit per criterion.

    Sums of such integers compare like the list of criteria, most important first.
    """

    def __init__(
        self,
        members: Sequence[Member],
        mdps: Sequence[int],
        residents: Sequence[int],
        *,
        size: int,
        final: bool,
        bye_alone: bool = False,
        ahead: bool = False,
    ) -> None:
        """`size` bounds the number of players counted; `bye_alone` switches C9 on, `ahead`
        the digits of C6 and C8, which are constant unless the next bracket is looked at."""
        self.members = members
        self.mdps = frozenset(mdps)
        mdp_scores = sorted({members[i].score for i in mdps}, reverse=True)
        floater_scores = mdp_scores + ([members[residents[0]].score] if residents else [])
        self.width = max(size, 64).bit_length() + 2
        silent = set() if final else {"C10", "C11"}  # topscorers exist in the final round only
        if not ahead:
            silent |= {"C6", "C8"}
        if not bye_alone:
            silent.add("C9")
        if not mdps:
            silent |= {"C15", "C17"}
        active: list[tuple[Criterion, int | None]] = []
        for criterion in QUALITY:
            if criterion.code in silent:
                continue
            if criterion is C8:
                active.append((criterion, None))
                active.extend((criterion, score) for score in floater_scores)
            elif criterion.by_score:
                active.extend((criterion, score) for score in mdp_scores)
            else:
                active.append((criterion, None))
        count = len(active)
        self.digits = tuple(
            Digit(criterion, score, self.width * (count - 1 - place))
            for place, (criterion, score) in enumerate(active)
        )
        self.bits = self.width * count
        self._pair_digits = [d for d in self.digits if d.criterion.of_pair]
        self._unpaired_digits = [d for d in self.digits if d.criterion.of_unpaired]
        self._bye_digits = [d for d in self.digits if d.criterion.of_bye]
        self.counts_unplayed = bool(self._bye_digits)
        self._ahead = {d.score: d.shift for d in self.digits if d.criterion is C8}
        self._kinds: dict[tuple[object, ...], int] = {}
        self._kind: dict[int, int] = {}
        self._pairs: dict[tuple[int, int], int] = {}

    def kind(self, i: int) -> int:
        """Players of one kind are alike in everything that a pair's cost reads."""
        known = self._kind.get(i)
        if known is None:
            m = self.members[i]
            mdp = i in self.mdps
            key = (
                m.due,
                m.strength,
                m.difference,
                m.repeated,
                m.topscorer,
                m.upfloats,
                m.score if mdp else None,
            )
            known = self._kind[i] = self._kinds.setdefault(key, len(self._kinds))
        return known

    def pair(self, a: int, b: int) -> int:
        """The value that a pair adds; `a` is the higher ranked of the two."""
        key = (self.kind(a), self.kind(b))
        known = self._pairs.get(key)
        if known is None:
            higher, lower = self.members[a], self.members[b]
            mdp = a in self.mdps
            known = 0
            for digit in self._pair_digits:
                if digit.score is None or digit.score == higher.score:
                    count = digit.criterion.of_pair
                    assert count is not None
                    known += count(higher, lower, mdp) << digit.shift
            self._pairs[key] = known
        return known

    def unpaired(self, i: int) -> int:
        """The value that a player left unpaired adds."""
        member = self.members[i]
        mdp = i in self.mdps
        total = 0
        for digit in self._unpaired_digits:
            if digit.score is None or digit.score == member.score:
                count = digit.criterion.of_unpaired
                assert count is not None
                total += count(member, mdp) << digit.shift
        return total

    def bye(self, i: int) -> int:
        """The value that the player with the bye adds."""
        member = self.members[i]
        total = self.unpaired(i)
        for digit in self._bye_digits:
            count = digit.criterion.of_bye
            assert count is not None
            total += count(member) << digit.shift
        return total

    # Art. 2.4.3 [C8]  In the following bracket: the number left unpaired, then their scores

    def unpaired_ahead(self, i: int, floater: bool) -> int:
        """The value of a floater, or of a resident of the next scoregroup, unpaired there."""
        if not self._ahead:
            return 0
        total = 1 << self._ahead[None]
        if floater:
            total += 1 << self._ahead[self.members[i].score]
        return total
