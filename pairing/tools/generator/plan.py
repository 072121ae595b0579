"""The plan of a generated tournament: the settings with nothing left open."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from pairing.errors import UnsupportedRule
from pairing.results import ByeKind
from pairing.state import Colour, Player
from pairing.systems import System
from pairing.tools.generator.settings import Amount, Settings, Share

MAX_PLAYERS = 9999
#: strength of a player whose rating is given as 0
UNRATED_STRENGTH = 1400

T = TypeVar("T")

#: lists are drawn from these
SWISS_TIE_BREAKS: tuple[str, ...] = (
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "SB", "SB/C1", "DE", "DE/P", "PS", "PS/C1"),
    *("WIN", "WON", "BPG", "BWG", "KS", "REP", "STD", "AOB", "FB"),
)
ROUND_ROBIN_TIE_BREAKS: tuple[str, ...] = (
    *("DE", "WIN", "WON", "SB", "SB/C1", "KS", "BPG", "BWG", "STD", "REP"),
)
RATING_TIE_BREAKS = ("ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO")


class Draw:
    """Random choices that depend on nothing but the seed and how often it was tried."""

    def __init__(self, seed: int | str, attempt: int) -> None:
        self._random = Random(f"{seed}/{attempt}")

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def between(self, first: int, last: int) -> int:
        return first + self.below(last - first + 1)

    def one_of(self, items: tuple[T, ...]) -> T:
        return items[self.below(len(items))]

    def some(self, items: Iterable[int], count: int) -> list[int]:
        """So many of them, or all if there are fewer."""
        pool = list(items)
        self._random.shuffle(pool)
        return pool[:count]


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings with nothing left open."""

    settings: Settings
    players: tuple[Player, ...]
    strengths: tuple[int, ...]
    rounds: int
    baku: bool
    tie_breaks: tuple[str, ...]
    initial_colour: Colour
    arrives: dict[int, int]  # first round of a late entry
    leaves: dict[int, int]  # first round without a withdrawn player
    byes: tuple[tuple[ByeKind, tuple[int, ...]], ...]  # how many in each round
    outcomes: tuple[tuple[str, tuple[int, ...]], ...]  # kind of result, how many in each round


def planned(settings: Settings, chosen: System, draw: Draw) -> Plan:
    swiss = chosen.format.swiss
    count = _count_of_players(settings, swiss, draw)
    rounds = _count_of_rounds(settings, swiss, count, draw)
    players, strengths = _field(settings, chosen, count, draw)
    if not swiss:
        _refuse_swiss_settings(settings)
    baku = _baku(settings, chosen, rounds, draw)
    arrives, leaves = comings_and_goings(settings, swiss, count, rounds, draw)
    byes = tuple(
        (kind, spread(amount, usual, count, rounds, draw))
        for kind, amount, usual in (
            (ByeKind.HALF_POINT, settings.half_byes, (0, 5, 10, 20, 50)),
            (ByeKind.FULL_POINT, settings.full_byes, (0, 0, 0, 5)),
            (ByeKind.ZERO_POINT, settings.zero_byes, (0, 0, 10, 20)),
        )
        if swiss
    )
    games = count // 2
    outcomes = tuple(
        (kind, spread(amount, usual, games, rounds, draw))
        for kind, amount, usual in (
            ("forfeit", settings.forfeit_wins, (0, 0, 10, 30)),
            ("--", settings.forfeit_losses, (0, 0, 0, 5)),
            ("=0", settings.half_zero, (0, 0, 3)),
            ("0=", settings.zero_half, (0, 0, 3)),
            ("00", settings.zero_zero, (0, 0, 3)),
            ("unrated", settings.unrated_games, (0, 0, 5)),
        )
    )
    tie_breaks = settings.tie_breaks
    if tie_breaks is None:
        pool = SWISS_TIE_BREAKS if swiss else ROUND_ROBIN_TIE_BREAKS
        if all(player.rating for player in players):
            pool += RATING_TIE_BREAKS
        indices = draw.some(range(len(pool)), draw.between(2, 5))
        tie_breaks = tuple(pool[index] for index in indices)
        if draw.below(4) == 0:
            # It separates everybody, so nothing may follow it.
            tie_breaks += ("TPN",)
    return Plan(
        settings=settings,
        players=players,
        strengths=strengths,
        rounds=rounds,
        baku=baku,
        tie_breaks=tie_breaks,
        initial_colour=settings.initial_colour or draw.one_of((Colour.WHITE, Colour.BLACK)),
        arrives=arrives,
        leaves=leaves,
        byes=byes,
        outcomes=outcomes,
    )


def _count_of_players(settings: Settings, swiss: bool, draw: Draw) -> int:
    given = settings.players
    if given is None and settings.ratings:
        given = len(settings.ratings)
    if given is None and settings.rounds is not None and swiss:
        return draw.between(max(8, settings.rounds * 2), max(60, settings.rounds * 8))
    if given is None:
        return draw.between(8, 120) if swiss else draw.between(4, 16)
    if not 2 <= given <= MAX_PLAYERS:
        raise UnsupportedRule("generate.players", most=MAX_PLAYERS)
    if settings.ratings and len(settings.ratings) != given:
        raise UnsupportedRule(
            "generate.ratings_count", ratings=len(settings.ratings), players=given
        )
    return given


def _count_of_rounds(settings: Settings, swiss: bool, players: int, draw: Draw) -> int:
    opponents = players - 1
    if not swiss:
        cycles = int(dict(settings.options).get("cycles", 1))
        needed = (opponents + players % 2) * cycles
        if settings.rounds not in (None, needed):
            raise UnsupportedRule("generate.table_rounds", players=players, rounds=needed)
        return needed
    most = opponents + players % 2
    if settings.rounds is not None:
        if not 1 <= settings.rounds <= most:
            raise UnsupportedRule("generate.rounds", players=players, most=most)
        return settings.rounds
    needed = opponents.bit_length()
    return max(1, min(draw.between(needed, needed + 4), 2 * players // 3, most))


def _refuse_swiss_settings(settings: Settings) -> None:
    for name, given in (
        ("byes", settings.half_byes),
        ("byes", settings.full_byes),
        ("byes", settings.zero_byes),
        ("withdrawals", settings.withdrawals),
        ("late entries", settings.late_entries),
        ("Baku acceleration", settings.baku),
    ):
        if given is not None and given is not False:
            raise UnsupportedRule("generate.swiss_only", name=name)


def _field(
    settings: Settings, chosen: System, count: int, draw: Draw
) -> tuple[tuple[Player, ...], tuple[int, ...]]:
    """The players by C.04.2 art. 2.2, and how strong they play."""
    if settings.ratings:
        ratings = list(settings.ratings)
    elif settings.rating_step:
        top, step = settings.rating_step
        ratings = [top - step * index for index in range(count)]
    elif settings.rating_range:
        ratings = [draw.between(*settings.rating_range) for _ in range(count)]
    else:
        # The middle of three is likelier than the ends.
        low, high = 1400 + draw.below(400), 2000 + draw.below(700)
        ratings = [sum(draw.between(low, high) for _ in range(3)) // 3 for _ in range(count)]
    if min(ratings) < 0 or max(ratings) > 9999:
        raise UnsupportedRule("generate.ratings")
    strengths = [rating or UNRATED_STRENGTH for rating in ratings]
    share = settings.unrated
    if share is None:
        typed = settings.ratings or settings.rating_step
        rated = typed or chosen.format.needs_ratings
        share = Share(0) if rated else Share(draw.one_of((0, 0, 50, 200)), True)
    for index in draw.some(range(count), share.of(count)):
        ratings[index] = 0
    order = sorted(range(count), key=lambda index: (-ratings[index], -strengths[index], index))
    players = tuple(
        Player(tpn=tpn, name=f"Player, {tpn:04}", rating=ratings[index])
        for tpn, index in enumerate(order, 1)
    )
    return players, tuple(strengths[index] for index in order)


def _baku(settings: Settings, chosen: System, rounds: int, draw: Draw) -> bool:
    if settings.baku is None:
        return chosen.format.accelerates and rounds >= 5 and draw.below(4) == 0
    if settings.baku and not chosen.format.accelerates:
        raise UnsupportedRule("generate.no_acceleration", system=chosen.key)
    return settings.baku


def comings_and_goings(
    settings: Settings, swiss: bool, count: int, rounds: int, draw: Draw
) -> tuple[dict[int, int], dict[int, int]]:
    if not swiss or rounds < 2:
        for name, share in (
            ("withdrawals", settings.withdrawals),
            ("late entries", settings.late_entries),
        ):
            if share is not None and share.value:
                raise UnsupportedRule("generate.one_round", name=name)
        return {}, {}
    late = settings.late_entries
    gone = settings.withdrawals
    if late is None:
        late = Share(draw.one_of((0, 0, 20, 50)), True)
    if gone is None:
        gone = Share(draw.one_of((0, 30, 100)), True)
    coming, going = late.of(count), gone.of(count)
    if coming + going > count - 2:
        raise UnsupportedRule("generate.too_few_left")
    numbers = draw.some(range(1, count + 1), coming + going)
    arrives = {tpn: draw.between(2, max(2, rounds // 2)) for tpn in sorted(numbers[:coming])}
    leaves = {tpn: draw.between(2, rounds) for tpn in sorted(numbers[coming:])}
    return arrives, leaves


def spread(
    amount: Amount | None, usual: tuple[int, ...], slots: int, rounds: int, draw: Draw
) -> tuple[int, ...]:
    """The number for each round. `usual`: tenths of a per cent to draw from if nothing is given."""
    if amount is None:
        amount = Amount(Share(draw.one_of(usual), True))
    counts = [0] * rounds
    for _ in range(amount.whole.of(slots * rounds)):
        counts[draw.below(rounds)] += 1
    for number, share in amount.by_round:
        if not 1 <= number <= rounds:
            raise UnsupportedRule("generate.no_round", round=number, rounds=rounds)
        counts[number - 1] += share.of(slots)
    return tuple(counts)
