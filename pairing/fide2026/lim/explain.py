"""Questions about a Lim round (C.04.4.3): why not these two, what does this pairing break, and why
is there none at all. Answers are facts; see reasons.py.
"""

from pairing.errors import NoLegalPairing
from pairing.fide2026 import deadlock
from pairing.fide2026.lim.bye import bye_of, bye_order
from pairing.fide2026.lim.colours import ARTICLES, white_of
from pairing.fide2026.lim.definitions import Direction, Field, Side, broken_limits
from pairing.fide2026.lim.exchanges import arrange_with, exchangeable
from pairing.fide2026.lim.groups import Group, Round, pair_groups
from pairing.fide2026.lim.opponents import FloaterPair, is_available
from pairing.fide2026.lim.reasons import CHOICES, Values
from pairing.matching import as_set
from pairing.state import Colour, Fact, RoundPairing, TournamentState, format_score
from pairing.verdicts import Articles, Broken, WhyNot, breaches, known_boards, never_meet

SHARED_RULES = Articles(
    everybody="C.04.1 art. 3",
    away="C.04.2 art. 3.3",
    no_bye="1.1",
    met="2.1",
    bye="1.1",
    difference="5.1.2",
    three_times="5.1.1",
)


def to_pair(field: Field) -> tuple[int, int | None]:
    """Everybody who gets an opponent, and the player with the bye (Art. 1, 7.1)."""
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
    """The first step of the procedure at which these two parted, with its rule."""
    field = Field(state)
    barred = never_meet(state, field.record, a, b, SHARED_RULES, present=field.index)
    if barred:
        return barred
    x, y = field.index[a], field.index[b]
    if not field.legal[x] >> y & 1:
        return (Fact("lim.why_not.limits", "2.1", (a, b)),)
    players, bye = to_pair(field)
    if bye in (x, y):
        values = (("player", field.members[bye].tpn),)
        return (Fact("lim.why_not.has_bye", "1.1" if state.rounds else "7.1", (a, b), values),)
    if not field.completable(players & ~(1 << x | 1 << y)):
        return (Fact(WhyNot.NO_COMPLETION, "2.6", (a, b)),)
    return (_parting(field, pair_groups(field, players), x, y),)


def _parting(field: Field, made: Round, x: int, y: int) -> Fact:
    """Where two who could meet went different ways."""
    both = field.tpns((x, y))
    settled = {
        z: (place, pair)
        for place, group in enumerate(made.groups)
        for pair in group.pairs
        for z in pair
    }
    (first, pair), (second, _) = settled[x], settled[y]
    if y in pair:
        return Fact(WhyNot.THEY_MEET, "", both)
    if first == second:
        return _in_group(field, made.groups[first], x, y)
    stayed, other = (x, y) if first < second else (y, x)
    group = made.groups[min(first, second)]
    if (group.residents | group.incoming) >> other & 1:
        return _left(field, group, stayed, other, both)
    values = (
        ("player", field.members[stayed].tpn),
        ("made", field.members[_mate(settled[stayed][1], stayed)].tpn),
        ("group", format_score(group.score)),
        ("instead", field.members[other].tpn),
        ("later", format_score(made.groups[max(first, second)].score)),
    )
    return Fact("lim.why_not.groups", "2.2", both, values)


def _mate(pair: tuple[int, int], x: int) -> int:
    return pair[1] if pair[0] == x else pair[0]


def _left(field: Field, group: Group, stayed: int, other: int, both: tuple[int, ...]) -> Fact:
    """One was paired in a group, and the other left it."""
    values: Values = (
        ("player", field.members[other].tpn),
        ("group", format_score(group.score)),
    )
    place = group.side.at(other)
    for floater in group.floaters:
        if floater.player == place:
            values += (("choice", floater.decided.value), ("direction", group.direction.value))
            return Fact("lim.why_not.floats", CHOICES[floater.decided], both, values)
    undone = next(pair for pair in group.undone if other in pair)
    values += (("undone", field.members[_mate(undone, other)].tpn),)
    return Fact("lim.why_not.undone", "2.6", both, values)


def _in_group(field: Field, group: Group, x: int, y: int) -> Fact:
    for side, pair in group.met:
        if {side.at(x), side.at(y)} & {pair.floater, pair.opponent}:
            return _beside_floater(field, side, pair, x, y)
    return _exchange(field, group, x, y)


# Art. 3.8


def _beside_floater(field: Field, side: Side, pair: FloaterPair, x: int, y: int) -> Fact:
    """One of the two is in this pair of a floater."""
    both = field.tpns((x, y))
    v, w = side.at(x), side.at(y)
    if pair.floater not in (v, w):
        taken = side.members[pair.opponent].tpn
        values = (("floater", side.members[pair.floater].tpn), ("player", taken))
        return Fact("lim.why_not.taken", "3.1", both, values)
    instead = w if pair.floater == v else v
    numbers: Values = tuple(
        (name, side.members[place].tpn)
        for name, place in (
            ("floater", pair.floater),
            ("made", pair.opponent),
            ("instead", instead),
        )
    )
    return Fact(f"lim.why_not.{_refused(field, side, pair, instead)}", "3.8", both, numbers)


def _refused(field: Field, side: Side, pair: FloaterPair, instead: int) -> str:
    """The reason why a floater did not get this opponent."""
    v, made = pair.floater, pair.opponent
    if not is_available(side, pair, instead):
        return "rest"
    if pair.residents >> made & 1 and not pair.residents >> instead & 1:
        return "resident_first"
    suits, made_suits = bool(side.suits(v, 1 << instead)), bool(side.suits(v, 1 << made))
    if made_suits and not suits:
        return "colour"
    if field.maxi and suits and (not made_suits or instead < made):
        return "maxi"
    return "later"


# Art. 4, 5.2, 5.7


def _exchange(field: Field, group: Group, x: int, y: int) -> Fact:
    """The price of pairing the two among the residents left."""
    both = field.tpns((x, y))
    side, made = group.side, group.arrangement
    assert made is not None
    v, w = sorted((side.at(x), side.at(y)))
    score = ("group", format_score(group.score))
    if not exchangeable(side, made.first, maxi=field.maxi)[v] >> w & 1:
        return Fact("lim.why_not.exchange_maxi", "5.7", both, (score,))
    other = arrange_with(side, made, (v, w), side.large_groups, maxi=field.maxi)
    if other is None:
        return Fact("lim.why_not.exchange_rest", "4.1", both, (score,))
    for code, article, one, two in (
        ("exchange_limits", "6", made.broken_limits, other.broken_limits),
        ("exchange_clashes", "5.2", made.clashes, other.clashes),
    ):
        if one != two:
            values: Values = (score, ("made", one), ("instead", two))
            return Fact(f"lim.why_not.{code}", article, both, values)
    for (player, partner), (_, instead) in zip(made.pairs, other.pairs, strict=True):
        if partner != instead:
            tpns = [side.members[place].tpn for place in (player, partner, instead)]
            values = (score, ("player", tpns[0]), ("made", tpns[1]), ("instead", tpns[2]))
            return Fact("lim.why_not.exchange_later", "4.2", both, values)
    raise AssertionError("the pairings are the same")


# What does a pairing break?


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a pairing made by hand breaks, worst first; last, where it first departs
    from the procedure."""
    field = Field(state)
    boards = [
        (board.white, board.black)
        for board in known_boards(field.record, pairing)
        if board.white != board.black and {board.white, board.black} <= field.index.keys()
    ]
    level = _level(field, boards)
    facts = breaches(state, pairing, SHARED_RULES, record=field.record, exempt=level)
    facts += _two_of_a_limit(field, boards)
    lawful = not facts
    try:
        players, bye = to_pair(field)
    except NoLegalPairing:
        return tuple(facts)
    made = pair_groups(field, players)
    for white, black in boards:
        facts += _wrong_colours(field, made, white, black)
    if lawful:
        facts += _departure(field, made, bye, pairing)
    return tuple(facts)


def _level(field: Field, boards: list[tuple[int, int]]) -> set[int]:
    """Art. 6: in the last round the limits do not part players of equal score."""
    if not field.state.is_last_round:
        return set()
    found = set()
    for both in boards:
        one, two = (field.members[field.index[tpn]] for tpn in both)
        if one.score == two.score and broken_limits(one, two):
            found |= set(both)
    return found


def _two_of_a_limit(field: Field, boards: list[tuple[int, int]]) -> list[Fact]:
    """Art. 2.1: two who may not meet whatever their colours, apart from what is said already."""
    return [
        Fact("lim.violation.limits", "2.1", both)
        for both in boards
        if broken_limits(*(field.members[field.index[tpn]] for tpn in both))
        and not field.legal[field.index[both[0]]] >> field.index[both[1]] & 1
        and both[1] not in field.record.met[both[0]]
        and not field.state.kept_apart(*both)
    ]


def _wrong_colours(field: Field, made: Round, white: int, black: int) -> list[Fact]:
    x, y = field.index[white], field.index[black]
    direction = next(
        (group.direction for group in made.groups for pair in group.pairs if {x, y} == set(pair)),
        Direction.UP if field.below(x) and field.below(y) else Direction.DOWN,
    )
    initial = field.state.initial_colour or Colour.WHITE
    proper, rule = white_of(field.members[x], field.members[y], direction, initial)
    if proper.tpn == white:
        return []
    return [Fact(Broken.OTHER_COLOURS, ARTICLES[rule], (white, black))]


def _departure(field: Field, made: Round, bye: int | None, pairing: RoundPairing) -> list[Fact]:
    """The first step of the procedure that this pairing does not take."""
    if bye is not None and pairing.bye != field.members[bye].tpn:
        article = "1.1" if field.state.rounds else "7.1"
        return [Fact(Broken.OTHER_BYE, article, (pairing.bye or 0, field.members[bye].tpn))]
    seats = {}
    for board in pairing.boards:
        x, y = field.index[board.white], field.index[board.black]
        seats[x], seats[y] = (y, board), (x, board)
    for group in made.groups:
        for x, y in group.pairs:
            instead, board = seats[x]
            if instead != y:
                why = _parting(field, made, x, instead)
                return [Fact(Broken.OTHER_PAIR, why.article, (board.white, board.black)), why]
    return []


# Why is there no legal pairing?


def no_legal_pairing(field: Field) -> NoLegalPairing:
    takers = as_set(bye_order(field))
    return deadlock.no_legal_pairing(field, takers, "lim", article="2.1", article_of_bye="1.1")
