"""The engine against the literal procedure (C and D), on small fields of every kind."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.dutch import pair, task
from pairing.handbook.dutch.criteria import Legal
from pairing.handbook.dutch.definitions import Field, field_of
from pairing.handbook.dutch.group import first_attempt
from pairing.handbook.dutch.procedure import Procedure
from pairing.handbook.dutch.stage import Members, Stage
from pairing.handbook.dutch.task import Task
from pairing.matching.cheapest import Cheapest, cheapest
from tests.pairing.handbook.dutch_fields import crowded_field, dense_group, random_field
from tests.pairing.handbook.dutch_literal import Literal
from tests.pairing.handbook.swiss_events import event


def by_engine(field: Field) -> tuple[set[frozenset[int]], tuple[int, ...]] | None:
    try:
        groups = Procedure(field).pair()
    except NoLegalPairing:
        return None
    pairs = {frozenset(pair) for made in groups if made.attempt for pair in made.attempt.pairs}
    return pairs, groups[-1].floaters


def by_the_letter(
    field: Field, used: Counter[str]
) -> tuple[set[frozenset[int]], tuple[int, ...]] | None:
    literal = Literal(field)
    found = literal.pair()
    used.update(literal.used)
    if found is None:
        used["none"] += 1
        return None
    return {frozenset(pair) for pair in found[0]}, found[1]


def agree(fields: Iterable[tuple[str, Field]]) -> Counter[str]:
    used: Counter[str] = Counter()
    wrong = [name for name, field in fields if by_engine(field) != by_the_letter(field, used)]
    assert wrong == []
    return used


def fields(make: Callable[[int, int], Field], seeds: range, most: int) -> list[tuple[str, Field]]:
    return [(f"{make.__name__} {seed}", make(seed, most)) for seed in seeds]


def test_c_1_to_c_14_on_fields_of_every_kind() -> None:
    used = agree(fields(random_field, range(1500), 8))

    assert min(used[name] for name in ("C.12", "C.13", "C.14", "merged", "none")) > 0


def test_c_12_to_c_14_on_fields_short_of_opponents() -> None:
    used = agree(fields(crowded_field, range(1200), 5))

    assert min(used[name] for name in ("C.12", "C.13", "C.14", "merged")) > 20


def test_c_12_where_the_next_group_has_players_whom_c_1_moves_on_anyway() -> None:
    seeds = (202073, 202559, 202855, 205980, 209423, 215045, 224215, 230451, 234192, 234513)

    used = agree([(f"crowded_field {seed}", crowded_field(seed, 5)) for seed in seeds])

    assert used["C.12"] == len(seeds)


def with_several_exchanges(seeds: range) -> list[tuple[str, Field]]:
    """The dense groups in which the engine exchanges more than one player."""
    found = []
    for seed in seeds:
        field = dense_group(seed)
        try:
            attempt = Procedure(field).pair()[0].attempt
        except NoLegalPairing:
            continue
        if attempt is not None and len(attempt.exchanged[0]) > 1:
            found.append((f"dense_group {seed}", field))
    return found


def test_d_2_several_exchanges_at_once() -> None:
    several = with_several_exchanges(range(7000))

    assert len(several) > 300
    agree(several)


def small_event_fields(seeds: range) -> list[tuple[str, Field]]:
    return [
        (f"event {seed}, round {state.next_round}", field_of(state))
        for seed in seeds
        for state, _ in event(seed, pair, sizes=(4, 9), apart=3)
    ]


def test_c_1_to_c_14_on_whole_small_events() -> None:
    agree(small_event_fields(range(60)))


@pytest.mark.full
@pytest.mark.parametrize("thousand", range(12))
def test_c_1_to_c_14_on_thousands_of_fields(thousand: int) -> None:
    seeds = range(10_000 + 1000 * thousand, 11_000 + 1000 * thousand)
    agree(fields(random_field, seeds, 9))
    agree(fields(crowded_field, seeds, 6))
    agree(with_several_exchanges(seeds))


@pytest.mark.full
def test_c_1_to_c_14_on_hundreds_of_small_events() -> None:
    agree(small_event_fields(range(1000, 1400)))


# The quick ways of the engine against its weighted matching, in groups too big for the judge


def stages(seed: int) -> Iterable[Stage]:
    field = random_field(seed, 34)
    size = len(field.cards)
    players = range(size)
    for top in (0, 1, 3):
        for rest in ((size - 2 * top) // 2, (size - 2 * top) // 2 - 1):
            if rest > 0:
                yield Stage(Members(Legal(field), tuple(players)), top, rest)


def never_exact(*graph: Any) -> Cheapest | None:
    found = cheapest(*graph)
    return found and replace(found, exact=False)


def compare(seeds: range, monkeypatch: pytest.MonkeyPatch) -> int:
    made = 0
    for seed in seeds:
        for stage in stages(seed):
            quick = first_attempt(stage)
            with monkeypatch.context() as patch:
                never = property(lambda _: False, lambda *_: None)
                patch.setattr(Task, "settled", never, raising=False)
                patch.setattr(task, "cheapest", never_exact)
                patch.setattr(Stage, "tight", lambda _, rows, over: ([0] * len(rows), 0))
                weighted = first_attempt(stage)
            assert quick == weighted, (seed, stage.top, stage.rest)
            made += quick is not None
    return made


def test_c_6_to_c_11_quick_and_weighted_ways_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(range(120), monkeypatch) > 200


@pytest.mark.full
def test_c_6_to_c_11_quick_and_weighted_ways_agree_often(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(range(1000, 2500), monkeypatch) > 2500
