"""Questions about a Dutch round (C.04.3): why not these two, what does this pairing break, and
why is there none at all. Answers are facts; see reasons.py.
"""

from collections import Counter
from copy import copy
from dataclasses import replace
from itertools import chain, combinations, product
from math import comb, prod

from pairing.errors import NoLegalPairing
from pairing.fide2026 import deadlock
from pairing.fide2026.dutch.bracket import (
    best_candidate,
    pair_alone,
    pair_brackets,
    rows_of,
    solve,
)
from pairing.fide2026.dutch.colours import white_of
from pairing.fide2026.dutch.criteria import QUALITY
from pairing.fide2026.dutch.definitions import ABSOLUTE, Field
from pairing.fide2026.dutch.model import Bracket, Candidate
from pairing.fide2026.dutch.reasons import ARTICLES, Value, quality, written
from pairing.fide2026.dutch.window import best_following
from pairing.matching import Matching, as_set, bits
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

Key = tuple[tuple[int, ...], ...]
SHARED_RULES = Articles(everybody="1.9.1", no_bye="1.5", met="2.1.1", bye="2.1.2")
#: sets of floaters that `why_not` tries one by one
MOST_SETS = 2000

Values = tuple[tuple[str, int | str], ...]


# Why were these two not paired?


def why_not(state: TournamentState, a: int, b: int) -> tuple[Fact, ...]:
    """The first criterion that the best pairing with a against b would break or worsen.

    If it worsens none, the pairing is legal and equally good but generated later (Art. 3.8.1),
    and the fact names the place of the sequence where that is decided.
    """
    field = Field(state)
    barred = never_meet(state, field.record, a, b, SHARED_RULES, present=field.index)
    barred = barred or same_absolute_colour(field, "why_not", a, b)
    if barred:
        return barred
    if not field.settle_bye():
        raise no_legal_pairing(field)
    higher, lower = sorted((field.index[a], field.index[b]))
    together = _only_each_other(field, higher, lower)
    if not together.settle_bye():
        return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
    if together.bye_score != field.bye_score:
        return (
            _worse(
                "why_not",
                (a, b),
                "C5",
                "2.3.1",
                0,
                (field.bye_score or 0,),
                (together.bye_score or 0,),
            ),
        )
    for place, (bracket, made) in enumerate(pair_brackets(field)):
        if (higher, lower) in made.pairs:
            return (Fact(WhyNot.THEY_MEET, "", (a, b)),)
        both = lower in bracket.residents and higher in bracket.players
        floats_on = higher in made.unpaired or higher >= bracket.end
        if not both and floats_on and _can_follow(together, bracket, made.unpaired):
            continue
        best = _best_with(field, together, bracket, place, higher, both)
        if best is None:
            return (Fact(WhyNot.NO_COMPLETION, "2.2.1", (a, b)),)
        return (_compare("why_not", field, bracket, made, best, (a, b)),)
    raise AssertionError("the two must part in some bracket")


def _only_each_other(field: Field, a: int, b: int) -> Field:
    """The same round with a and b as each other's only possible opponent."""
    forced = copy(field)
    legal = list(field.legal)
    for x, y in ((a, b), (b, a)):
        for other in bits(legal[x]):
            legal[other] &= ~(1 << x)
        legal[x] = 1 << y
    forced.legal = legal
    forced.barred_from_bye = 1 << a | 1 << b
    forced.forget()
    return forced


def _can_follow(field: Field, bracket: Bracket, floaters: tuple[int, ...]) -> bool:
    """Is there a complete pairing below, in which floaters do not meet each other?"""
    players = as_set(floaters) | bracket.rest
    alive = players | (1 << field.n if players.bit_count() % 2 else 0)
    return Matching(rows_of(field, floaters), alive).complete()


def _best_with(
    field: Field, together: Field, bracket: Bracket, place: int, higher: int, both: bool
) -> Candidate | None:
    """The first best candidate that leads to the pair; `both`: it is made in this bracket."""
    if both:
        return best_candidate(together, bracket)
    # The higher ranked one has to float. [C8] is judged by the ordinary rules, so first the
    # round in which they have no opponent in this bracket, then the one where only the pair counts.
    in_bracket = tuple({higher} & set(bracket.players))
    floating = _without_opponents(field, bracket, in_bracket)
    left = as_set(bracket.players) | bracket.rest
    if floating.completable(left):
        best = best_candidate(floating, bracket)
        if best is not None and _can_follow(together, bracket, best.unpaired):
            return best
    best = best_candidate(together, bracket)
    if best is None:
        return None
    following = best_following(field, bracket, best.unpaired, solve)
    if following is None:
        return None
    best = replace(best, following=following)
    return _among_floaters(field, together, bracket, in_bracket, best) or best


def _among_floaters(
    field: Field, together: Field, bracket: Bracket, fixed: tuple[int, ...], known: Candidate
) -> Candidate | None:
    """The same by trying every set of floaters with the scores of `known` ([C6], [C7]).

    Needed where the pair restricts who may float along: [C8] is judged without it, completion
    with it. None if there are too many sets to try.
    """
    members = field.members
    wanted = Counter(members[x].score for x in known.unpaired)
    wanted.subtract(members[x].score for x in fixed)
    others = {
        score: [x for x in bracket.players if members[x].score == score and x not in fixed]
        for score in wanted
    }
    choices = [combinations(others[score], count) for score, count in wanted.items()]
    sizes = [comb(len(others[score]), count) for score, count in wanted.items()]
    if prod(sizes) > MOST_SETS:
        return None
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for parts in product(*choices):
        floaters = tuple(sorted((*fixed, *chain.from_iterable(parts))))
        if _can_follow(together, bracket, floaters):
            following = best_following(field, bracket, floaters, solve)
            if following is not None:
                found.append((tuple(sorted(following, reverse=True)), floaters))
    least = min(((len(scores), scores) for scores, _ in found), default=None)
    best: Candidate | None = None
    for scores, floaters in found:
        if (len(scores), scores) == least:
            apart = _without_opponents(field, bracket, floaters)
            count = len(floaters) - bracket.takes_bye
            candidate = pair_alone(apart, bracket, count)
            if candidate is not None:
                candidate = replace(candidate, following=scores)
                if best is None or _rank(field, bracket, candidate) < _rank(field, bracket, best):
                    best = candidate
    return best


def _rank(field: Field, bracket: Bracket, candidate: Candidate) -> tuple[list[Value], Key]:
    """Art. 3.8.1: quality, then the place in the sequence; smaller is better."""
    return list(quality(field, bracket, candidate).values()), order_key(bracket, candidate)


def _without_opponents(field: Field, bracket: Bracket, floaters: tuple[int, ...]) -> Field:
    """The same round, but these players cannot be paired in this bracket."""
    apart = copy(field)
    legal = list(field.legal)
    inside = as_set(bracket.players)
    for floater in floaters:
        for x in bits(legal[floater] & inside):
            legal[x] &= ~(1 << floater)
        legal[floater] &= ~inside
    apart.legal = legal
    apart.forget()
    return apart


def _compare(
    question: str,
    field: Field,
    bracket: Bracket,
    made: Candidate,
    other: Candidate,
    players: tuple[int, ...],
) -> Fact:
    """The criterion, or the place in the sequence, that sets another candidate of the bracket
    behind the one that was made."""
    mine, theirs = quality(field, bracket, made), quality(field, bracket, other)
    score = field.members[bracket.residents[0]].score
    for criterion in QUALITY:
        code = criterion.code
        one, two = mine.get(code), theirs.get(code)
        if one != two:
            return _worse(question, players, code, ARTICLES[code], score, one, two)
    article, values = first_difference(field, bracket, made, other)
    return Fact(
        f"dutch.{question}.generated_later",
        article,
        players,
        (("score", format_score(score)), *values),
    )


def _worse(
    question: str,
    players: tuple[int, ...],
    code: str,
    article: str,
    score: int,
    one: Value | None,
    two: Value | None,
) -> Fact:
    return Fact(
        f"dutch.{question}.worse",
        article,
        players,
        (
            ("criterion", code),
            ("score", format_score(score)),
            ("made", "" if one is None else written(one)),
            ("instead", "" if two is None else written(two)),
        ),
    )


# Art. 4  The place in the sequence where two candidates part


def order_key(bracket: Bracket, candidate: Candidate) -> Key:
    """The place of a candidate in the sequence, as lists to compare one after the other:

    which MDPs are left out (Art. 4.4.2), their opponents (4.2.2), then for the remainder the four
    rules of Art. 4.3.2 and the opponents of the new S1 (4.2.2).
    """
    partner = dict(candidate.pairs)
    paired = [x for x in bracket.mdps if x in partner]
    taken = {partner[x] for x in paired}
    remainder = [x for x in bracket.residents if x not in taken]
    place = {x: number for number, x in enumerate(remainder, 1)}
    chosen = [x for x in remainder if x in partner]
    upper = remainder[: len(chosen)]
    leaving = [place[x] for x in upper if x not in partner]
    entering = [place[x] for x in chosen if x not in upper]
    return (
        tuple(x not in partner for x in bracket.mdps),
        tuple(partner[x] for x in paired),
        (len(leaving),),
        (sum(entering) - sum(leaving),),
        tuple(-number for number in reversed(leaving)),
        tuple(entering),
        tuple(partner[x] for x in chosen),
    )


def first_difference(
    field: Field, bracket: Bracket, one: Candidate, two: Candidate
) -> tuple[str, Values]:
    """The article that puts the first candidate before the second, and what it looked at."""
    tpns = [member.tpn for member in field.members]
    keys = order_key(bracket, one), order_key(bracket, two)
    step = next((i for i, (x, y) in enumerate(zip(*keys, strict=True)) if x != y), None)
    if step is None:
        return "", ()
    x, y = keys[0][step], keys[1][step]
    at = next(i for i, (a, b) in enumerate(zip(x, y, strict=True)) if a != b)
    partner = dict(one.pairs)
    if step == 0:
        return "4.4.2", (("player", tpns[bracket.mdps[at]]),)
    taken = {partner[mdp] for mdp in bracket.mdps if mdp in partner}
    remainder = [z for z in bracket.residents if z not in taken]
    if step in (1, 6):
        first = [z for z in (bracket.mdps if step == 1 else remainder) if z in partner]
        values = (("player", tpns[first[at]]), ("made", tpns[x[at]]), ("instead", tpns[y[at]]))
        return "4.2.2", values
    if step in (2, 3):
        return "4.3.2", (("rule", step - 1), ("made", x[0]), ("instead", y[0]))
    made, instead = (tpns[remainder[abs(key[at]) - 1]] for key in (x, y))
    return "4.3.2", (("rule", step - 1), ("made", made), ("instead", instead))


# Art. 2.1.3  [C3]


def same_absolute_colour(field: Field, question: str, a: int, b: int) -> tuple[Fact, ...]:
    """Two who must have the same colour cannot meet, but for topscorers."""
    one, two = field.members[field.index[a]], field.members[field.index[b]]
    if not one.strength == two.strength == ABSOLUTE or one.due is not two.due:
        return ()
    if one.topscorer or two.topscorer:
        return ()
    assert one.due is not None
    due = (("due", one.due.value),)
    return (Fact(f"dutch.{question}.same_absolute_colour", "2.1.3", (a, b), due),)


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
        if board.white in field.index and board.black in field.index
    ]
    for board in boards:
        if board.white != board.black:
            facts += same_absolute_colour(field, "violation", board.white, board.black)
    facts += wrong_bye(field.record, pairing, SHARED_RULES)
    unlawful = bool(facts)
    initial = state.initial_colour or Colour.WHITE
    for board in boards:
        if board.white != board.black:
            facts += _colour_facts(field, board.white, board.black, initial)
    if sound:
        facts += _not_best(field, pairing, unlawful)
    return tuple(facts)


def _colour_facts(field: Field, white: int, black: int, initial: Colour) -> list[Fact]:
    facts = []
    a, b = (field.members[i] for i in sorted((field.index[white], field.index[black])))
    rightful, article = white_of(a, b, initial)
    if rightful.tpn != white:
        for tpn, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            member = field.members[field.index[tpn]]
            if member.strength == ABSOLUTE and member.due is colour.opposite:
                values = (("given", colour.value), ("due", colour.opposite.value))
                facts.append(Fact("dutch.violation.absolute_colour", "1.7.1", (tpn,), values))
        facts.append(Fact(Broken.OTHER_COLOURS, article, (white, black)))
    return facts


def _not_best(field: Field, pairing: RoundPairing, unlawful: bool) -> list[Fact]:
    """The difference in quality from the best pairing, at the first bracket that differs."""
    if not field.settle_bye():
        return []
    bye = None if pairing.bye is None else field.members[field.index[pairing.bye]]
    if bye is not None and field.bye_score is not None and bye.score != field.bye_score:
        scores = (field.bye_score,), (bye.score,)
        return [_worse("violation", (bye.tpn,), "C5", "2.3.1", 0, *scores)]
    partner = {}
    for board in pairing.boards:
        a, b = field.index[board.white], field.index[board.black]
        partner[a], partner[b] = b, a
    for bracket, made in pair_brackets(field):
        inside = set(bracket.players)
        pairs = tuple(
            (x, partner[x])
            for x in bracket.players
            if x < partner.get(x, -1) and partner[x] in inside
        )
        paired = {x for pair in pairs for x in pair}
        hand = Candidate(pairs, tuple(x for x in bracket.players if x not in paired))
        if set(pairs) == set(made.pairs):
            continue
        score = format_score(field.members[bracket.residents[0]].score)
        if len(hand.unpaired) > bracket.takes_bye:
            following = best_following(field, bracket, hand.unpaired, solve)
            if following is None:
                if unlawful:
                    return []
                players = field.tpns(hand.unpaired)
                return [Fact("dutch.violation.completion", "2.2.1", players, (("score", score),))]
            hand = replace(hand, following=following)
        changed = [x for pair in sorted(set(pairs) - set(made.pairs)) for x in pair]
        mine, theirs = quality(field, bracket, made), quality(field, bracket, hand)
        better = [
            criterion.code
            for criterion in QUALITY
            if mine.get(criterion.code) != theirs.get(criterion.code)
        ]
        if better and _is_less(theirs.get(better[0]), mine.get(better[0])):
            # Only a pairing that breaks a rule can be "better" than the best.
            return []
        players = field.tpns(changed or hand.unpaired)
        return [_compare("violation", field, bracket, made, hand, players)]
    return []


def _is_less(one: Value | None, two: Value | None) -> bool:
    if one is None or two is None:
        return False
    if isinstance(one, int) and isinstance(two, int):
        return one < two
    if isinstance(one, tuple) and isinstance(two, tuple):
        return (len(one), one) < (len(two), two)
    return False


# Art. 1.9.3  Why is there no legal pairing?


def no_legal_pairing(field: Field) -> NoLegalPairing:
    takers = as_set(i for i, member in enumerate(field.members) if member.may_have_bye)
    return deadlock.no_legal_pairing(
        field, takers, "dutch", article="1.9.3", article_of_bye="2.1.2"
    )
