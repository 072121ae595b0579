"""The reasons of a Dubov pairing, as data (C.04.1 art. 9: transparent and explicable).

Facts name an article of C.04.4.1 and carry numbers and short codes; their wording, in any
language, lies outside. Lists of scores are written with the lowest first: "2½ 3".
"""

from collections.abc import Sequence

from pairing.fide2026.dubov.bracket import Bracket
from pairing.fide2026.dubov.bye import bye_order
from pairing.fide2026.dubov.colours import colour_of_higher, in_rank
from pairing.fide2026.dubov.criteria import Value, quality
from pairing.fide2026.dubov.definitions import ABSOLUTE, MILD, STRONG, Field, Member
from pairing.fide2026.field import leaves_pairing
from pairing.matching import bits
from pairing.state import BracketTrace, Colour, Fact, PairTrace, Trace, format_score

SYSTEM_KEY = "fide2026.dubov"

STRENGTHS = {MILD: "mild", STRONG: "strong", ABSOLUTE: "absolute"}
COLOUR_CODES = {
    "5.2.1": "dubov.colour.initial",
    "5.2.2": "dubov.colour.granted",
    "5.2.3": "dubov.colour.stronger",
    "5.2.4": "dubov.colour.alternate",
    "5.2.5": "dubov.colour.higher_ranked",
}

Values = tuple[tuple[str, int | str], ...]


def written(value: Value) -> int | str:
    if isinstance(value, int):
        return value
    return " ".join(format_score(-score) for score in value)


# Brackets


def bracket_trace(field: Field, bracket: Bracket) -> BracketTrace:
    tpns = field.tpns
    return BracketTrace(
        score=bracket.score,
        residents=tpns(bits(bracket.residents)),
        pairs=tuple((field.members[a].tpn, field.members[b].tpn) for a, b in bracket.pairs),
        criteria=tuple(
            Fact(f"dubov.criterion.{criterion.code}", criterion.article, (), _one(value))
            for criterion, value in quality(field, bracket.upfloaters, bracket.pairs)
            if criterion.code in ("C5", "C7") or bracket.upfloaters
        ),
        facts=_manoeuvres(field, bracket),
    )


def _one(value: Value) -> Values:
    return (("value", written(value)),)


def _manoeuvres(field: Field, bracket: Bracket) -> tuple[Fact, ...]:
    """The players who came up, and those shifted from one subgroup to the other."""
    made = bracket.arrangement
    facts = []
    if bracket.upfloaters:
        facts.append(Fact("dubov.bracket.upfloaters", "3.2.2", field.tpns(bracket.upfloaters)))
    for article, shifted, from_first in (
        ("3.2.4.1", made.shifted_from_smaller, made.smaller_is_first),
        ("3.2.4.2", made.shifted_from_larger, not made.smaller_is_first),
    ):
        if shifted:
            groups: Values = (("from", 1 if from_first else 2), ("to", 2 if from_first else 1))
            facts.append(Fact("dubov.bracket.shifted", article, field.tpns(shifted), groups))
    return tuple(facts)


# Pairs


def pair_trace(field: Field, place: int, x: int, y: int) -> PairTrace:
    """A pair with its colours; `place` is its bracket."""
    higher, lower = in_rank(field.members[x], field.members[y])
    initial = field.state.initial_colour or Colour.WHITE
    colour, article = colour_of_higher(higher, lower, initial)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    fact = _colour_fact(article, white, black, higher, initial)
    return PairTrace(white.tpn, black.tpn, place, fact, _pair_facts(higher, lower))


def _colour_fact(
    article: str, white: Member, black: Member, higher: Member, initial: Colour
) -> Fact:
    code = COLOUR_CODES[article]
    if article == "5.2.1":
        return Fact(code, article, (), (("number", higher.number), ("initial", initial.value)))
    values: Values = (
        ("white_due", white.due.value),
        ("white_strength", STRENGTHS[white.strength]),
        ("black_due", black.due.value),
        ("black_strength", STRENGTHS[black.strength]),
    )
    if article == "5.2.4":
        histories = zip(reversed(white.colours), reversed(black.colours), strict=False)
        ago = next(k for k, (one, other) in enumerate(histories, 1) if one is not other)
        values += (("games_ago", ago),)
    elif article == "5.2.5":
        values += (("higher", "w" if higher is white else "b"),)
    return Fact(code, article, (), values)


def _pair_facts(higher: Member, lower: Member) -> tuple[Fact, ...]:
    facts = []
    if higher.score != lower.score:
        scores = (("up", format_score(lower.score)), ("with", format_score(higher.score)))
        facts.append(Fact("dubov.pair.upfloat", "1.3.2", (lower.tpn, higher.tpn), scores))
    if higher.games and lower.games:
        averages = (("one_aro", higher.aro), ("two_aro", lower.aro))
        facts.append(Fact("dubov.pair.aros", "1.7", (higher.tpn, lower.tpn), averages))
    return tuple(facts)


# The pairing-allocated bye


def bye_rule(one: Member, two: Member) -> str:
    """The article by which the first of these two comes before the second for the bye."""
    if one.score != two.score:
        return "3.1.3"
    return "3.1.4" if one.games != two.games else "3.1.5"


BYE_CODES = {
    "3.1.2": "dubov.bye.only_candidate",
    "3.1.3": "dubov.bye.lowest_score",
    "3.1.4": "dubov.bye.most_games",
    "3.1.5": "dubov.bye.largest_number",
}


def bye_fact(field: Field, taker: int) -> Fact:
    """The fact that decided for this player, against the next who could have had the bye."""
    members = field.members
    possible = leaves_pairing(field, field.everybody)
    candidates = [x for x in bye_order(field) if possible >> x & 1]
    member = members[taker]
    article = "3.1.2" if len(candidates) == 1 else bye_rule(member, members[candidates[1]])
    values: Values = (
        ("score", member.score),
        ("games", member.games),
        ("candidates", len(candidates)),
    )
    return Fact(BYE_CODES[article], article, (member.tpn,), values)


# The round


def round_trace(
    field: Field, brackets: Sequence[Bracket], pairs: tuple[PairTrace, ...], bye: int | None
) -> Trace:
    return Trace(
        system=SYSTEM_KEY,
        brackets=tuple(bracket_trace(field, bracket) for bracket in brackets),
        pairs=pairs,
        bye=None if bye is None else bye_fact(field, bye),
        facts=field.acceleration.facts(
            (member.tpn for member in field.members), field.state.next_round
        ),
    )
