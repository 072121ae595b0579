"""The time that every round of a report takes to pair again."""

import sys
from collections.abc import Callable, Iterator
from time import perf_counter

from pairing.state import RoundPairing, TournamentState
from pairing.tools.team_checker import swiss_state
from pairing.trf import TrfDocument, team_swiss_in
from tiebreaks.teams import team_event_of


def timed_rounds(
    document: TrfDocument,
    pair: Callable[[TournamentState], RoundPairing],
    options: tuple[tuple[str, str | int | bool], ...] = (),
) -> Iterator[tuple[int, float]]:
    """(round, milliseconds); making the state from the file is not counted."""
    for number in range(1, document.begun_rounds + 1):
        state = state_of(document, number, options)
        if not state.to_be_paired():
            continue
        start = perf_counter()
        pair(state)
        yield number, (perf_counter() - start) * 1000


def state_of(
    document: TrfDocument, number: int, options: tuple[tuple[str, str | int | bool], ...]
) -> TournamentState:
    """Before a round of the report: of its players, or of its teams."""
    teams = team_swiss_in(document) if document.teams else None
    if teams is None:
        return document.state(number - 1, options=options)
    return swiss_state(document, teams, team_event_of(document, number), number)


def peak_memory() -> float | None:
    """Of this process so far, in MB; None where the system does not tell."""
    try:
        import resource  # not on Windows
    except ImportError:
        return None
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 1024 / 1024 if sys.platform == "darwin" else used / 1024
