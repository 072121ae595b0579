"""Questions about a Dubov round (C.04.4.1): why not these two, what does this pairing break, and
why is there none at all. Answers are facts; see reasons.py.
"""

from collections.abc import Sequence

from pairing.errors import NoLegalPairing
from pairing.fide2026 import deadlock
from pairing.fide2026.dubov.bracket import Bracket, pair_bracket
from pairing.fide2026.dubov.bye import bye_of, bye_order
from pairing.fide2026.dubov.colours import colour_of_higher, in_rank
from pairing.fide2026.dubov.criteria import Value, quality
from pairing.fide2026.dubov.definitions import ABSOLUTE, Field
from pairing.fide2026.dubov.reasons import Values, bye_rule, written
from pairing.fide2026.dubov.sequence import shifter_order, upfloater_order
from pairing.fide2026.dubov.subgroups import Arrangement
from pairing.fide2026.field import leaves_pairing
from pairing.matching import as_set, bits
from pairing.state import Colour, Fact, RoundPairing, TournamentState
from pairing.verdicts import (
    Articles,
    Broken,
    WhyNot,
    known_boards,
    never_meet,
    wrong_bye,
    wrong_meetings,
    wrong_players,
)

SHARED_RULES = Articles(everybody="1.9.1", no_bye="1.4", met="2.1.1", bye="2.1.2")


def to_pair(field: Field) -> tuple[int, int | None]:
    """Art. 1.9.2: everybody who gets an opponent, and the player with the bye (3.1)."""
    if field.n % 2:
        bye = bye_of(field)
        if bye is None:
            raise no_legal_pairing(field)
        return field.everybody & ~(1 << bye), bye
    if not field.completable(field.everybody):
        raise no_legal_pairing(field)
    return field.everybody, None


# Why were these two not paired?


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The first rule by which the best pairing with a against b stands behind the one made."""
    field = Field(state)
    barred = never_meet(state, field.record, a, b, SHARED_RULES, present=field.index)
    barred = barred or same_absolute_colour(field, "why_not", a, b)
    if barred:
        return barred
    left, bye = to_pair(field)
    forced = field.index[a], field.index[b]
    both = as_set(forced)
    others = field.everybody & ~both
    if bye is None:
        if not field.completable(others):
            return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
    else:
        instead = _bye_beside(field, both)
        if instead is None:
            return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
        if instead != bye:
            return (_other_bye(field, "why_not", (a, b), bye, instead),)
    for score, group in field.scoregroups:
        residents = group & left
        if not residents:
            continue
        lower = left & ~residents
        made = pair_bracket(field, score, residents, lower)
        if forced in made.pairs or forced[::-1] in made.pairs:
            return (Fact(WhyNot.THEY_MEET, "", (a, b)),)
        other = pair_bracket(field, score, residents, lower, forced)
        fact = compare(field, "why_not", (a, b), made, other.upfloaters, other.pairs)
        if fact is not None:
            return (fact,)
        left &= ~made.players
    raise AssertionError("two who can meet and do not differ somewhere")


def _bye_beside(field: Field, both: int) -> int | None:
    """The player with the bye, if these two meet."""
    possible = leaves_pairing(field, field.everybody & ~both)
    return next((x for x in bye_order(field) if possible >> x & 1), None)


def _other_bye(
    field: Field, question: str, players: tuple[int, ...], made: int, instead: int
) -> Fact:
    one, two = field.members[made], field.members[instead]
    values = (("made", one.tpn), ("instead", two.tpn))
    return Fact(f"dubov.{question}.other_bye", bye_rule(one, two), players, values)


# Two pairings of a bracket


def compare(
    field: Field,
    question: str,
    players: tuple[int, ...],
    made: Bracket,
    upfloaters: Sequence[int],
    pairs: Sequence[tuple[int, int]],
) -> Fact | None:
    """The fact that sets another pairing of the residents behind the one made; None if equal."""
    if _as_sets(pairs) == _as_sets(made.pairs):
        return None
    score = (("score", made.score),)
    mine = quality(field, made.upfloaters, made.pairs)
    theirs = quality(field, upfloaters, pairs)
    for (criterion, one), (_, two) in zip(mine, theirs, strict=True):
        if one != two:
            values = (*score, *_sides(criterion.code, one, two))
            return Fact(f"dubov.{question}.worse", criterion.article, players, values)
    article, later = first_difference(field, made, upfloaters, pairs)
    return Fact(f"dubov.{question}.later", article, players, (*score, *later))


def _as_sets(pairs: Sequence[tuple[int, int]]) -> set[frozenset[int]]:
    return set(map(frozenset, pairs))


def _sides(code: str, one: Value, two: Value) -> Values:
    return (("quality", code), ("made", written(one)), ("instead", written(two)))


def first_difference(
    field: Field, made: Bracket, upfloaters: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> tuple[str, Values]:
    """The place of art. 3.2 and 4 where two brackets of equal quality part."""
    if as_set(upfloaters) != as_set(made.upfloaters):
        everybody = upfloater_order(field, as_set((*upfloaters, *made.upfloaters)))
        return "4.2", _earlier(field, everybody, made.upfloaters, upfloaters)
    mine, theirs = made.arrangement, arrangement_of(field, made, pairs)
    if len(mine.shifted_from_smaller) != len(theirs.shifted_from_smaller):
        counts = len(mine.shifted_from_smaller), len(theirs.shifted_from_smaller)
        return "3.2.4.1", (("made", counts[0]), ("instead", counts[1]))
    for group, one, two in (
        (_smaller(mine), mine.shifted_from_smaller, theirs.shifted_from_smaller),
        (_larger(mine), mine.shifted_from_larger, theirs.shifted_from_larger),
    ):
        if set(one) != set(two):
            return "4.3", _earlier(field, shifter_order(field, group), one, two)
    for (x, partner), (_, instead) in zip(mine.pairs, theirs.pairs, strict=True):
        if partner != instead:
            tpns = field.tpns((x, partner, instead))
            return "4.4", (("player", tpns[0]), ("made", tpns[1]), ("instead", tpns[2]))
    raise AssertionError("the pairings are the same")


def _smaller(made: Arrangement) -> int:
    return made.first if made.smaller_is_first else made.second


def _larger(made: Arrangement) -> int:
    return made.second if made.smaller_is_first else made.first


def _earlier(field: Field, order: Sequence[int], one: Sequence[int], two: Sequence[int]) -> Values:
    """The first player of the order who is in one of two sets only; they are in the first."""
    place = {x: at for at, x in enumerate(order)}
    kept = min(set(one) - set(two), key=place.__getitem__)
    instead = min(set(two) - set(one), key=place.__getitem__)
    tpns = field.tpns((kept, instead))
    return (("made", tpns[0]), ("instead", tpns[1]))


def arrangement_of(field: Field, bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Arrangement:
    """The shifts of art. 3.2.4 with which these pairs come about earliest."""
    partner = {}
    for x, y in pairs:
        partner[x], partner[y] = y, x
    made = bracket.arrangement
    shifted = {}
    for group in (_smaller(made), _larger(made)):
        moved: list[int] = []
        for x in shifter_order(field, group):
            if group >> partner[x] & 1 and partner[x] not in moved:
                moved.append(x)
        shifted[group] = tuple(moved)
    out, over = shifted[_smaller(made)], shifted[_larger(made)]
    moved_in, moved_out = (over, out) if made.smaller_is_first else (out, over)
    first = made.first & ~as_set(moved_out) | as_set(moved_in)
    in_order = sorted(bits(first), key=lambda x: field.members[x].by_aro)
    return Arrangement(
        made.first,
        made.second,
        made.smaller_is_first,
        out,
        over,
        tuple((x, partner[x]) for x in in_order),
    )


# Art. 2.1.3  [C3]


def same_absolute_colour(field: Field, question: str, a: int, b: int) -> tuple[Fact, ...]:
    """Two who must have the same colour cannot meet."""
    one, two = field.members[field.index[a]], field.members[field.index[b]]
    if not one.strength == two.strength == ABSOLUTE or one.due is not two.due:
        return ()
    due = (("due", one.due.value),)
    return (Fact(f"dubov.{question}.same_absolute_colour", "2.1.3", (a, b), due),)


# What does a pairing break?


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a pairing made by hand breaks, worst first; last, how it is not the best."""
    field = Field(state)
    facts = wrong_players(state, pairing, field.index, SHARED_RULES)
    sound = not facts
    facts += wrong_meetings(state, field.record, pairing, SHARED_RULES)
    boards = [
        (board.white, board.black)
        for board in known_boards(field.record, pairing)
        if board.white != board.black and {board.white, board.black} <= field.index.keys()
    ]
    for white, black in boards:
        facts += same_absolute_colour(field, "violation", white, black)
    facts += wrong_bye(field.record, pairing, SHARED_RULES)
    lawful = not facts
    for white, black in boards:
        facts += _colour_facts(field, white, black)
    if sound and lawful:
        facts += _not_best(field, pairing)
    return tuple(facts)


def _colour_facts(field: Field, white: int, black: int) -> list[Fact]:
    members = [field.members[field.index[tpn]] for tpn in (white, black)]
    higher, lower = in_rank(*members)
    initial = field.state.initial_colour or Colour.WHITE
    colour, article = colour_of_higher(higher, lower, initial)
    if (higher.tpn == white) == (colour is Colour.WHITE):
        return []
    facts = []
    for member, given in zip(members, (Colour.WHITE, Colour.BLACK), strict=True):
        if member.strength == ABSOLUTE and member.due is not given:
            values = (("given", given.value), ("due", member.due.value))
            facts.append(Fact("dubov.violation.absolute_colour", "1.6.1", (member.tpn,), values))
    facts.append(Fact(Broken.OTHER_COLOURS, article, (white, black)))
    return facts


def _not_best(field: Field, pairing: RoundPairing) -> list[Fact]:
    """The first rule by which the pairing of the system stands before this one."""
    left, bye = to_pair(field)
    if bye is not None:
        assert pairing.bye is not None
        taker = field.index[pairing.bye]
        if taker != bye:
            return [_other_bye(field, "violation", (pairing.bye,), bye, taker)]
    partner = {}
    for board in pairing.boards:
        a, b = field.index[board.white], field.index[board.black]
        partner[a], partner[b] = b, a
    for score, group in field.scoregroups:
        residents = group & left
        if not residents:
            continue
        lower = left & ~residents
        made = pair_bracket(field, score, residents, lower)
        upfloaters = [partner[x] for x in bits(residents) if lower >> partner[x] & 1]
        pairs = [
            (x, partner[x]) for x in bits(residents) if lower >> partner[x] & 1 or x < partner[x]
        ]
        changed = [x for pair in sorted(_as_lists(pairs) - _as_lists(made.pairs)) for x in pair]
        fact = compare(field, "violation", field.tpns(changed), made, upfloaters, pairs)
        if fact is not None:
            return [fact]
        left &= ~made.players
    return []


def _as_lists(pairs: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in pairs}


# Art. 1.9.3  Why is there no legal pairing?


def no_legal_pairing(field: Field) -> NoLegalPairing:
    takers = as_set(bye_order(field))
    return deadlock.no_legal_pairing(
        field, takers, "dubov", article="1.9.3", article_of_bye="3.1.1"
    )
