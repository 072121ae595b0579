"""The reasons of a pairing by C.04.5 or C.04.6, as data (C.04.1 art. 9: transparent).

Facts name an article of the chapter and carry numbers and short codes; their wording, in any
language, lies outside. Lists of scores are written with the lowest first: "3 3½".
"""

from collections.abc import Sequence

from pairing.fide2026.field import leaves_pairing
from pairing.fide2026.upfloating.bracket import Bracket
from pairing.fide2026.upfloating.bye import bye_order
from pairing.fide2026.upfloating.criteria import quality
from pairing.fide2026.upfloating.definitions import M, Seats, UpfloatingField, Value
from pairing.matching import bits
from pairing.state import BracketTrace, Fact, PairTrace, Trace, format_score

Values = tuple[tuple[str, int | str], ...]


def written(value: Value) -> int | str:
    if isinstance(value, int):
        return value
    return " ".join(format_score(-score) for score in value)


# Brackets


def bracket_trace(field: UpfloatingField[M], bracket: Bracket) -> BracketTrace:
    tpns = field.tpns
    facts = []
    if bracket.upfloaters:
        facts.append(Fact(f"{field.words}.bracket.upfloaters", "3.5.5", tpns(bracket.upfloaters)))
    return BracketTrace(
        score=bracket.score,
        residents=tpns(bits(bracket.residents)),
        pairs=tuple((field.members[a].tpn, field.members[b].tpn) for a, b in bracket.pairs),
        criteria=tuple(
            Fact(f"{field.words}.criterion.{criterion.code}", criterion.article, (), _one(value))
            for criterion, value in quality(field, bracket.paired)
            if criterion.always_told or bracket.upfloaters
        ),
        facts=tuple(facts),
    )


def _one(value: Value) -> Values:
    return (("value", written(value)),)


# Pairs


def pair_trace(field: UpfloatingField[M], place: int, x: int, y: int) -> PairTrace:
    """A pair with its colours; `place` is its bracket."""
    seats = field.seats(x, y)
    colour = field.colour_fact(seats)
    return PairTrace(seats.white.tpn, seats.black.tpn, place, colour, _pair_facts(field, seats))


def _pair_facts(field: UpfloatingField[M], seats: Seats[M]) -> tuple[Fact, ...]:
    first, other = seats.first, seats.other
    if first.score == other.score:
        return ()
    scores = (("up", format_score(other.score)), ("with", format_score(first.score)))
    return (Fact(f"{field.words}.pair.upfloat", "1.3.2", (other.tpn, first.tpn), scores),)


# The pairing-allocated bye


def bye_rule(one: M, two: M) -> str:
    """The article by which the first of these two comes before the second for the bye."""
    if one.score != two.score:
        return "3.4.2"
    return "3.4.3" if one.matches != two.matches else "3.4.4"


BYE_CODES = {
    "3.4.1": "bye.only_candidate",
    "3.4.2": "bye.lowest_score",
    "3.4.3": "bye.most_matches",
    "3.4.4": "bye.largest_number",
}


def bye_fact(field: UpfloatingField[M], taker: int) -> Fact:
    """The fact that decided for this one, against the next that could have had the bye."""
    members = field.members
    possible = leaves_pairing(field, field.everybody)
    candidates = [x for x in bye_order(field) if possible >> x & 1]
    member = members[taker]
    article = "3.4.1" if len(candidates) == 1 else bye_rule(member, members[candidates[1]])
    values: Values = (
        ("score", member.score),
        ("matches", member.matches),
        ("candidates", len(candidates)),
    )
    return Fact(f"{field.words}.{BYE_CODES[article]}", article, (member.tpn,), values)


# The round


def round_trace(
    field: UpfloatingField[M],
    brackets: Sequence[Bracket],
    pairs: tuple[PairTrace, ...],
    bye: int | None,
) -> Trace:
    return Trace(
        system=field.system,
        brackets=tuple(bracket_trace(field, bracket) for bracket in brackets),
        pairs=pairs,
        bye=None if bye is None else bye_fact(field, bye),
        facts=field.acceleration.facts(
            (member.tpn for member in field.members), field.state.next_round
        ),
    )


# C.04.2 art. 3.6  The order of publication, by pairing scores (reading G-13)


def put_on_boards(field: UpfloatingField[M], brackets: Sequence[Bracket]) -> tuple[PairTrace, ...]:
    made = []
    for place, bracket in enumerate(brackets):
        for x, y in bracket.pairs:
            one, two = field.members[x], field.members[y]
            higher, lower = (one, two) if (-one.score, x) < (-two.score, y) else (two, one)
            made.append(((-higher.score, -lower.score, higher.tpn), place, x, y))
    return tuple(pair_trace(field, place, x, y) for _, place, x, y in sorted(made))
