"""The time that every round of a report takes to pair again."""

import sys
from collections.abc import Callable, Iterator
from time import perf_counter

from pairing.state import RoundPairing, TournamentState
from pairing.trf import TrfDocument


def timed_rounds(
    document: TrfDocument,
    pair: Callable[[TournamentState], RoundPairing],
    options: tuple[tuple[str, str | int | bool], ...] = (),
) -> Iterator[tuple[int, float]]:
    """(round, milliseconds); making the state from the file is not counted."""
    for number in range(1, document.begun_rounds + 1):
        state = document.state(number - 1, options=options)
        if not state.to_be_paired():
            continue
        start = perf_counter()
        pair(state)
        yield number, (perf_counter() - start) * 1000


def peak_memory() -> float | None:
    """Of this process so far, in MB; None where the system does not tell."""
    try:
        import resource  # not on Windows
    except ImportError:
        return None
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 1024 / 1024 if sys.platform == "darwin" else used / 1024
