"""The reasons of a Burstein pairing, as data (C.04.1 art. 9: transparent and explicable).

Facts name an article of C.04.4.2 and carry numbers and short codes; their wording, in any
language, lies outside. Lists of scores are written with the highest first: "3½ 3".
"""

from collections.abc import Sequence
from dataclasses import replace

from pairing.fide2026.burstein.bracket import following_value
from pairing.fide2026.burstein.colours import colour_of_higher
from pairing.fide2026.burstein.definitions import Field, Member, seeding_rounds
from pairing.fide2026.burstein.model import Bracket, Candidate
from pairing.fide2026.dutch.definitions import ABSOLUTE, MILD, NONE, STRONG
from pairing.matching import bits
from pairing.state import (
    BracketTrace,
    Colour,
    Fact,
    PairTrace,
    TournamentState,
    Trace,
    format_score,
)

SYSTEM_KEY = "fide2026.burstein"

STRENGTHS = {NONE: "none", MILD: "mild", STRONG: "strong", ABSOLUTE: "absolute"}

Value = int | tuple[int, ...]

#: code of a criterion → its article and what it measures
CRITERIA = {
    "C5": ("2.3.1", "floaters"),
    "C6": ("2.3.2", "scores_of_floaters"),
    "C7": ("2.3.3", "following_bracket"),
    "C8": ("2.3.4", "preferences"),
}


# Art. 2.3  The value of each quality criterion for a candidate


def quality(field: Field, bracket: Bracket, candidate: Candidate) -> dict[str, Value]:
    """Numbers are counts, tuples are lists of scores, highest first. Smaller is better; of lists
    the shorter one is."""
    members = field.members
    floaters = candidate.floaters
    values: dict[str, Value] = {"C5": len(floaters)}
    if floaters:
        values["C6"] = tuple(sorted((members[x].score for x in floaters), reverse=True))
        following = following_value(field, bracket, floaters)
        if following is not None:
            values["C7"] = following
    values["C8"] = sum(
        members[a].due is not None and members[a].due is members[b].due for a, b in candidate.pairs
    )
    return values


def worse(one: Value, two: Value) -> bool:
    """Is the first value worse than the second?"""
    return _key(one) > _key(two)


def _key(value: Value) -> tuple[int, tuple[int, ...]]:
    return (value, ()) if isinstance(value, int) else (len(value), value)


def written(value: Value) -> int | str:
    return value if isinstance(value, int) else " ".join(format_score(score) for score in value)


# The trace of a round


def bracket_trace(field: Field, bracket: Bracket, candidate: Candidate) -> BracketTrace:
    tpns = field.tpns
    return BracketTrace(
        score=bracket.score,
        residents=tpns(x for x in bracket.players if x in bracket.residents),
        moved_down=tpns(bracket.floated),
        floaters=tpns(candidate.floaters),
        pairs=tuple((field.members[a].tpn, field.members[b].tpn) for a, b in candidate.pairs),
        criteria=tuple(
            Fact(f"burstein.criterion.{code}", CRITERIA[code][0], (), (("value", written(value)),))
            for code, value in quality(field, bracket, candidate).items()
        ),
    )


COLOUR_CODES = {
    "5.2.1": "burstein.colour.initial",
    "5.2.2": "burstein.colour.granted",
    "5.2.3": "burstein.colour.stronger",
    "5.2.4": "burstein.colour.alternate",
    "5.2.5": "burstein.colour.higher_ranked",
}


def colour_fact(higher: Member, lower: Member, initial: Colour) -> tuple[bool, Fact]:
    """True if the higher ranked player gets White; with the reason."""
    colour, article = colour_of_higher(higher, lower, initial)
    code = COLOUR_CODES[article]
    if article == "5.2.1":
        values: tuple[tuple[str, int | str], ...] = (
            ("number", higher.number),
            ("initial", initial.value),
        )
        return colour is Colour.WHITE, Fact(code, article, (), values)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    values = (
        ("white_due", white.due.value if white.due else ""),
        ("white_strength", STRENGTHS[white.strength]),
        ("black_due", black.due.value if black.due else ""),
        ("black_strength", STRENGTHS[black.strength]),
    )
    if article == "5.2.4":
        games_ago = next(
            k
            for k, (one, other) in enumerate(
                zip(reversed(white.colours), reversed(black.colours), strict=False), 1
            )
            if one is not other
        )
        values += (("games_ago", games_ago),)
    elif article == "5.2.5":
        values += (("higher", "w" if higher is white else "b"),)
    return colour is Colour.WHITE, Fact(code, article, (), values)


def pair_facts(
    field: Field, bracket: Bracket, higher: int, lower: int, place: dict[int, int]
) -> tuple[Fact, ...]:
    """The two numbers in the bracket with the opposition behind them, and who floated."""
    a, b = field.members[higher], field.members[lower]
    facts = [
        Fact(
            "burstein.pair.numbers",
            "4.1",
            (a.tpn, b.tpn),
            (
                ("one_number", place[higher] + 1),
                ("two_number", place[lower] + 1),
                ("size", len(bracket.players)),
                ("one_buchholz", format_score(a.index.buchholz)),
                ("two_buchholz", format_score(b.index.buchholz)),
                ("one_berger", f"{a.index.sonneborn_berger / 100:g}"),
                ("two_berger", f"{b.index.sonneborn_berger / 100:g}"),
            ),
        )
    ]
    if a.score != b.score:
        up, down = sorted((a, b), key=lambda member: member.score)
        facts.append(
            Fact(
                "burstein.pair.float",
                "1.2.2",
                (down.tpn, up.tpn),
                (("down", format_score(down.score)), ("up", format_score(up.score))),
            )
        )
    return tuple(facts)


def pair_traces(
    field: Field, brackets: Sequence[tuple[Bracket, Candidate]]
) -> tuple[PairTrace, ...]:
    """Every pair with its colours, in the order of C.04.2 art. 3.6."""
    members = field.members
    initial = field.state.initial_colour or Colour.WHITE
    made = []
    for number, (bracket, candidate) in enumerate(brackets):
        place = {x: i for i, x in enumerate(bracket.players)}
        for a, b in candidate.pairs:
            higher, lower = members[a], members[b]
            white, fact = colour_fact(higher, lower, initial)
            first, second = (higher, lower) if white else (lower, higher)
            # The score of the higher ranked by score and number (reading G-13), the sum of both.
            top = min((higher, lower), key=lambda member: (-member.score, member.tpn))
            key = -top.score, -(higher.score + lower.score), top.tpn
            facts = pair_facts(field, bracket, a, b, place)
            made.append((key, PairTrace(first.tpn, second.tpn, number, fact, facts)))
    made.sort(key=lambda each: each[0])
    return tuple(trace for _, trace in made)


def bye_fact(field: Field) -> Fact | None:
    """Art. 3.1: what decided among those who could have the bye."""
    taker = field.bye
    if taker is None:
        return None
    member = field.members[taker]
    takers = [field.members[x] for x in bits(field.takers)]
    values: tuple[tuple[str, int | str], ...] = (
        ("score", format_score(member.score)),
        ("candidates", len(takers)),
        ("games", member.games),
    )
    same_score = [other for other in takers if other.score == member.score]
    same_games = [other for other in same_score if other.games == member.games]
    if len(takers) == 1:
        code, article = "only_candidate", "3.1.2"
    elif len(same_score) == 1:
        code, article = "lowest_score", "3.1.3"
    elif len(same_games) == 1:
        code, article = "most_games", "3.1.4"
    else:
        code, article = "lowest_ranked", "3.1.5"
    return Fact(f"burstein.bye.{code}", article, (member.tpn,), values)


def round_trace(
    field: Field, brackets: Sequence[tuple[Bracket, Candidate]], pairs: tuple[PairTrace, ...]
) -> Trace:
    return Trace(
        system=SYSTEM_KEY,
        brackets=tuple(bracket_trace(field, *done) for done in brackets),
        pairs=pairs,
        bye=bye_fact(field),
        facts=field.acceleration.facts(
            (member.tpn for member in field.members), field.state.next_round
        ),
    )


def seeding_trace(state: TournamentState, trace: Trace) -> Trace:
    """Art. 1.6: the reasons are those of the Dutch System."""
    values = (("round", state.next_round), ("seeding", seeding_rounds(state.total_rounds)))
    fact = Fact("burstein.seeding_round", "1.6", (), values)
    return replace(trace, system=SYSTEM_KEY, facts=(fact, *trace.facts))
