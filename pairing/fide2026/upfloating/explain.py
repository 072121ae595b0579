"""Questions about a round of C.04.5 or C.04.6: why not these two, what does this pairing break, and
why is there none at all. Answers are facts; see reasons.py.
"""

from collections.abc import Sequence

from pairing.errors import NoLegalPairing
from pairing.fide2026 import deadlock
from pairing.fide2026.upfloating.bracket import Bracket, pair_bracket, with_pair
from pairing.fide2026.upfloating.bye import bye_of, bye_order
from pairing.fide2026.upfloating.criteria import quality
from pairing.fide2026.upfloating.definitions import M, UpfloatingField, Value
from pairing.fide2026.upfloating.pairs import identifier
from pairing.fide2026.upfloating.reasons import Values, bye_rule, written
from pairing.fide2026.upfloating.upfloaters import upfloater_order
from pairing.matching import as_set, bits
from pairing.state import Fact, RoundPairing
from pairing.verdicts import (
    Articles,
    Broken,
    WhyNot,
    known_boards,
    never_meet,
    wrong_meetings,
    wrong_players,
)

SHARED_RULES = Articles(everybody="3.3.1", no_bye="1.4", met="2.1.1", bye="2.1.2")


def to_pair(field: UpfloatingField[M]) -> tuple[int, int | None]:
    """Art. 3.3.2: everybody who gets an opponent, and the one with the bye (3.4)."""
    if field.n % 2:
        bye = bye_of(field)
        if bye is None:
            raise no_legal_pairing(field)
        field.to_be_paired = field.everybody & ~(1 << bye)
        return field.to_be_paired, bye
    if not field.completable(field.everybody):
        raise no_legal_pairing(field)
    return field.everybody, None


# Why were these two not paired?


def why_not(field: UpfloatingField[M], a: int, b: int) -> tuple[Fact, ...]:
    """The first rule by which the best pairing with a against b stands behind the one made."""
    barred = never_meet(field.state, field.record, a, b, SHARED_RULES, present=field.index)
    if barred:
        return barred
    left, bye = to_pair(field)
    x, y = field.index[a], field.index[b]
    others = field.everybody & ~(1 << x | 1 << y)
    if bye is None:
        if not field.completable(others):
            return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
    else:
        instead = bye_of(field, others)
        if instead is None:
            return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
        if instead != bye:
            return (_other_bye(field, "why_not", (a, b), bye, instead),)
    paired = with_pair(field, x, y)
    for score, group in field.scoregroups:
        residents = group & left
        if not residents:
            continue
        lower = left & ~residents
        made = pair_bracket(field, score, residents, lower)
        if {frozenset((x, y))} & _as_sets(made.pairs):
            return (Fact(WhyNot.THEY_MEET, "", (a, b)),)
        fact = compare(
            field, "why_not", (a, b), made, pair_bracket(paired, score, residents, lower)
        )
        if fact is not None:
            return (fact,)
        left &= ~made.players
    raise AssertionError("two who can meet and do not differ somewhere")


def _other_bye(
    field: UpfloatingField[M], question: str, players: tuple[int, ...], made: int, instead: int
) -> Fact:
    one, two = field.members[made], field.members[instead]
    values = (("made", one.tpn), ("instead", two.tpn))
    return Fact(f"{field.words}.{question}.other_bye", bye_rule(one, two), players, values)


# Two pairings of a bracket


def compare(
    field: UpfloatingField[M],
    question: str,
    players: tuple[int, ...],
    made: Bracket,
    other: Bracket,
) -> Fact | None:
    """The fact that sets another pairing of the residents behind the one made; None if equal."""
    if _as_sets(other.pairs) == _as_sets(made.pairs):
        return None
    score = (("score", made.score),)
    mine, theirs = quality(field, made.paired), quality(field, other.paired)
    for (criterion, one), (_, two) in zip(mine, theirs, strict=True):
        if one != two:
            values = (*score, *_sides(f"{field.measures}{criterion.code}", one, two))
            return Fact(f"{field.words}.{question}.worse", criterion.article, players, values)
    article, later = _first_difference(field, made, other)
    return Fact(f"{field.words}.{question}.later", article, players, (*score, *later))


def _as_sets(pairs: Sequence[tuple[int, int]]) -> set[frozenset[int]]:
    return set(map(frozenset, pairs))


def _sides(code: str, one: Value, two: Value) -> Values:
    return (("measure", code), ("made", written(one)), ("instead", written(two)))


def _first_difference(
    field: UpfloatingField[M], made: Bracket, other: Bracket
) -> tuple[str, Values]:
    """Art. 3.5.4: the first upfloaters that differ; art. 3.6.3: the first numbers of the
    identifiers that do."""
    mine, theirs = made.upfloaters, other.upfloaters
    if set(mine) != set(theirs):
        order = upfloater_order(field, as_set((*mine, *theirs)))
        place = {x: at for at, x in enumerate(order)}
        kept = min(set(mine) - set(theirs), key=place.__getitem__)
        instead = min(set(theirs) - set(mine), key=place.__getitem__)
        tpns = field.tpns((kept, instead))
        return "3.5.4", (("made", tpns[0]), ("instead", tpns[1]))
    one = identifier(field, made.players, made.pairs)
    two = identifier(field, made.players, other.pairs)
    at = next(at for at, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
    half = len(one) // 2
    if at < half:
        return "3.6.3", (("part", "top"), ("made", one[at]), ("instead", two[at]))
    top = one[at - half]
    return "3.6.3", (("part", "bottom"), ("player", top), ("made", one[at]), ("instead", two[at]))


# What does a pairing break?


def violations(field: UpfloatingField[M], pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a pairing made by hand breaks, worst first; last, how it is not the best."""
    state = field.state
    facts = wrong_players(state, pairing, field.index, SHARED_RULES)
    sound = not facts
    facts += wrong_meetings(state, field.record, pairing, SHARED_RULES)
    boards = [
        (board.white, board.black)
        for board in known_boards(field.record, pairing)
        if board.white != board.black and {board.white, board.black} <= field.index.keys()
    ]
    barred = [member.tpn for member in field.members if not member.may_have_bye]
    if pairing.bye is not None and pairing.bye in barred:
        facts.append(Fact(Broken.BYE_AGAIN, SHARED_RULES.bye, (pairing.bye,)))
    lawful = not facts
    for white, black in boards:
        facts += _colour_facts(field, white, black)
    if sound and lawful:
        facts += _not_best(field, pairing)
    return tuple(facts)


def _colour_facts(field: UpfloatingField[M], white: int, black: int) -> list[Fact]:
    seats = field.seats(field.index[white], field.index[black])
    if seats.white.tpn == white:
        return []
    return [Fact(Broken.OTHER_COLOURS, seats.article, (white, black))]


def _not_best(field: UpfloatingField[M], pairing: RoundPairing) -> list[Fact]:
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
        up = as_set(partner[x] for x in bits(residents)) & lower
        pairs = tuple(
            (x, partner[x]) for x in bits(residents) if lower >> partner[x] & 1 or x < partner[x]
        )
        other = Bracket(score, residents, lower, tuple(upfloater_order(field, up)), pairs)
        changed = _as_sets(pairs) - _as_sets(made.pairs)
        players = [x for pair in sorted(map(sorted, changed)) for x in pair]
        fact = compare(field, "violation", field.tpns(players), made, other)
        if fact is not None:
            return [fact]
        left &= ~made.players
    return []


# Art. 3.3.3  Why is there no legal pairing?


def no_legal_pairing(field: UpfloatingField[M]) -> NoLegalPairing:
    return deadlock.no_legal_pairing(
        field,
        as_set(bye_order(field)),
        field.words,
        article="3.3.3",
        article_of_bye=SHARED_RULES.bye,
        called=field.called,
    )
