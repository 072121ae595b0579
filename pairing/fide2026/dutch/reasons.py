"""The reasons of a Dutch pairing, as data (C.04.1 art. 9: transparent and explicable).

Facts name an article of C.04.3 and carry numbers and short codes; their wording, in any language,
lies outside. Lists of scores are written with the highest first: "3½ 3".
"""

from collections.abc import Sequence

from pairing.fide2026.dutch.colours import colour_of_higher
from pairing.fide2026.dutch.criteria import C8, QUALITY, Criterion
from pairing.fide2026.dutch.definitions import ABSOLUTE, MILD, NONE, STRONG, Field, Member
from pairing.fide2026.dutch.model import Bracket, Candidate
from pairing.state import BracketTrace, Colour, Fact, PairTrace, Trace, format_score

SYSTEM_KEY = "fide2026.dutch"

STRENGTHS = {NONE: "none", MILD: "mild", STRONG: "strong", ABSOLUTE: "absolute"}

#: added to the score of an MDP left unpaired: its difference is greater than any other, and among
#: themselves such differences stand in the order of the scores (Art. 2.4.13)
LIMBO = 10**9

Value = int | tuple[int, ...]


# Art. 2.4  The value of each quality criterion for a candidate


def quality(field: Field, bracket: Bracket, candidate: Candidate) -> dict[str, Value]:
    """The value of every criterion that says something about this candidate, in their order.

    Numbers are counts, tuples are lists of scores or differences, highest first. Smaller is
    better, and values of equal key may be compared with `<`.
    """
    members = field.members
    mdps = set(bracket.mdps)
    pairs = [(members[a], members[b], a in mdps) for a, b in candidate.pairs]
    unpaired = [(members[x], x in mdps) for x in candidate.unpaired]
    alone = bracket.takes_bye and len(unpaired) == 1
    own_score = members[bracket.residents[0]].score
    values: dict[str, Value] = {}
    for criterion in QUALITY:
        code = criterion.code
        if code in ("C10", "C11") and not field.state.is_last_round:
            continue
        if criterion is C8:
            if candidate.following is not None:
                values[code] = candidate.following
        elif code == "C7":
            scores = (player.score for player, _ in unpaired)
            values[code] = tuple(sorted(scores, reverse=True))
        elif criterion.of_bye:
            if alone:
                values[code] = criterion.of_bye(unpaired[0][0])
        elif criterion.by_score:
            if mdps:
                values[code] = _differences(field, criterion, bracket, candidate, own_score)
        elif code in ("C15", "C17") and not mdps:
            continue
        elif criterion.of_pair:
            of_pair = criterion.of_pair
            values[code] = sum(of_pair(a, b, mdp) for a, b, mdp in pairs)
        elif criterion.of_unpaired:
            of_unpaired = criterion.of_unpaired
            values[code] = sum(of_unpaired(player, mdp) for player, mdp in unpaired)
    return values


def _differences(
    field: Field, criterion: Criterion, bracket: Bracket, candidate: Candidate, own_score: int
) -> tuple[int, ...]:
    """C18 to C21: the score differences of the MDPs concerned, highest first."""
    members = field.members
    mdps = set(bracket.mdps)
    found = []
    for a, b in candidate.pairs:
        if a in mdps:
            if criterion.of_pair:
                concerned = criterion.of_pair(members[a], members[b], True)
            else:
                assert criterion.of_unpaired is not None
                concerned = criterion.of_unpaired(members[a], True)
            if concerned:
                found.append(members[a].score - own_score)
    if criterion.of_unpaired:
        for x in candidate.unpaired:
            if criterion.of_unpaired(members[x], x in mdps):
                found.append(LIMBO + members[x].score)
    return tuple(sorted(found, reverse=True))


def written(value: Value) -> int | str:
    if isinstance(value, int):
        return value
    # Who floats down again: the difference to a score below all others, which has no number
    return " ".join("↓" if score >= LIMBO else format_score(score) for score in value)


ARTICLES = {criterion.code: criterion.article for criterion in QUALITY}


def criterion_facts(values: dict[str, Value]) -> tuple[Fact, ...]:
    return tuple(_criterion_fact(code, value) for code, value in values.items())


def _criterion_fact(code: str, value: Value) -> Fact:
    return Fact(f"dutch.criterion.{code}", ARTICLES[code], (), (("value", written(value)),))


# The trace of a round


def bracket_trace(field: Field, bracket: Bracket, candidate: Candidate) -> BracketTrace:
    tpns = field.tpns
    return BracketTrace(
        score=field.members[bracket.residents[0]].score,
        residents=tpns(bracket.residents),
        moved_down=tpns(bracket.mdps),
        floaters=tpns(candidate.unpaired),
        pairs=tuple((field.members[a].tpn, field.members[b].tpn) for a, b in candidate.pairs),
        criteria=criterion_facts(quality(field, bracket, candidate)),
    )


COLOUR_CODES = {
    "5.2.1": "dutch.colour.granted",
    "5.2.2": "dutch.colour.stronger",
    "5.2.3": "dutch.colour.alternate",
    "5.2.4": "dutch.colour.higher_ranked",
    "5.2.5": "dutch.colour.initial",
}


class ColourFacts:
    """The fact about the colours of each pair; equal facts are made once."""

    def __init__(self, initial: Colour) -> None:
        self.initial = initial
        self._known: dict[tuple[object, ...], Fact] = {}

    def __call__(self, higher: Member, lower: Member) -> tuple[bool, Fact]:
        """True if the higher ranked player gets White; with the reason."""
        colour, article = colour_of_higher(higher, lower, self.initial)
        key: tuple[object, ...] = (
            article,
            colour,
            higher.due,
            higher.strength,
            lower.due,
            lower.strength,
        )
        if article == "5.2.5":
            key = (article, higher.number)
        elif article in ("5.2.2", "5.2.3"):
            key += (higher.colours, lower.colours)
        fact = self._known.get(key)
        if fact is None:
            white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
            fact = self._known[key] = self._fact(article, white, black, higher)
        return colour is Colour.WHITE, fact

    def _fact(self, article: str, white: Member, black: Member, higher: Member) -> Fact:
        code = COLOUR_CODES[article]
        if article == "5.2.5":
            values: tuple[tuple[str, int | str], ...] = (
                ("number", higher.number),
                ("initial", self.initial.value),
            )
            return Fact(code, article, (), values)
        values = (
            ("white_due", white.due.value if white.due else ""),
            ("white_strength", STRENGTHS[white.strength]),
            ("black_due", black.due.value if black.due else ""),
            ("black_strength", STRENGTHS[black.strength]),
        )
        if article == "5.2.2" and white.strength == black.strength:
            code = "dutch.colour.wider_difference"
            values += (
                ("white_difference", white.difference),
                ("black_difference", black.difference),
            )
        elif article == "5.2.3":
            games_ago = next(
                k
                for k, (one, other) in enumerate(
                    zip(reversed(white.colours), reversed(black.colours), strict=False), 1
                )
                if one is not other
            )
            values += (("games_ago", games_ago),)
        elif article == "5.2.4":
            values += (("higher", "w" if higher is white else "b"),)
        return Fact(code, article, (), values)


def pair_facts(higher: Member, lower: Member) -> tuple[Fact, ...]:
    if higher.score == lower.score:
        return ()
    return (
        Fact(
            "dutch.pair.float",
            "1.4.2",
            (higher.tpn, lower.tpn),
            (("down", format_score(higher.score)), ("up", format_score(lower.score))),
        ),
    )


def bye_fact(field: Field, brackets: Sequence[tuple[Bracket, Candidate]], taker: int) -> Fact:
    """The number of candidates for the bye under [C2] and [C5], with what decided among them."""
    member = field.members[taker]
    candidates = field.bye_takers.bit_count()
    lower = sum(1 for other in field.members if other.score < member.score)
    values: tuple[tuple[str, int | str], ...] = (
        ("score", format_score(member.score)),
        ("candidates", candidates),
        ("lower_scores", lower),
        ("unplayed", member.unplayed),
    )
    if candidates == 1:
        return Fact("dutch.bye.only_candidate", "2.3.1", (member.tpn,), values)
    # C9 speaks in the first bracket that leaves only that player unpaired.
    for bracket, candidate in brackets:
        if bracket.takes_bye and candidate.unpaired == (taker,):
            choices = [x for x in bracket.players if field.bye_takers >> x & 1]
            if any(field.members[x].unplayed > member.unplayed for x in choices):
                return Fact("dutch.bye.fewest_unplayed", "2.4.4", (member.tpn,), values)
            break
    return Fact("dutch.bye.best_pairing", "3.8.1", (member.tpn,), values)


def round_trace(
    field: Field,
    brackets: Sequence[tuple[Bracket, Candidate]],
    pairs: tuple[PairTrace, ...],
    bye: int | None,
) -> Trace:
    return Trace(
        system=SYSTEM_KEY,
        brackets=tuple(bracket_trace(field, *done) for done in brackets),
        pairs=pairs,
        bye=None if bye is None else bye_fact(field, brackets, bye),
        facts=field.acceleration.facts(
            (member.tpn for member in field.members), field.state.next_round
        ),
    )
