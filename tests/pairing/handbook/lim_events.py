"""Random positions and events for the tests of the Lim system."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bonus,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    Record,
    Round,
    RoundPairing,
    TournamentState,
)

CODES = ["10"] * 4 + ["=="] * 4 + ["01"] * 4 + ["+-", "-+", "--"]


def players(rng: Random, size: int) -> tuple[Player, ...]:
    ratings = sorted((rng.randrange(1500, 2600, 10) for _ in range(size)), reverse=True)
    return tuple(Player(tpn, rating=rating) for tpn, rating in enumerate(ratings, 1))


def result_code(rng: Random, forfeits: bool, decisive: bool) -> str:
    codes = CODES if forfeits else CODES[:12]
    if decisive:
        codes = [code for code in codes if code != "=="]
    return rng.choice(codes)


def play(rng: Random, state: TournamentState, pairing: RoundPairing, **how: bool) -> Round:
    """The round as paired, with results."""
    games = tuple(
        Game(board.white, board.black, RESULTS[result_code(rng, **how)], number)
        for number, board in enumerate(pairing.boards, 1)
    )
    byes = state.byes
    if pairing.bye:
        byes = (*byes, Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED))
    return Round(pairing.number, games, byes)


def absences(rng: Random, state: TournamentState, share: float) -> tuple[Bye, ...]:
    kinds = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT)
    return tuple(
        Bye(player.tpn, rng.choice(kinds)) for player in state.players if rng.random() < share
    )


def random_round(rng: Random, state: TournamentState, **how: bool) -> Round:
    """Any legal round, paired without a system: histories that no system would make."""
    record = Record(state)
    waiting = [player.tpn for player in state.to_be_paired()]
    rng.shuffle(waiting)
    if rng.random() < 0.6:
        waiting.sort(key=lambda tpn: (record.score[tpn], rng.random()))
    games = []
    byes = list(state.byes)
    while waiting:
        a = waiting.pop()
        for b in waiting:
            ways = [
                (white, black)
                for white, black in ((a, b), (b, a))
                if may_have(record, white, Colour.WHITE) and may_have(record, black, Colour.BLACK)
            ]
            if b not in record.met[a] and ways:
                white, black = rng.choice(ways)
                games.append(Game(white, black, RESULTS[result_code(rng, **how)]))
                waiting.remove(b)
                break
        else:
            kind = ByeKind.ZERO_POINT if a in record.bye_barred else ByeKind.PAIRING_ALLOCATED
            byes.append(Bye(a, kind))
    return Round(state.next_round, tuple(games), tuple(byes))


def may_have(record: Record, tpn: int, colour: Colour) -> bool:
    history = [*record.colours[tpn], colour]
    excess = history.count(colour) - history.count(colour.opposite)
    return excess <= 2 and history[-3:] != [colour] * 3


def random_state(rng: Random, sizes: tuple[int, int] = (3, 10)) -> TournamentState:
    """A small field in the middle of an event, or at its end."""
    size = rng.randint(*sizes)
    played = rng.randint(1, max(1, size - 2))
    options: dict[str, bool] = {
        "maxi": rng.random() < 0.3,
        "protect_bye": rng.random() < 0.3,
    }
    state = TournamentState(
        players(rng, size),
        (),
        total_rounds=played + (1 if rng.random() < 0.3 else 3),
        initial_colour=rng.choice(list(Colour)),
        options=tuple(options.items()),
    )
    how = {"forfeits": rng.random() < 0.5, "decisive": rng.random() < 0.3}
    share = rng.choice((0, 0, 0.1))
    for _ in range(played):
        state = replace(state, byes=absences(rng, state, share))
        state = replace(state, rounds=(*state.rounds, random_round(rng, state, **how)))
    forbidden = ()
    if rng.random() < 0.2:
        forbidden = (ForbiddenGroup(frozenset(rng.sample(range(1, size + 1), 2))),)
    if rng.random() < 0.5:
        state = replace(state, bonuses=few_groups(rng, state))
    return replace(state, byes=absences(rng, state, share), forbidden=forbidden)


def few_groups(rng: Random, state: TournamentState) -> tuple[Bonus, ...]:
    """Points given so that the players stand in at most three, hence large, groups."""
    played = len(state.rounds)
    scores = [rng.randint(0, 2 * played) * 5 for _ in range(3)]
    if rng.random() < 0.5:
        scores.append(5 * played)  # the median
    record = Record(state)
    return tuple(
        Bonus(player.tpn, played, rng.choice(scores) - record.score[player.tpn])
        for player in state.players
    )


GHOSTS = 100


def position(
    cards: Mapping[int, tuple[int, str]],
    *,
    met: Iterable[tuple[int, int]] = (),
    total: int = 0,
    ratings: Mapping[int, int] | None = None,
    **options: bool | int,
) -> TournamentState:
    """A position written down as cards: number → (score in tenths, colours such as "WB-").

    The games of the cards were played against others who have left since. Players who have met
    are given apart, as pairs.
    """
    played = max(len(colours) for _, colours in cards.values())
    rounds = []
    ghosts: list[int] = []
    for index in range(played):
        games = []
        for tpn, (_, colours) in cards.items():
            if colours[index : index + 1] in ("W", "B"):
                ghosts.append(GHOSTS + len(ghosts))
                pair = (tpn, ghosts[-1]) if colours[index] == "W" else (ghosts[-1], tpn)
                games.append(Game(*pair, RESULTS["=="]))
        rounds.append(Round(index + 1, tuple(games)))
    state = TournamentState(
        players=tuple(Player(tpn, rating=(ratings or {}).get(tpn, 0)) for tpn in sorted(cards))
        + tuple(Player(tpn) for tpn in ghosts),
        rounds=tuple(rounds),
        total_rounds=total or played + 3,
        initial_colour=Colour.WHITE,
        byes=tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in ghosts),
        forbidden=tuple(ForbiddenGroup(frozenset(pair)) for pair in met),
        options=tuple(options.items()),
    )
    scores = Record(state).score
    bonuses = tuple(Bonus(tpn, played, score - scores[tpn]) for tpn, (score, _) in cards.items())
    return replace(state, bonuses=bonuses)
