"""The engine against C.04.3 articles 2 to 4 taken literally, and its two solvers compared."""

import random
from collections.abc import Iterator

import pytest

from pairing.fide2026.dutch import pair, why_not
from pairing.fide2026.dutch.bracket import bracket_at, pair_bracket, solve
from pairing.fide2026.dutch.classes import solve_by_classes
from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.model import Bracket, Candidate, Model
from pairing.fide2026.dutch.packed import solve_packed
from pairing.fide2026.dutch.reasons import quality, written
from pairing.fide2026.dutch.window import pair_in_window
from pairing.matching import Matching
from pairing.state import ForbiddenGroup, TournamentState
from pairing.verdicts import WhyNot
from tests.pairing.fide2026.dutch import literal_bracket as literal
from tests.pairing.fide2026.dutch.dutch_simulation import HABITS, last_round, tournament


def states(seed: int, least: int, most: int) -> Iterator[TournamentState]:
    chance = random.Random(seed)
    players = chance.randint(least, most)
    rounds = chance.randint(3, max(3, min(9, players - 1)))
    forbidden: tuple[ForbiddenGroup, ...] = ()
    if chance.random() < 0.25:
        group = chance.sample(range(1, players + 1), chance.randint(2, max(2, players // 2)))
        forbidden = (ForbiddenGroup(frozenset(group)),)
    for state, _ in tournament(
        seed, players, rounds, pair, chance.choice(HABITS), forbidden=forbidden
    ):
        yield last_round(state) if chance.random() < 0.3 else state


def brackets(state: TournamentState) -> Iterator[tuple[Field, Bracket, Candidate]]:
    field = Field(state)
    left: tuple[int, ...] = ()
    if field.settle_bye():
        for place in range(len(field.scoregroups)):
            bracket = bracket_at(field, place, left)
            made = pair_bracket(field, bracket)
            left = made.unpaired
            yield field, bracket, made


def same_pairs(one: literal.Pairs, two: literal.Pairs) -> bool:
    return {frozenset(pair) for pair in one} == {frozenset(pair) for pair in two}


def compare_with_the_letter(seed: int, most: int, effort: int) -> int:
    judged = 0
    for state in states(seed, 5, most):
        for field, bracket, made in brackets(state):
            if literal.work(bracket) > effort or bracket.next_end - bracket.end > 7:
                continue
            found = literal.best(field, bracket)
            assert found is not None
            pairs, vector = found
            assert same_pairs(made.pairs, pairs), (seed, state.next_round, bracket)
            # The trace gives the same values as the letter.
            values = quality(field, bracket, made)
            for code in ("C6", "C12", "C13", "C14", "C15", "C16", "C17"):
                assert values.get(code, 0) == vector[code], (seed, code)
            if made.following is not None:
                scores = sorted(made.following, reverse=True)
                assert (len(scores), scores) == vector["C8"], (seed, bracket)
            judged += 1
    return judged


@pytest.mark.parametrize("seed", range(60))
def test_art_3_and_4_taken_literally_give_the_same_bracket(seed: int) -> None:
    assert compare_with_the_letter(seed, 11, 900) > 0


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 1600, 20))
def test_art_3_and_4_taken_literally_give_the_same_bracket_at_length(seed: int) -> None:
    assert sum(compare_with_the_letter(seed + i, 16, 30000) for i in range(20)) > 100


def compare_solvers(seed: int, least: int, most: int) -> None:
    def both(model: Model) -> list[int] | None:
        packed = solve_packed(model)
        classes = solve_by_classes(model) if model.n else None
        if classes is not None:
            assert packed is not None
            assert model.candidate(classes) == model.candidate(packed), seed
        return packed

    for state in states(seed, least, most):
        for field, bracket, made in brackets(state):
            assert pair_bracket(field, bracket, both) == made, (seed, bracket)


def compare_with_the_whole_field(seed: int, most: int) -> None:
    for state in states(seed, 5, most):
        for field, bracket, made in brackets(state):
            found = pair_in_window(field, bracket, solve_packed)
            assert found is not None
            assert (found.pairs, found.unpaired) == (made.pairs, made.unpaired), (seed, bracket)


@pytest.mark.parametrize("seed", range(40))
def test_classes_and_weights_find_the_same_candidate(seed: int) -> None:
    compare_solvers(seed, 12, 40)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2000, 2600))
def test_classes_and_weights_find_the_same_candidate_at_length(seed: int) -> None:
    compare_solvers(seed, 8, 70)


@pytest.mark.parametrize("seed", range(60))
def test_art_2_4_3_looking_ahead_agrees_with_the_exact_window(seed: int) -> None:
    compare_with_the_whole_field(seed, 24)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3000, 3600))
def test_art_2_4_3_looking_ahead_agrees_with_the_exact_window_at_length(seed: int) -> None:
    compare_with_the_whole_field(seed, 30)


# why_not


def leads_to(field: Field, bracket: Bracket, pairs: literal.Pairs, a: int, b: int) -> bool:
    """Can this candidate be followed by a complete pairing with a against b?"""
    if (a, b) in pairs or (b, a) in pairs:
        return True
    paired = {x for pair in pairs for x in pair}
    floaters = [x for x in bracket.players if x not in paired]
    left = [*floaters, *range(bracket.end, field.n)]
    if a not in left or b not in left or (a in floaters and b in floaters):
        return False
    rows = list(field.legal)
    for x in floaters:
        for y in floaters:
            rows[x] &= ~(1 << y)
    alive = sum(1 << x for x in left if x not in (a, b))
    alive |= 1 << field.n if alive.bit_count() % 2 else 0
    return Matching(rows, alive).complete()


#: what keeps two apart whatever the others do (art. 2.1, and the arbiter)
ABSOLUTE = "absolute"
ABSOLUTE_REASONS = frozenset(
    {WhyNot.MET_BEFORE, WhyNot.FORBIDDEN_PAIR, "dutch.why_not.same_absolute_colour"}
)


def expected_reason(state: TournamentState, a: int, b: int) -> tuple[str, str]:
    """Code and criterion by exhaustive search."""
    field = Field(state)
    assert field.settle_bye()
    x, y = sorted((field.index[a], field.index[b]))
    if not field.legal[x] >> y & 1:
        return ABSOLUTE, ""
    everybody = sum(1 << z for z in range(field.n) if z not in (x, y))
    together = Field(state)
    together.barred_from_bye = 1 << x | 1 << y
    reachable = [
        score
        for score, _, _ in reversed(together.scoregroups)
        if together.allow_bye(score) is None and together.completable(everybody)
    ]
    if not reachable:
        return WhyNot.NO_COMPLETION, ""
    if field.n % 2 and reachable[0] != field.bye_score:
        return "dutch.why_not.worse", "C5"
    for field, bracket, made in brackets(state):
        if (x, y) in made.pairs:
            return WhyNot.THEY_MEET, ""

        def allowed(pairs: literal.Pairs, field: Field = field, bracket: Bracket = bracket) -> bool:
            return leads_to(field, bracket, pairs, x, y)

        if allowed(made.pairs):
            continue
        with_them = literal.best(field, bracket, allowed)
        if with_them is None:
            return WhyNot.NO_COMPLETION, ""
        mine = literal.evaluate(field, bracket, made.pairs)
        assert mine is not None
        for code, value in with_them[1].items():
            if mine[code] != value:
                return "dutch.why_not.worse", code
        return "dutch.why_not.generated_later", ""
    raise AssertionError


def ask_about_everybody(seed: int, most: int) -> int:
    asked = 0
    for state in states(seed, 4, most):
        if not Field(state).settle_bye():
            continue
        tpns = [player.tpn for player in state.to_be_paired()]
        for i, a in enumerate(tpns):
            for b in tpns[:i]:
                code, criterion = expected_reason(state, a, b)
                (fact, *_) = why_not(state, a, b)
                found = ABSOLUTE if fact.code in ABSOLUTE_REASONS else fact.code
                assert found == code, (seed, state.next_round, a, b, fact)
                assert dict(fact.values).get("criterion", "") == criterion, (seed, a, b, fact)
                asked += 1
    return asked


@pytest.mark.parametrize("seed", range(12))
def test_why_not_agrees_with_exhaustive_search(seed: int) -> None:
    assert ask_about_everybody(seed, 7) > 0


@pytest.mark.full
@pytest.mark.parametrize("seed", range(5000, 5150))
def test_why_not_agrees_with_exhaustive_search_at_length(seed: int) -> None:
    assert ask_about_everybody(seed, 8) > 0


def test_the_written_values_of_lists_are_scores() -> None:
    assert written((35, 30)) == "3½ 3"
    assert solve.__doc__
