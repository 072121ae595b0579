"""Numbers by lot, of players and of teams: from the recorded seed, or typed in as they came out."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pairing.errors import PairingError
from pairing.handbook.lots import Lots
from pairing.handbook.round_robin import draw_numbers
from pairing.state import Player
from tournaments.kernel.errors import Refused
from tournaments.models import Tournament


class Entrant(Protocol):
    pk: Any
    name: str


def drawn_numbers(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    ratings: Sequence[int],
    typed: Mapping[int, int],
    *,
    unfit: str,
) -> dict[int, int]:
    """Number by key. `typed`: those known already; `unfit`: the refusal where they clash."""
    places = {one.pk: place for place, one in enumerate(entrants, start=1)}
    players = [
        Player(tpn=places[one.pk], name=one.name, rating=rating)
        for one, rating in zip(entrants, ratings, strict=True)
    ]
    own = {places[key]: number for key, number in typed.items() if key in places}
    try:
        drawn = draw_numbers(players, Lots(str(tournament.seed)), own)
    except PairingError as error:
        raise Refused(unfit, count=len(entrants)) from error
    return {entrants[one.entrant - 1].pk: one.number for one in drawn}


def draw_first_colour(tournament: Tournament) -> None:
    """The initial colour, where it is not set: from the tournament's recorded seed."""
    if not tournament.initial_colour:
        tournament.initial_colour = "wb"[tournament.seed % 2]
        tournament.save(update_fields=["initial_colour"])


def draw_as_data(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    numbers: Mapping[int, int],
    typed: Mapping[int, int],
) -> dict[str, Any]:
    """The data of a draw for the history, with which anybody can draw again."""
    return {
        "seed": tournament.seed,
        "numbers": {one.name: numbers[one.pk] for one in entrants},
        "typed": sorted(one.name for one in entrants if one.pk in typed),
    }
