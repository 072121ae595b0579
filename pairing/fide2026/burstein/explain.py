"""Questions about a Burstein round (C.04.4.2): why not these two, what does this pairing break,
and why is there none at all. Answers are facts; see reasons.py.
"""

from copy import copy

from pairing.errors import NoLegalPairing
from pairing.fide2026 import deadlock
from pairing.fide2026.burstein.bracket import (
    brackets_of,
    following_value,
    pair_bracket,
    pair_brackets,
    take_in,
)
from pairing.fide2026.burstein.colours import colour_of_higher
from pairing.fide2026.burstein.definitions import Field
from pairing.fide2026.burstein.model import Bracket, Candidate
from pairing.fide2026.burstein.reasons import CRITERIA, Value, quality, worse, written
from pairing.matching import as_set, bits
from pairing.state import Colour, Fact, RoundPairing, TournamentState, format_score
from pairing.verdicts import (
    Articles,
    Broken,
    WhyNot,
    never_meet,
    wrong_bye,
    wrong_meetings,
    wrong_players,
)

SHARED_RULES = Articles(everybody="1.9.1", no_bye="1.3", met="2.1.1", bye="2.1.2")


# Why were these two not paired?


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The first criterion that the best pairing with a against b would break or worsen.

    If it worsens none, the pairing is legal and equally good but later in the order of Art. 4.3,
    and the fact names the player whose opponent decides.
    """
    field = Field(state)
    barred = never_meet(state, field.record, a, b, SHARED_RULES, present=field.index)
    barred = barred or same_absolute_colour(field, "why_not", a, b)
    if barred:
        return barred
    if not field.settle_bye():
        raise no_legal_pairing(field)
    two = (field.index[a], field.index[b])
    together = _with_question(field)
    together.forced = two
    together.forget()
    if field.bye is not None:
        # Art. 3.1 comes before all brackets.
        reason = _other_bye(field, together, two)
        if reason is not None:
            return (reason,)
    if not together.completable(field.everybody):
        return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
    for bracket, made in pair_brackets(field):
        if two in made.pairs or two[::-1] in made.pairs:
            return (Fact(WhyNot.THEY_MEET, "", (a, b)),)
        inside = [x for x in two if x in bracket.players]
        floats_on = len(inside) < 2 and set(inside) <= set(made.floaters)
        if floats_on and together.completable(as_set(made.floaters) | bracket.rest):
            continue
        best = _best_with(field, together, bracket, inside)
        if best is None:
            return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
        return (_compare("why_not", field, bracket, made, best, (a, b)),)
    raise AssertionError("the two must part in some bracket")


def _other_bye(field: Field, together: Field, two: tuple[int, int]) -> Fact | None:
    """The two could only meet if somebody else had the bye."""
    assert field.bye is not None
    players = field.tpns(two)
    taker = field.members[field.bye].tpn
    if field.bye in two:
        return Fact("burstein.why_not.has_bye", "3.1", players, (("player", taker),))
    if together.completable(field.everybody):
        return None
    open_field = copy(together)
    open_field.bye = None
    open_field.everybody = (1 << field.n) - 1
    others = open_field.possible_takers() & ~as_set(two)
    if not others:
        return Fact(WhyNot.NO_COMPLETION, "2.2.1", players)
    instead = field.members[min(bits(others), key=field.bye_key)].tpn
    return Fact(
        "burstein.why_not.other_bye", "3.1", players, (("made", taker), ("instead", instead))
    )


def _with_question(field: Field) -> Field:
    """The same round, in which another question may be asked."""
    other = copy(field)
    other.forget()
    return other


def _best_with(
    field: Field, together: Field, bracket: Bracket, inside: list[int]
) -> Candidate | None:
    """The first best candidate that leads to the pair."""
    if len(inside) == 2:
        return pair_bracket(together, bracket)
    # The one in this bracket has to float. [C7] is judged by the ordinary rules, so first the
    # round in which they only have no opponent here, then the one where only the pair counts.
    floating = _with_question(field)
    floating.apart = tuple((x, bracket.mask) for x in inside)
    floating.forget()
    if floating.completable(bracket.mask | bracket.rest):
        best = pair_bracket(floating, bracket)
        if best is not None and together.completable(as_set(best.floaters) | bracket.rest):
            return best
    return pair_bracket(together, bracket)


def _compare(
    question: str,
    field: Field,
    bracket: Bracket,
    made: Candidate,
    other: Candidate,
    players: tuple[int, ...],
) -> Fact:
    """The criterion, or the place in the order, that sets another candidate behind the one made."""
    mine, theirs = quality(field, bracket, made), quality(field, bracket, other)
    score = ("score", format_score(bracket.score))
    for code, (article, name) in CRITERIA.items():
        one, two = mine.get(code), theirs.get(code)
        if one != two:
            values = (
                ("criterion", name),
                score,
                ("made", _written(one)),
                ("instead", _written(two)),
            )
            return Fact(f"burstein.{question}.worse", article, players, values)
    number, first, second = first_difference(bracket, made, other)
    tpns = [0 if x is None else field.members[x].tpn for x in (number, first, second)]
    parting = (score, ("player", tpns[0]), ("made", tpns[1]), ("instead", tpns[2]))
    code = f"burstein.{question}.generated_later"
    return Fact(code if second is not None else f"{code}_floats", "4.3", players, parting)


def _written(value: Value | None) -> int | str:
    return "" if value is None else written(value)


def first_difference(
    bracket: Bracket, one: Candidate, two: Candidate
) -> tuple[int, int | None, int | None]:
    """Art. 4.3: the first BSN with another opponent, and both opponents (None: floats)."""
    first, second = (
        {x: y for a, b in each.pairs for x, y in ((a, b), (b, a))} for each in (one, two)
    )
    for x in bracket.players:
        if first.get(x) != second.get(x):
            return x, first.get(x), second.get(x)
    raise ValueError("the candidates are the same")


# Art. 2.1.3  [C3]


def same_absolute_colour(field: Field, question: str, a: int, b: int) -> tuple[Fact, ...]:
    """Two who must have the same colour never meet, the last round included."""
    one, two = (field.members[field.index[tpn]] for tpn in (a, b))
    if one.bound is None or one.bound is not two.bound:
        return ()
    due = (("due", one.bound.value),)
    return (Fact(f"burstein.{question}.same_absolute_colour", "2.1.3", (a, b), due),)


# What does a pairing break?


def violations(state: TournamentState, pairing: RoundPairing) -> tuple[Fact, ...]:
    """Every rule that a pairing made by hand breaks, worst first; last, how it is not the best."""
    field = Field(state)
    facts = wrong_players(state, pairing, field.index, SHARED_RULES)
    sound = not facts
    facts += wrong_meetings(state, field.record, pairing, SHARED_RULES)
    boards = [
        board
        for board in pairing.boards
        if board.white != board.black and board.white in field.index and board.black in field.index
    ]
    for board in boards:
        facts += same_absolute_colour(field, "violation", board.white, board.black)
    facts += wrong_bye(field.record, pairing, SHARED_RULES)
    unlawful = bool(facts)
    initial = state.initial_colour or Colour.WHITE
    for board in boards:
        facts += _colour_facts(field, board.white, board.black, initial)
    if sound and field.settle_bye():
        facts += _not_best(field, pairing, unlawful)
    return tuple(facts)


def _colour_facts(field: Field, white: int, black: int, initial: Colour) -> list[Fact]:
    members = [field.members[field.index[tpn]] for tpn in (white, black)]
    higher, lower = sorted(members, key=lambda member: member.rank)
    colour, article = colour_of_higher(higher, lower, initial)
    if (colour is Colour.WHITE) == (higher.tpn == white):
        return []
    facts = []
    for member, given in zip(members, (Colour.WHITE, Colour.BLACK), strict=True):
        if member.bound is given.opposite:
            values = (("given", given.value), ("due", given.opposite.value))
            facts.append(Fact("burstein.violation.absolute_colour", "1.5.1", (member.tpn,), values))
    facts.append(Fact(Broken.OTHER_COLOURS, article, (white, black)))
    return facts


def _not_best(field: Field, pairing: RoundPairing, unlawful: bool) -> list[Fact]:
    """The bye, or the difference in quality at the first bracket that differs."""
    bye = None if field.bye is None else field.members[field.bye].tpn
    if pairing.bye is not None and bye is not None and pairing.bye != bye:
        return [Fact(Broken.OTHER_BYE, "3.1", (pairing.bye, bye))]
    partner = {}
    for board in pairing.boards:
        a, b = field.index[board.white], field.index[board.black]
        partner[a], partner[b] = b, a
    left: tuple[int, ...] = ()
    for each in brackets_of(field):
        bracket = take_in(field, each, left)
        made = pair_bracket(field, bracket)
        if made is None:
            return []
        hand = _by_hand(bracket, partner)
        left = made.floaters
        if set(hand.pairs) == set(made.pairs):
            continue
        score = format_score(bracket.score)
        if hand.floaters and following_value(field, bracket, hand.floaters) is None:
            if unlawful:
                return []
            players = field.tpns(hand.floaters)
            return [Fact("burstein.violation.completion", "2.2.1", players, (("score", score),))]
        if _is_better(field, bracket, hand, made):
            # Only a pairing that breaks a rule can be "better" than the best.
            return []
        changed = [x for pair in hand.pairs if pair not in made.pairs for x in pair]
        players = field.tpns(changed or hand.floaters)
        return [_compare("violation", field, bracket, made, hand, players)]
    return []


def _by_hand(bracket: Bracket, partner: dict[int, int]) -> Candidate:
    """This bracket as a pairing makes it."""
    place = {x: i for i, x in enumerate(bracket.players)}
    pairs = tuple(
        (x, partner[x])
        for x in bracket.players
        if partner.get(x) in place and place[x] < place[partner[x]]
    )
    paired = {x for pair in pairs for x in pair}
    return Candidate(pairs, tuple(x for x in bracket.players if x not in paired))


def _is_better(field: Field, bracket: Bracket, one: Candidate, two: Candidate) -> bool:
    mine, theirs = quality(field, bracket, one), quality(field, bracket, two)
    for code in CRITERIA:
        first, second = mine.get(code), theirs.get(code)
        if first != second:
            return first is None or (second is not None and worse(second, first))
    return False


# Art. 1.9.3  Why is there no legal pairing?


def no_legal_pairing(field: Field) -> NoLegalPairing:
    takers = as_set(i for i, member in enumerate(field.members) if member.may_have_bye)
    return deadlock.no_legal_pairing(
        field, takers, "burstein", article="1.9.3", article_of_bye="2.1.2"
    )
