"""`python -m pairing generate`: its options, and what they mean to the generator."""

import argparse
import re
import sys
from secrets import randbelow

from pairing.errors import FileError, PairingError
from pairing.formats import DEFAULT
from pairing.state import Colour
from pairing.tools import console
from pairing.tools.generator import Amount, Settings, Share, generate
from pairing.trf import write

#: fresh seeds are drawn below this: short enough to be read out on the telephone
LARGEST_SEED = 10**9

_AMOUNTS = (
    ("half-byes", "half-point byes"),
    ("full-byes", "full-point byes"),
    ("zero-byes", "zero-point byes (announced absences)"),
    ("forfeit-wins", "games won by forfeit"),
    ("forfeit-losses", "games lost by forfeit by both players"),
    ("half-zero", "games played that end ½-0"),
    ("zero-half", "games played that end 0-½"),
    ("zero-zero", "games played that end 0-0"),
    ("unrated-games", "games of less than one move each (W, D, L)"),
)
_SHARES = (
    ("unrated", "players without a rating"),
    ("withdrawals", "players who leave before the end"),
    ("late-entries", "players who come after round 1"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--rounds", type=int, metavar="N")
    parser.add_argument("--seed", metavar="SEED", help="default: a fresh one, printed and written")
    amounts = parser.add_argument_group(
        "how often", "a number (5), a per cent (2%%), or by round (1:3,4:10%%)"
    )
    for name, what in _AMOUNTS:
        amounts.add_argument(f"--{name}", metavar="N", help=what)
    shares = parser.add_argument_group("how many players", "a number (5) or a per cent (2%%)")
    for name, what in _SHARES:
        shares.add_argument(f"--{name}", metavar="N", help=what)
    ratings = parser.add_argument_group("ratings", "random unless given")
    ratings.add_argument("--ratings", metavar="LIST", help="2400,2350,... (0: no rating)")
    ratings.add_argument("--rating-min", type=int, metavar="R")
    ratings.add_argument("--rating-max", type=int, metavar="R")
    ratings.add_argument("--rating-top", type=int, metavar="R", help="the highest rating")
    ratings.add_argument("--rating-step", type=int, metavar="N", help="down to the next player")
    baku = parser.add_mutually_exclusive_group()
    baku.add_argument("--baku", action="store_true", default=None, help="accelerated")
    baku.add_argument("--no-baku", action="store_false", dest="baku", help="not accelerated")
    parser.add_argument("--tie-breaks", metavar="LIST", help="such as BH/C1,BH,SB,DE; '' for none")
    parser.add_argument("--initial-colour", choices=("w", "b"), help="of the first board")


def settings_of(given: argparse.Namespace) -> Settings:
    seed = given.seed if given.seed is not None else str(randbelow(LARGEST_SEED))
    if not re.fullmatch(r"[ -~]{1,60}", seed):
        raise console.Wrong("--seed: write up to 60 letters or digits.")
    amounts = {name: _amount(given, name) for name, _ in _AMOUNTS}
    shares = {name: _share(given, name) for name, _ in _SHARES}
    tie_breaks = given.tie_breaks
    return Settings(
        seed=seed,
        system=given.system or DEFAULT,
        options=console.chosen_options(given),
        players=given.players,
        rounds=given.rounds,
        half_byes=amounts["half-byes"],
        full_byes=amounts["full-byes"],
        zero_byes=amounts["zero-byes"],
        forfeit_wins=amounts["forfeit-wins"],
        forfeit_losses=amounts["forfeit-losses"],
        half_zero=amounts["half-zero"],
        zero_half=amounts["zero-half"],
        zero_zero=amounts["zero-zero"],
        unrated_games=amounts["unrated-games"],
        unrated=shares["unrated"],
        withdrawals=shares["withdrawals"],
        late_entries=shares["late-entries"],
        baku=given.baku,
        ratings=_ratings(given),
        rating_range=_range(given),
        rating_step=_step(given),
        tie_breaks=None
        if tie_breaks is None
        else tuple(re.split(r"[\s,;]+", tie_breaks.strip()))
        if tie_breaks.strip()
        else (),
        initial_colour=Colour(given.initial_colour) if given.initial_colour else None,
    )


def _amount(given: argparse.Namespace, name: str) -> Amount | None:
    text = getattr(given, name.replace("-", "_"))
    if text is None:
        return None
    try:
        return Amount.parse(text)
    except FileError as error:
        raise console.Wrong(f"--{name}: {error}.") from error


def _share(given: argparse.Namespace, name: str) -> Share | None:
    amount = _amount(given, name)
    if amount is None:
        return None
    if amount.by_round:
        raise console.Wrong(f"--{name}: a number or a per cent, not by round.")
    return amount.whole


def _ratings(given: argparse.Namespace) -> tuple[int, ...]:
    if given.ratings is None:
        return ()
    words = [word for word in re.split(r"[\s,;]+", given.ratings) if word]
    if not words or not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
        raise console.Wrong("--ratings: write numbers of up to four digits, such as 2400,2350,0.")
    if given.rating_min or given.rating_max or given.rating_top or given.rating_step:
        raise console.Wrong("--ratings: a list leaves nothing to the other rating options.")
    return tuple(int(word) for word in words)


def _range(given: argparse.Namespace) -> tuple[int, int] | None:
    low, high = given.rating_min, given.rating_max
    if low is None and high is None:
        return None
    if given.rating_top is not None or given.rating_step is not None:
        raise console.Wrong("--rating-min and --rating-max do not go with --rating-top.")
    high = max(low, 2700) if high is None else high
    low = min(high, 1400) if low is None else low
    if not 1 <= low <= high <= 4000:
        raise console.Wrong("--rating-min, --rating-max: 1 to 4000, the lower one first.")
    return low, high


def _step(given: argparse.Namespace) -> tuple[int, int] | None:
    if given.rating_top is None and given.rating_step is None:
        return None
    top = 2500 if given.rating_top is None else given.rating_top
    step = 10 if given.rating_step is None else given.rating_step
    if not 1 <= top <= 4000 or not 0 <= step <= 1000:
        raise console.Wrong("--rating-top: 1 to 4000; --rating-step: 0 to 1000.")
    return top, step


def run(given: argparse.Namespace) -> int:
    settings = settings_of(given)
    try:
        document = generate(settings)
    except PairingError as error:
        raise console.Wrong(str(error)) from error
    console.put(write(document, given.profile), given.out)
    # The file itself may be on standard output.
    print(f"seed {settings.seed}", file=sys.stderr if given.out is None else sys.stdout)
    return 0
