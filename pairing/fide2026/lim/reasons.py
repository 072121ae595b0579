"""The reasons of a Lim pairing, as data (C.04.1 art. 9: transparent and explicable).

Facts name an article of C.04.4.3 and carry numbers and short codes; their wording, in any
language, lies outside.
"""

from pairing.fide2026.field import leaves_pairing
from pairing.fide2026.lim.bye import bye_order
from pairing.fide2026.lim.colours import ARTICLES, white_of
from pairing.fide2026.lim.definitions import Direction, Field, Member
from pairing.fide2026.lim.exchanges import proposed
from pairing.fide2026.lim.floaters import Decided, Floater
from pairing.fide2026.lim.groups import Group, Round
from pairing.matching import bits
from pairing.state import BracketTrace, Colour, Fact, PairTrace, Trace, format_score

SYSTEM_KEY = "fide2026.lim"

Values = tuple[tuple[str, int | str], ...]

#: what singled out a floater → its article
CHOICES = {
    Decided.ALONE: "2.3",
    Decided.NO_OPPONENT: "2.3",
    Decided.TYPE: "3.9.2",
    Decided.FLOATED: "3.10",
    Decided.COLOUR: "3.2.2",
    Decided.MAXI: "3.2.3",
    Decided.PLACE: "3.2.4",
}


# Groups


def bracket_trace(field: Field, made: Round, group: Group) -> BracketTrace:
    facts = [floater_fact(group, floater) for floater in group.floaters]
    if group.is_median:
        facts += _undone(field, made)
    return BracketTrace(
        score=group.score,
        residents=field.tpns(bits(group.residents)),
        moved_down=field.tpns(bits(group.incoming)),
        floaters=tuple(group.side.members[floater.player].tpn for floater in group.floaters),
        pairs=tuple((field.members[x].tpn, field.members[y].tpn) for x, y in group.pairs),
        criteria=_criteria(field, group),
        facts=tuple(facts),
    )


def _criteria(field: Field, group: Group) -> tuple[Fact, ...]:
    """Art. 5.2, and 6 in the last round: what is best attainable for the residents left."""
    made = group.arrangement
    if made is None or not made.pairs:
        return ()
    found = [Fact("lim.criterion.clashes", "5.2", (), (("value", made.clashes),))]
    if field.state.is_last_round:
        limits = (("value", made.broken_limits),)
        found.insert(0, Fact("lim.criterion.limits", "6", (), limits))
    return tuple(found)


def floater_fact(group: Group, floater: Floater) -> Fact:
    """A player who leaves the group, and why this one."""
    return Fact(
        f"lim.floater.{floater.decided}",
        CHOICES[floater.decided],
        (group.side.members[floater.player].tpn,),
        (("direction", group.direction.value), ("type", floater.type.value)),
    )


def _undone(field: Field, made: Round) -> list[Fact]:
    facts = []
    for one in made.undone:
        above = made.groups[one.group].direction is Direction.DOWN
        values = (
            ("side", "above" if above else "below"),
            ("from_above", one.from_above),
            ("from_below", one.from_below),
        )
        facts.append(Fact("lim.median.undone", "2.6", field.tpns(one.pair), values))
    return facts


# Pairs


def pair_traces(field: Field, made: Round) -> tuple[PairTrace, ...]:
    """Every pair with its colours, in the order of C.04.2 art. 3.6 by pairing scores (G-13)."""
    initial = field.state.initial_colour or Colour.WHITE
    found = []
    for place, group in enumerate(made.groups):
        steps = _steps(group)
        for x, y in group.pairs:
            one, two = field.members[x], field.members[y]
            white, rule = white_of(one, two, group.direction, initial)
            black = two if white is one else one
            colour = _colour_fact(white, black, rule, initial)
            facts = (steps[x, y], *_float_facts(one, two))
            higher, lower = sorted((one, two), key=lambda member: member.rank)
            key = -higher.score, -higher.score - lower.score, higher.tpn
            found.append((key, PairTrace(white.tpn, black.tpn, place, colour, facts)))
    found.sort(key=lambda each: each[0])
    return tuple(trace for _, trace in found)


def _steps(group: Group) -> dict[tuple[int, int], Fact]:
    """The step at which each pair was made."""
    found = {}
    for side, pair in group.met:
        v, w = pair.floater, pair.opponent
        article = "3.8"
        if not pair.residents >> w & 1:
            code = "lim.pair.two_floaters"
        elif side.suits(v, 1 << w):
            code = "lim.pair.floater"
        else:
            code = "lim.pair.floater_clash"
        players = (side.members[v].tpn, side.members[w].tpn)
        values = (("direction", side.direction.value),)
        found[side.at(v), side.at(w)] = Fact(code, article, players, values)
    made = group.arrangement
    if made is not None:
        side = group.side
        as_proposed = set(proposed(list(bits(made.players))))
        for both in made.pairs:
            players = (side.members[both[0]].tpn, side.members[both[1]].tpn)
            if both not in made.first:
                fact = Fact("lim.pair.colours", "5.2", players)
            elif both in as_proposed:
                fact = Fact("lim.pair.proposed", "2.4", players)
            else:
                fact = Fact("lim.pair.opponents", "4.1", players)
            found[side.at(both[0]), side.at(both[1])] = fact
    return found


def _float_facts(one: Member, two: Member) -> tuple[Fact, ...]:
    if one.score == two.score:
        return ()
    up, down = sorted((one, two), key=lambda member: member.score)
    scores = (("down", format_score(down.score)), ("up", format_score(up.score)))
    return (Fact("lim.pair.scores", "3.1", (down.tpn, up.tpn), scores),)


def _colour_fact(white: Member, black: Member, rule: str, initial: Colour) -> Fact:
    if rule == "lot":
        higher = min((white, black), key=lambda member: member.rank)
        values: Values = (("number", higher.number), ("initial", initial.value))
        return Fact("lim.colour.lot", "7.2", (), values)
    values = (
        ("white_due", white.due.value if white.due else ""),
        ("black_due", black.due.value if black.due else ""),
    )
    if rule == "history":
        histories = zip(reversed(white.colours), reversed(black.colours), strict=False)
        ago = next(k for k, (one, other) in enumerate(histories, 1) if one is not other)
        values += (("games_ago", ago),)
    return Fact(f"lim.colour.{rule}", ARTICLES[rule], (white.tpn, black.tpn), values)


# The bye


def bye_fact(field: Field, taker: int) -> Fact:
    """The rule that decided for this player, against the next who could have had the bye."""
    possible = leaves_pairing(field, field.everybody)
    order = bye_order(field)
    takers = [x for x in order if possible >> x & 1]
    member = field.members[taker]
    first_round = not field.state.rounds
    values: Values = (
        ("score", format_score(member.score)),
        ("rating", member.rating),
        ("candidates", len(takers)),
        ("passed_over", order.index(taker)),
    )
    article = "7.1" if first_round else "1.1"
    if len(takers) == 1:
        code = "only_candidate"
    else:
        other = field.members[takers[1]]
        if first_round and not member.rating:
            code = "unrated"
        elif first_round:
            code = "lowest_rated" if other.rating != member.rating else "largest_number"
        else:
            code = "lowest_score" if other.score != member.score else "largest_number"
    return Fact(f"lim.bye.{code}", article, (member.tpn,), values)


# The round


def round_trace(field: Field, made: Round, pairs: tuple[PairTrace, ...], bye: int | None) -> Trace:
    tpns = [member.tpn for member in field.members]
    return Trace(
        system=SYSTEM_KEY,
        brackets=tuple(bracket_trace(field, made, group) for group in made.groups),
        pairs=pairs,
        bye=None if bye is None else bye_fact(field, bye),
        facts=field.acceleration.facts(tpns, field.state.next_round) if made.by_score else (),
    )
