"""The reasons of a team pairing, as data (C.04.1 art. 9: transparent and explicable).

Facts name an article of C.04.6 and carry numbers and short codes; their wording, in any language,
lies outside. Lists of scores are written with the lowest first: "3 3½".
"""

from collections.abc import Sequence

from pairing.fide2026.team.bracket import Bracket
from pairing.fide2026.team.bye import bye_order, leaves_pairing
from pairing.fide2026.team.colours import colour_of_first, first_team
from pairing.fide2026.team.criteria import Value, quality
from pairing.fide2026.team.definitions import STRONG, TYPE_B, Field, Member
from pairing.matching import bits
from pairing.state import BracketTrace, Colour, Fact, PairTrace, Trace, format_score

SYSTEM_KEY = "fide2026.team"

COLOUR_CODES = {
    "4.3.1": "team_swiss.colour.initial",
    "4.3.2": "team_swiss.colour.only_one",
    "4.3.3": "team_swiss.colour.granted",
    "4.3.4": "team_swiss.colour.stronger",
    "4.3.5": "team_swiss.colour.difference",
    "4.3.6": "team_swiss.colour.alternate",
    "4.3.7": "team_swiss.colour.first_team",
    "4.3.8": "team_swiss.colour.first_alternates",
    "4.3.9": "team_swiss.colour.other_alternates",
}

Values = tuple[tuple[str, int | str], ...]


def written(value: Value) -> int | str:
    if isinstance(value, int):
        return value
    return " ".join(format_score(-score) for score in value)


# Brackets


def bracket_trace(field: Field, bracket: Bracket) -> BracketTrace:
    tpns = field.tpns
    facts = []
    if bracket.upfloaters:
        facts.append(Fact("team_swiss.bracket.upfloaters", "3.5.5", tpns(bracket.upfloaters)))
    return BracketTrace(
        score=bracket.score,
        residents=tpns(bits(bracket.residents)),
        pairs=tuple((field.members[a].tpn, field.members[b].tpn) for a, b in bracket.pairs),
        criteria=tuple(
            Fact(f"team_swiss.criterion.{criterion.code}", criterion.article, (), _one(value))
            for criterion, value in quality(field, bracket.paired)
            if criterion.code in ("C4", "C8", "C9") or bracket.upfloaters
        ),
        facts=tuple(facts),
    )


def _one(value: Value) -> Values:
    return (("value", written(value)),)


# Pairs


def pair_trace(field: Field, place: int, x: int, y: int) -> PairTrace:
    """A pair with its colours; `place` is its bracket."""
    first, other = first_team(field.members[x], field.members[y])
    initial = field.state.initial_colour or Colour.WHITE
    colour, article = colour_of_first(first, other, initial, field.preferences)
    white, black = (first, other) if colour is Colour.WHITE else (other, first)
    fact = _colour_fact(field, article, white, black, first, initial)
    return PairTrace(white.tpn, black.tpn, place, fact, _pair_facts(field, first, other))


def _colour_fact(
    field: Field, article: str, white: Member, black: Member, first: Member, initial: Colour
) -> Fact:
    code = COLOUR_CODES[article]
    if article == "4.3.1":
        return Fact(code, article, (), (("number", first.number), ("initial", initial.value)))
    values: Values = (
        ("white_due", _preference(field, white)),
        ("black_due", _preference(field, black)),
        ("white_difference", f"{white.difference:+}"),
        ("black_difference", f"{black.difference:+}"),
        ("first", "w" if first is white else "b"),
    )
    if article == "4.3.6":
        histories = zip(reversed(white.colours), reversed(black.colours), strict=False)
        ago = next(k for k, (one, other) in enumerate(histories, 1) if one is not other)
        values += (("matches_ago", ago),)
    return Fact(code, article, (), values)


def _preference(field: Field, member: Member) -> str:
    """`w`, `b` or "none"; of type B with its strength, as `w strong`."""
    if member.due is None:
        return "none"
    if field.preferences != TYPE_B:
        return member.due.value
    return f"{member.due.value} {'strong' if member.strength == STRONG else 'mild'}"


def _pair_facts(field: Field, first: Member, other: Member) -> tuple[Fact, ...]:
    if first.score == other.score:
        return ()
    scores = (("up", format_score(other.score)), ("with", format_score(first.score)))
    return (Fact("team_swiss.pair.upfloat", "1.3.2", (other.tpn, first.tpn), scores),)


# The pairing-allocated bye


def bye_rule(one: Member, two: Member) -> str:
    """The article by which the first of these two comes before the second for the bye."""
    if one.score != two.score:
        return "3.4.2"
    return "3.4.3" if one.matches != two.matches else "3.4.4"


BYE_CODES = {
    "3.4.1": "team_swiss.bye.only_candidate",
    "3.4.2": "team_swiss.bye.lowest_score",
    "3.4.3": "team_swiss.bye.most_matches",
    "3.4.4": "team_swiss.bye.largest_number",
}


def bye_fact(field: Field, taker: int) -> Fact:
    """The fact that decided for this team, against the next that could have had the bye."""
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
