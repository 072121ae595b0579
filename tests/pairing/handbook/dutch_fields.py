"""Random small fields and whole tournaments for the Dutch tests."""

import random

from pairing.handbook.dutch.definitions import Card, Field
from pairing.state import Colour


def random_field(seed: int, most: int = 9) -> Field:
    """Cards that need not come from any tournament: the hard cases come more often."""
    chance = random.Random(seed)
    size = chance.randint(2, most)
    number = chance.randint(2, 7)
    scores = chance.randint(1, 4)
    density = chance.choice([0.1, 0.3, 0.5, 0.7])
    floating = chance.choice([0.0, 0.2, 0.5])
    rigid = chance.choice([0.2, 0.5, 0.9])
    last = chance.random() < 0.3
    cards = []
    for tpn in range(1, size + 1):
        colours: list[Colour] = []
        for _ in range(number - 1):
            if chance.random() < 0.1:
                continue
            if colours and chance.random() > rigid:
                colours.append(colours[-1].opposite)
            else:
                colours.append(chance.choice(list(Colour)))
            while len(colours) > 2 and len(set(colours[-3:])) == 1:
                colours[-1] = colours[-1].opposite
        marks = [
            chance.choice(["up", "down"]) if chance.random() < floating else None for _ in range(2)
        ]
        cards.append(
            Card(
                tpn=tpn,
                score=5 * chance.randrange(scores),
                colours=tuple(colours),
                floats=(marks[0], marks[1]),
                barred=chance.random() < 0.2,
                exempt=last and chance.random() < 0.4,
            )
        )
    cards.sort(key=lambda card: (-card.score, card.tpn))
    met = frozenset((a, b) for b in range(size) for a in range(b) if chance.random() < density)
    return Field(tuple(cards), met, number, last)


def crowded_field(seed: int, most: int) -> Field:
    """Score groups of which one has nearly run out of opponents: C.12, C.13 and C.14 at work."""
    chance = random.Random(seed)
    sizes = [chance.randint(1, most) for _ in range(chance.choice([2, 2, 3]))]
    hard = chance.randrange(1, len(sizes))
    sizes[hard] = chance.randint(1, max(2, most // 2))
    group = [index for index, size in enumerate(sizes) for _ in range(size)]
    white, black = Colour.WHITE, Colour.BLACK
    histories = [(), (white,), (black,), (white, black), (black, black), (white, white)]
    cards = tuple(
        Card(
            tpn=tpn,
            score=100 - 5 * index,
            colours=chance.choice(histories),
            floats=(
                chance.choice([None, "down", "up"]),
                chance.choice([None, None, "down", "up"]),
            ),
            barred=chance.random() < 0.4,
            exempt=chance.random() < 0.3,
        )
        for tpn, index in enumerate(group, start=1)
    )
    within_hard = chance.choice([0.3, 0.8, 0.95, 1.0])
    across = chance.choice([0.3, 0.7, 0.9])
    within = chance.choice([0.1, 0.3, 0.6])

    def density(a: int, b: int) -> float:
        if group[a] != group[b]:
            return across
        return within_hard if group[a] == hard else within

    met = frozenset(
        (a, b) for b in range(len(cards)) for a in range(b) if chance.random() < density(a, b)
    )
    return Field(cards, met, chance.randint(3, 6), chance.random() < 0.3)


def dense_group(seed: int) -> Field:
    """One score group in which most have met: several exchanges at once are needed."""
    chance = random.Random(seed)
    size = chance.randint(8, 10)
    density = chance.choice([0.6, 0.7, 0.75])
    cards = tuple(
        Card(tpn, 10, tuple(chance.choice(list(Colour)) for _ in range(chance.randint(1, 2))))
        for tpn in range(1, size + 1)
    )
    met = frozenset((a, b) for b in range(size) for a in range(b) if chance.random() < density)
    return Field(cards, met, chance.randint(3, 6), False)
