"""The generator: random tournaments that obey the rules and their own tie-break list.

Everything follows from the seed: the same settings with the same seed give the same tournament.
What a setting leaves open is drawn. Results are drawn from FIDE's probability table (B.02 art.
8.1.2, differences cut at 400): the expected score of every game is that of the table.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from pairing.checker import refuse_unknown_options
from pairing.errors import FileError, NoLegalPairing, UnsupportedRule
from pairing.probability import expected_score
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Baku,
    Bye,
    Colour,
    Game,
    Player,
    Round,
    TournamentState,
)
from pairing.systems import Family, System, system
from pairing.trf import TrfDocument, code_for, from_state

Options = tuple[tuple[str, str | int | bool], ...]

MAX_PLAYERS = 9999
#: how often a tournament that cannot be finished is begun again
ATTEMPTS = 40
#: how many games are drawn, in hundredths of the smaller of the two expected scores
DRAWS = 70
#: strength of a player whose rating is given as 0
UNRATED_STRENGTH = 1400

T = TypeVar("T")

_AMOUNT = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,5})(?:\.([0-9]))?(%?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Share:
    """A number, or tenths of a per cent."""

    value: int
    per_cent: bool = False

    def of(self, whole: int) -> int:
        return (self.value * whole + 500) // 1000 if self.per_cent else self.value


@dataclass(frozen=True, slots=True)
class Amount:
    """How often something happens: in the whole event, and in named rounds."""

    whole: Share = Share(0)
    by_round: tuple[tuple[int, Share], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Amount":
        """`5`, `2%`, or by round `1:3,4:10%`."""
        whole = Share(0)
        by_round = []
        for part in text.split(","):
            match = _AMOUNT.fullmatch(part.strip())
            if not match:
                raise FileError("generate.amount", found=part.strip())
            round_, number, tenth, per_cent = match.groups()
            if tenth and not per_cent:
                raise FileError("generate.whole", found=part.strip())
            value = int(number) * 10 + int(tenth or 0) if per_cent else int(number)
            if per_cent and value > 1000:
                raise FileError("generate.per_cent", found=part.strip())
            share = Share(value, bool(per_cent))
            if round_:
                by_round.append((int(round_), share))
            else:
                whole = share
        return cls(whole, tuple(by_round))

    @property
    def nothing(self) -> bool:
        return not self.whole.value and not any(share.value for _, share in self.by_round)


@dataclass(frozen=True, slots=True)
class Settings:
    """None, "" or an empty tuple means: draw it."""

    seed: int | str
    system: str = "fide2026.dutch"
    options: Options = ()
    players: int | None = None
    rounds: int | None = None
    half_byes: Amount | None = None
    full_byes: Amount | None = None
    zero_byes: Amount | None = None
    forfeit_wins: Amount | None = None  # games that one player wins without playing
    forfeit_losses: Amount | None = None  # games that both players lose without playing
    half_zero: Amount | None = None  # played, ½-0
    zero_half: Amount | None = None
    zero_zero: Amount | None = None
    unrated_games: Amount | None = None  # less than one move each
    unrated: Share | None = None  # players without a rating
    withdrawals: Share | None = None
    late_entries: Share | None = None
    baku: bool | None = None
    ratings: tuple[int, ...] = ()
    rating_range: tuple[int, int] | None = None
    rating_step: tuple[int, int] | None = None  # of the first player, and down to the next
    tie_breaks: tuple[str, ...] | None = None
    initial_colour: Colour | None = None


#: lists are drawn from these
SWISS_TIE_BREAKS: tuple[str, ...] = (
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "SB", "SB/C1", "DE", "DE/P", "PS", "PS/C1"),
    *("WIN", "WON", "BPG", "BWG", "KS", "REP", "STD", "AOB", "FB"),
)
ROUND_ROBIN_TIE_BREAKS: tuple[str, ...] = (
    *("DE", "WIN", "WON", "SB", "SB/C1", "KS", "BPG", "BWG", "STD", "REP"),
)
RATING_TIE_BREAKS = ("ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO")


def generate(settings: Settings) -> TrfDocument:
    """A finished tournament. Raises `UnsupportedRule` where the settings leave none."""
    chosen = system(settings.system)
    refuse_unknown_options(chosen, settings.options)
    for attempt in range(ATTEMPTS):
        draw = Draw(settings.seed, attempt)
        plan = _planned(settings, chosen, draw)
        try:
            state = _play(plan, chosen, draw)
        except NoLegalPairing:
            continue
        return _document(plan, chosen, state)
    raise UnsupportedRule("generate.unfinished")


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


# What will happen


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


def _planned(settings: Settings, chosen: System, draw: Draw) -> Plan:
    swiss = chosen.family is Family.SWISS
    count = _count_of_players(settings, swiss, draw)
    rounds = _count_of_rounds(settings, swiss, count, draw)
    players, strengths = _field(settings, count, draw)
    if not swiss:
        _refuse_swiss_settings(settings)
    baku = _baku(settings, chosen, rounds, draw)
    arrives, leaves = _comings_and_goings(settings, swiss, count, rounds, draw)
    byes = tuple(
        (kind, _spread(amount, usual, count, rounds, draw))
        for kind, amount, usual in (
            (ByeKind.HALF_POINT, settings.half_byes, (0, 5, 10, 20, 50)),
            (ByeKind.FULL_POINT, settings.full_byes, (0, 0, 0, 5)),
            (ByeKind.ZERO_POINT, settings.zero_byes, (0, 0, 10, 20)),
        )
        if swiss
    )
    games = count // 2
    outcomes = tuple(
        (kind, _spread(amount, usual, games, rounds, draw))
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
    settings: Settings, count: int, draw: Draw
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
        share = Share(0) if typed else Share(draw.one_of((0, 0, 50, 200)), True)
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
        return chosen.accelerates and rounds >= 5 and draw.below(4) == 0
    if settings.baku and not chosen.accelerates:
        raise UnsupportedRule("generate.no_acceleration", system=chosen.key)
    return settings.baku


def _comings_and_goings(
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


def _spread(
    amount: Amount | None, usual: tuple[int, ...], slots: int, rounds: int, draw: Draw
) -> tuple[int, ...]:
    """How many in each round. `usual`: tenths of a per cent to draw from if nothing is given."""
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


# What happens


def _play(plan: Plan, chosen: System, draw: Draw) -> TournamentState:
    """Round after round. What finds no room in its round waits for the next one."""
    state = TournamentState(
        players=plan.players,
        rounds=(),
        total_rounds=plan.rounds,
        initial_colour=plan.initial_colour,
        acceleration=Baku() if plan.baku else None,
        options=plan.settings.options,
    )
    waiting_byes = dict.fromkeys((kind for kind, _ in plan.byes), 0)
    waiting = dict.fromkeys((kind for kind, _ in plan.outcomes), 0)
    for number in range(1, plan.rounds + 1):
        for kind, counts in plan.byes:
            waiting_byes[kind] += counts[number - 1]
        for outcome, counts in plan.outcomes:
            waiting[outcome] += counts[number - 1]
        byes = _byes(plan, number, waiting_byes, draw)
        state = replace(state, byes=byes)
        paired = chosen.pair(state)
        if paired.bye is not None and chosen.family is Family.SWISS:
            byes = (*byes, Bye(paired.bye, ByeKind.PAIRING_ALLOCATED))
        pairs = [(board.white, board.black) for board in paired.boards]
        games = _games(plan, pairs, waiting, draw)
        round_ = Round(number, games, tuple(sorted(byes, key=lambda bye: bye.player)))
        state = replace(state, rounds=(*state.rounds, round_), byes=())
    _refuse_what_waits(plan.settings, waiting_byes, waiting)
    return state


def _byes(plan: Plan, number: int, waiting: dict[ByeKind, int], draw: Draw) -> tuple[Bye, ...]:
    """Who is not there, and who has asked for a bye."""
    byes = [
        Bye(player.tpn, ByeKind.ZERO_POINT)
        for player in plan.players
        if number < plan.arrives.get(player.tpn, 1)
        or number >= plan.leaves.get(player.tpn, plan.rounds + 1)
    ]
    away = {bye.player for bye in byes}
    present = [player.tpn for player in plan.players if player.tpn not in away]
    for kind, count in waiting.items():
        # Two at least are left to be paired.
        chosen = draw.some(present, min(count, len(present) - 2))
        waiting[kind] -= len(chosen)
        byes += [Bye(tpn, kind) for tpn in chosen]
        away.update(chosen)
        present = [tpn for tpn in present if tpn not in away]
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _games(
    plan: Plan, pairs: list[tuple[int, int]], waiting: dict[str, int], draw: Draw
) -> tuple[Game, ...]:
    special: dict[int, str] = {}
    left = list(range(len(pairs)))
    for kind, count in waiting.items():
        chosen = draw.some(left, count)
        waiting[kind] -= len(chosen)
        special |= dict.fromkeys(chosen, kind)
        left = [index for index in left if index not in special]
    games = []
    for index, (white, black) in enumerate(pairs):
        code = _result(plan.strengths[white - 1], plan.strengths[black - 1], draw)
        kind = special.get(index, "")
        if kind == "forfeit":
            code = draw.one_of(("+-", "-+"))
        elif kind == "unrated":
            code = {"10": "WL", "==": "DD", "01": "LW"}[code]
        elif kind:
            code = kind
        games.append(Game(white, black, RESULTS[code], index + 1))
    return tuple(games)


def _result(white: int, black: int, draw: Draw) -> str:
    """B.02 art. 8.1.2: on average White scores what the table says."""
    expected = expected_score(white, black)
    draws = min(expected, 100 - expected) * DRAWS
    wins = expected * 100 - draws // 2
    drawn = draw.below(10_000)
    return "10" if drawn < wins else "==" if drawn < wins + draws else "01"


def _refuse_what_waits(
    settings: Settings, byes: dict[ByeKind, int], outcomes: dict[str, int]
) -> None:
    """What was asked for and found no room anywhere."""
    asked = (
        ("half-point byes", settings.half_byes, byes.get(ByeKind.HALF_POINT, 0)),
        ("full-point byes", settings.full_byes, byes.get(ByeKind.FULL_POINT, 0)),
        ("zero-point byes", settings.zero_byes, byes.get(ByeKind.ZERO_POINT, 0)),
        ("forfeit wins", settings.forfeit_wins, outcomes["forfeit"]),
        ("forfeit losses", settings.forfeit_losses, outcomes["--"]),
        ("results ½-0", settings.half_zero, outcomes["=0"]),
        ("results 0-½", settings.zero_half, outcomes["0="]),
        ("results 0-0", settings.zero_zero, outcomes["00"]),
        ("unrated games", settings.unrated_games, outcomes["unrated"]),
    )
    for name, amount, left in asked:
        if amount is not None and left:
            raise UnsupportedRule("generate.no_room", left=left, name=name)


# The report


def _document(plan: Plan, chosen: System, state: TournamentState) -> TrfDocument:
    from tiebreaks.standings import standings

    table = standings(state, plan.tie_breaks, family=chosen.family)
    type_code, comments = code_for(chosen.key, baku=plan.baku, options=plan.settings.options)
    swiss = chosen.family is Family.SWISS
    return from_state(
        state,
        ranks={row.tpn: row.rank for row in table.rows},
        name=f"Generated tournament {plan.settings.seed}",
        start_date="2026/06/01",
        end_date="2026/06/01",
        type_text="Individual: Swiss-System" if swiss else "Individual: Round-Robin",
        type_code=type_code,
        tie_breaks=plan.tie_breaks,
        standings=("PTS", *plan.tie_breaks),
        controller="Hakem",
        comments=(f"### Generator seed: {plan.settings.seed}", *comments),
    )
