"""Handbook 1.1 (Dutch), C: from the top group downwards until every group has its pairing."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pairing.errors import NoLegalPairing
from pairing.handbook.dutch.criteria import ALL_DROPPED, Legal, rigours
from pairing.handbook.dutch.definitions import KEY, Field
from pairing.handbook.dutch.group import attempts, first_attempt
from pairing.handbook.dutch.promise import ChainPromise, Promise
from pairing.handbook.dutch.stage import Attempt, Members, Stage, compressed
from pairing.handbook.dutch.task import Below, Task
from pairing.matching import NOBODY, Matching, as_set, bits
from pairing.state import Fact


@dataclass(frozen=True, slots=True)
class Paired:
    """One group and what became of it."""

    residents: tuple[int, ...]
    moved: tuple[int, ...]  # moved down into it
    without_opponent: tuple[int, ...]  # C.1
    stage: Stage | None  # None: nobody was paired
    attempt: Attempt | None
    reasons: tuple[str, ...] = ()  # "C.12", "C.13", "merged": why not simply the first attempt

    @property
    def floaters(self) -> tuple[int, ...]:
        """Those who move on, in the order of A.2."""
        left = self.attempt.left if self.attempt else self._members
        return tuple(sorted((*self.without_opponent, *left)))

    @property
    def _members(self) -> tuple[int, ...]:
        out = set(self.without_opponent)
        return tuple(place for place in (*self.moved, *self.residents) if place not in out)


Path = tuple[Paired, ...]


@dataclass(frozen=True, slots=True)
class Lowest:
    """The lowest group: its players, and who of them were added last by C.13."""

    players: tuple[int, ...]
    added: int = 0


class Procedure:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.legal = Legal(field)
        self.groups = field.groups()
        self.unbarred = frozenset(p for p, card in enumerate(field.cards) if not card.barred)
        self._can_finish: dict[tuple[tuple[int, ...], Lowest], bool] = {}
        self._members: dict[tuple[int, ...], Members] = {}
        self._openings: dict[Lowest, int] = {}
        self._crossings: dict[tuple[Members, int, Below], int] = {}
        self._below: dict[tuple[tuple[int, ...], Lowest], Below] = {}

    def pair(self) -> tuple[Paired, ...]:
        """C.1-C.14, group by group."""
        if not self.groups:
            return ()
        self._refuse_the_impossible()
        path: Path = ()
        for index in range(len(self.groups) - 1):
            decided = self.decide(index, path)
            assert decided is not None
            path = decided
        lowest = Lowest(self.groups[-1])
        last = self.finish(path[-1].floaters if path else (), lowest)
        if last is not None:
            return (*path, last)
        return self.join_lowest(path)

    def _refuse_the_impossible(self) -> None:
        """B.1 and B.2 alone must allow a pairing of everybody, or no procedure finds one."""
        size = len(self.field.cards)
        left = unmatched(self.legal, range(size), self.field)
        if left:
            raise NoLegalPairing(
                tuple(sorted(self.field.cards[place].tpn for place in left)),
                (Fact(f"{KEY}.no_pairing", "B.1"),),
            )

    # One group: C.1, then C.2-C.11 with the full number of pairs, C.12, C.14

    def decide(self, index: int, path: Path, lowest: Lowest | None = None) -> Path | None:
        """The first decision of a group; with `lowest`, the first that makes it complete (C.13)."""
        moved = path[-1].floaters if path else ()
        residents = self.groups[index]
        members = sorted((*moved, *residents))
        # C.1
        out = self.without_opponent(members)
        backtracked = bool(set(out) & set(moved))
        if backtracked and (found := self.backtrack(index, path, lowest)):
            return found
        staying = [place for place in members if place not in out]
        stages = self.stages(staying, len(set(moved) - set(out)))
        for number, stage in enumerate(stages):
            attempt = self.search(stage, out, lowest)
            if attempt is not None:
                return (*path, Paired(residents, moved, out, stage, attempt))
            # C.12, after the full number of pairs has failed
            if number == 0 and not backtracked and set(moved) - set(out):
                backtracked = True
                if found := self.backtrack(index, path, lowest):
                    return found
        # C.14  p is zero: the whole group moves down. With `lowest`, C.13 joins the two.
        return None if lowest else (*path, Paired(residents, moved, out, None, None))

    # C.1  Players without an opponent

    def without_opponent(self, members: Sequence[int]) -> tuple[int, ...]:
        mask = sum(1 << place for place in members)
        return tuple(place for place in members if not self.legal.loosest[place] & mask)

    # C.3, C.14  How many pairs, the full number first

    def members(self, players: Sequence[int]) -> Members:
        key = tuple(players)
        if key not in self._members:
            self._members[key] = Members(self.legal, key)
        return self._members[key]

    def stages(self, players: Sequence[int], moved: int) -> Iterator[Stage]:
        """p of the remainder falls first, then one moved-down player fewer is in S1.

        A.3: where at least half have moved down the group counts as homogeneous.
        """
        size = len(players)
        members = self.members(players)
        top = 0 if 2 * moved >= size else moved
        for s1 in range(top, -1, -1):
            for rest in range((size - 2 * s1) // 2, -1, -1):
                if s1 + rest:
                    yield Stage(members, s1, rest)

    def search(self, stage: Stage, out: tuple[int, ...], lowest: Lowest | None) -> Attempt | None:
        """C.2-C.11 with this number of pairs; for C.13, making the lowest group complete."""
        if lowest is None:
            return first_attempt(stage)
        moved, low = stage.over + len(out), len(lowest.players)
        if moved >= low and not out:
            # The lowest group counts as homogeneous, so those who move down may meet each other.
            # But two who do could as well be paired here, which an earlier stage has tried in
            # vain: there it takes the full number of them to pair everybody below, with at most
            # one more for a bye that nobody below may have.
            if moved == low:
                return self._first_with_below(stage, self._below_lowest(out, lowest))
            if moved > low + 1:
                return None
        elif 0 < moved < low:
            return self._first_with_below(stage, self._below_lowest(out, lowest))
        if not moved:
            return first_attempt(stage) if self.can_finish((), lowest) else None
        below = Below(self.legal, out, lowest.players, self.unbarred)
        promise = Promise(stage, below, floaters_meet=moved - 2 < low)
        if not promise.enough_pairs():
            return None
        for attempt in attempts(stage, promise=promise):
            if self.can_finish(sorted((*out, *attempt.left)), lowest):
                return attempt
        return None

    def _first_with_below(self, stage: Stage, below: Below) -> Attempt | None:
        """Stages with the same S1 share the graph of the loosest criteria, and the number of those
        whom it takes below at least: it decides among them."""
        key = (stage.members, stage.top, below)
        if key not in self._crossings:
            loosest = Task(stage, rigours(self.field)[-1], ALL_DROPPED, tight=False, below=below)
            self._crossings[key] = (
                loosest.fewest_crossings() if loosest.can_be_completed() else NOBODY
            )
        if self._crossings[key] != stage.over:
            return None
        return first_attempt(stage, below=below)

    def _below_lowest(self, out: tuple[int, ...], lowest: Lowest) -> Below:
        key = (out, lowest)
        if key not in self._below:
            may_stay = self.unbarred & set(lowest.players)
            self._below[key] = Below(self.legal, out, lowest.players, may_stay)
        return self._below[key]

    # C.12  Another floater from the previous group

    def backtrack(self, index: int, path: Path, lowest: Lowest | None) -> Path | None:
        """Pair the previous group again, so that this one gets its full number of pairs."""
        above = path[-1]
        if above.stage is None or above.attempt is None:
            return None  # it made no pairs: there is nothing to undo
        residents = self.groups[index]
        below = self._below_previous(above, residents, lowest)
        if below is None:
            return None
        promise = None
        if lowest is not None and below.spare:
            promise = ChainPromise(above.stage, below, below.spare, lowest.players)
        paired = self._needing_too_many(above.stage, below)
        tried = False
        while True:
            for attempt in attempts(above.stage, below=below, promise=promise, paired=paired):
                if attempt.left == above.attempt.left:
                    continue
                again = replace(above, attempt=attempt, reasons=("C.12",))
                found = self._with_full_number(residents, again.floaters, lowest)
                if found is not None:
                    return (*path[:-1], again, found)
                if below.spare and above.stage.over == 1 and not tried:
                    break
            else:
                return None
            # It is cheaper to ask of everybody who could float alone than to find their attempts.
            tried = True
            for i, player in enumerate(above.stage.players):
                if not paired >> i & 1:
                    moved = (player, *above.without_opponent)
                    if self._with_full_number(residents, moved, lowest) is None:
                        paired |= 1 << i

    def _with_full_number(
        self, residents: tuple[int, ...], moved: tuple[int, ...], lowest: Lowest | None
    ) -> Paired | None:
        """A group with the full number of pairs, and all who have moved down to it among them."""
        members = sorted((*moved, *residents))
        out = self.without_opponent(members)
        if set(out) & set(moved):
            return None
        staying = [place for place in members if place not in out]
        full = next(self.stages(staying, len(moved)))
        found = self.search(full, out, lowest)
        return None if found is None else Paired(residents, moved, out, full, found)

    def _needing_too_many(self, stage: Stage, below: Below) -> int:
        """Those who cannot float: whoever has no opponent here without the floaters needs one of
        them as soon as one is a possible opponent, but for the one whom an odd number leaves over.
        """
        spare = as_set(below.spare)
        return as_set(
            i
            for i, player in enumerate(stage.players)
            if (self.legal.loosest[player] & spare).bit_count() > stage.over + 1
        )

    def _below_previous(
        self, above: Paired, residents: tuple[int, ...], lowest: Lowest | None
    ) -> Below | None:
        """The pairing that the floaters from above have to make possible here; None if they cannot.

        No two of them could meet, or the group above would have had one pair more. So each needs
        an opponent among the residents, but for the one whom an odd number leaves over.
        """
        assert above.stage is not None
        joining = above.without_opponent
        out = self.without_opponent((*residents, *joining))
        spare = frozenset(out) & frozenset(residents)
        moved = above.stage.over + len(joining)
        if moved > len(residents) + 1:
            return None
        may_stay = frozenset(residents)
        if moved >= len(residents) - len(spare):
            may_stay |= {*above.stage.players, *joining}
        if lowest is not None and not spare:
            # Everybody here but one at most is paired, so only that one can help the lowest group.
            if (moved + len(residents)) % 2 == 0:
                if not self.can_finish((), lowest):
                    return None
            else:
                may_stay = self._who_can_finish(may_stay, lowest)
                if not may_stay:
                    return None
        return Below(self.legal, joining, residents, may_stay, spare)

    # C.13  The lowest group

    def finish(self, moved: Sequence[int], lowest: Lowest) -> Paired | None:
        """A complete pairing of the lowest group, or None."""
        members = sorted((*moved, *lowest.players))
        return self._complete(members, self._lengths(moved, lowest), moved, lowest)

    def can_finish(self, moved: Sequence[int], lowest: Lowest) -> bool:
        """True if the lowest group has a complete pairing with these, in whatever order."""
        key = (tuple(moved), lowest)
        if key not in self._can_finish:
            members = sorted((*moved, *lowest.players))
            # The shorter S1 is, the fewer pairs it forbids.
            stage = self._lowest_stage(members, self._lengths(moved, lowest)[-1])
            self._can_finish[key] = self._has_attempt(stage)
        return self._can_finish[key]

    def _who_can_finish(self, players: frozenset[int], lowest: Lowest) -> frozenset[int]:
        """`can_finish` of each of them alone: who can meet somebody without whom the lowest group
        can be paired, the bye included."""
        low = lowest.players
        if len(low) < 2:
            return frozenset(p for p in players if self.can_finish((p,), lowest))
        if lowest not in self._openings:
            unbarred = as_set(i for i, p in enumerate(low) if p in self.unbarred)
            rows = compressed(self.legal.loosest, low)
            matching = _with_bye(rows, unbarred, odd=len(low) % 2 == 0)
            left = matching.maximise()
            alone = matching.reach(left) if left.bit_count() == 1 else 0
            self._openings[lowest] = as_set(p for i, p in enumerate(low) if alone >> i & 1)
        openings = self._openings[lowest]
        return frozenset(p for p in players if self.legal.loosest[p] & openings)

    def _lengths(self, moved: Sequence[int], lowest: Lowest) -> Sequence[int]:
        """How many at the head of the lowest group may be its S1."""
        longest = len(moved) or lowest.added
        if 2 * longest >= len(moved) + len(lowest.players):
            return (0,)
        return (longest,) if moved else range(longest, -1, -1)

    def join_lowest(self, path: Path) -> tuple[Paired, ...]:
        """Only the last but one group is undone: a C.12 accepted above it stands."""
        lowest = Lowest(self.groups[-1])
        for index in range(len(self.groups) - 2, -1, -1):
            upper = path[:index]
            found = self.decide(index, upper, lowest)
            if found is not None:
                last = self.finish(found[-1].floaters, lowest)
                assert last is not None
                changed = replace(found[-1], reasons=(*found[-1].reasons, "C.13"))
                return (*found[:-1], changed, last)
            # p is zero: the two lowest groups become one, S1 is the group added last.
            moved = upper[-1].floaters if upper else ()
            added = (*moved, *self.groups[index])
            members = sorted((*added, *lowest.players))
            homogeneous = 2 * len(added) >= len(members)
            lengths = (0,) if homogeneous else range(len(added), -1, -1)
            last = self._complete(members, lengths, added, lowest)
            if last is not None:
                return (*upper, replace(last, reasons=("merged",)))
            lowest = Lowest((*self.groups[index], *lowest.players), len(self.groups[index]))
        raise AssertionError("one group of all players has a pairing")

    def _complete(
        self, members: Sequence[int], lengths: Sequence[int], moved: Sequence[int], lowest: Lowest
    ) -> Paired | None:
        # With a longer S1 more pairs are forbidden: the first that has an attempt, by bisection.
        first = bisect_left(
            lengths, True, key=lambda top: self._has_attempt(self._lowest_stage(members, top))
        )
        if first == len(lengths):
            return None
        stage = self._lowest_stage(members, lengths[first])
        attempt = first_attempt(stage)
        assert attempt is not None
        reasons = ("merged",) if lowest.added else ()
        return Paired(lowest.players, tuple(moved), (), stage, attempt, reasons)

    def _has_attempt(self, stage: Stage) -> bool:
        """Rigours and float criteria that are tried earlier only forbid more."""
        return Task(stage, rigours(self.field)[-1], ALL_DROPPED, tight=False).possible()

    def _lowest_stage(self, members: Sequence[int], top: int) -> Stage:
        rest = (len(members) - 2 * top) // 2
        return Stage(self.members(members), top, rest, lowest=True)


def unmatched(legal: Legal, places: Sequence[int], field: Field) -> tuple[int, ...]:
    """The players with no opponent, and no bye, in a greatest matching under B.1 and B.2 alone."""
    unbarred = as_set(i for i, p in enumerate(places) if not field.cards[p].barred)
    matching = _with_bye(compressed(legal.loosest, places), unbarred, odd=len(places) % 2 == 1)
    return tuple(places[i] for i in bits(matching.maximise()) if i < len(places))


def _with_bye(rows: list[int], unbarred: int, *, odd: bool) -> Matching:
    """The bye is one more vertex."""
    size = len(rows)
    if odd:
        rows = [row | (unbarred >> i & 1) << size for i, row in enumerate(rows)] + [unbarred]
    return Matching(rows, (1 << len(rows)) - 1)
