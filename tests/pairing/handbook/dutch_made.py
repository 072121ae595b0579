"""Cards, fields and states of the Dutch system, made short."""

import json
from pathlib import Path

from pairing.handbook.dutch.definitions import (
    Card,
    Field,
)
from pairing.handbook.dutch.procedure import Paired, Procedure
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    Fact,
    Game,
    Player,
    Round,
    TournamentState,
)

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "dutch.json").read_text(encoding="utf-8")
)
LETTERS = {"W": Colour.WHITE, "B": Colour.BLACK}


def card(
    tpn: int,
    score: int,
    colours: str = "",
    *,
    floats: tuple[str | None, str | None] = (None, None),
    barred: bool = False,
    exempt: bool = False,
) -> Card:
    return Card(tpn, score, tuple(LETTERS[c] for c in colours), floats, barred, exempt)


def field(
    *cards: Card, met: tuple[tuple[int, int], ...] = (), round: int = 3, last: bool = False
) -> Field:
    """`met` by pairing numbers."""
    order = sorted(cards, key=lambda c: (-c.score, c.tpn))
    place = {c.tpn: i for i, c in enumerate(order)}
    pairs = frozenset((min(place[a], place[b]), max(place[a], place[b])) for a, b in met)
    return Field(tuple(order), pairs, round, last)


def pairs(of: Field) -> list[tuple[int, ...]]:
    """All pairs by numbers, the higher first, and the bye alone at the end."""
    groups = Procedure(of).pair()
    made: list[tuple[int, ...]] = [
        (of.cards[min(pair)].tpn, of.cards[max(pair)].tpn)
        for group in groups
        if group.attempt
        for pair in group.attempt.pairs
    ]
    return sorted(made) + [(of.cards[place].tpn,) for place in groups[-1].floaters]


def groups_of(of: Field) -> tuple[Paired, ...]:
    return Procedure(of).pair()


def games(*played: str) -> tuple[Game, ...]:
    """ "1-2 10": white, black and result code."""
    return tuple(
        Game(*map(int, text.split()[0].split("-")), RESULTS[text.split()[1]]) for text in played
    )


def state(
    size: int, *rounds: tuple[str, ...], total: int = 9, byes: tuple[int, ...] = ()
) -> TournamentState:
    return TournamentState(
        players=tuple(Player(tpn, rating=2500 - 10 * tpn) for tpn in range(1, size + 1)),
        rounds=tuple(Round(i, games(*played)) for i, played in enumerate(rounds, start=1)),
        total_rounds=total,
        initial_colour=Colour.WHITE,
        byes=tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in byes),
    )


def codes(facts: tuple[Fact, ...]) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(f.code.removeprefix("handbook.dutch."), f.article, f.players) for f in facts]


def example(number: int) -> TournamentState:
    """The state before round `number` of the example."""
    rounds = []
    for index, case in enumerate(CASES["rounds"][: number - 1], start=1):
        played = tuple(
            Game(white, black, RESULTS[result], board)
            for board, ((white, black), result) in enumerate(
                zip(case["pairs"], case["results"], strict=True), start=1
            )
        )
        byes = (Bye(case["bye"], ByeKind.PAIRING_ALLOCATED),)
        rounds.append(Round(index, played, byes))
    return TournamentState(
        players=tuple(
            Player(tpn, name, title, rating=rating) for tpn, title, name, rating in CASES["players"]
        ),
        rounds=tuple(rounds),
        total_rounds=9,
        initial_colour=Colour.WHITE,
        byes=tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in CASES["rounds"][number - 1]["absent"]),
    )
