"""FIDE C.04.3 (Dutch), applied from 1 February 2026. A bracket together with what follows it.

[C4] and [C8] are part of the model here: it holds the bracket, the next scoregroup, and as many
further scoregroups as it takes. Players that a window pairs with somebody below it are held by
absorbers. That is a relaxation; if those players can be paired below, its optimum is the true
one. Otherwise the window grows, at last to the whole field.
"""

from collections.abc import Callable

from pairing.fide2026.dutch.classes import solve_by_classes
from pairing.fide2026.dutch.criteria import Costs
from pairing.fide2026.dutch.definitions import Field
from pairing.fide2026.dutch.model import Bracket, Candidate, Model, large_groups
from pairing.matching import as_set

LARGE = 150
#: up to this number of players a window is solved player by player in a few milliseconds
MANY = 60

Solver = Callable[[Model], list[int] | None]


def pair_in_window(field: Field, bracket: Bracket, solve: Solver) -> Candidate | None:
    """The first best candidate under all criteria, [C4] and [C8] included; None if none exists."""
    ends = _ends(field, bracket)
    if len(bracket.players) + bracket.next_end - bracket.end > MANY or large_groups(field):
        # Player by player a large window takes long, and large groups reach far below, so classes
        # are asked of other sizes first.
        for end, absorbers in ((ends[0], 4), (ends[0], 16), (field.n, 0)):
            if (end < field.n) is (absorbers > 0):
                found = _solve_window(field, bracket, end, absorbers, solve_by_classes)
                if found is not None and field.completable(found[1]):
                    return found[0]
    absorbers = 8
    for end in ends:
        while True:
            found = _solve_window(field, bracket, end, absorbers if end < field.n else 0, solve)
            if found is not None:
                candidate, below = found
                if field.completable(below):
                    return candidate
                break
            if end == field.n:
                return None
            absorbers *= 4
    return None


def _ends(field: Field, bracket: Bracket) -> list[int]:
    """Where the windows end: each holds twice as many players as the one before."""
    ends: list[int] = []
    above = bracket.end - len(bracket.players)
    for _, _, end in field.scoregroups:
        if end > bracket.end and (not ends or end - above >= 2 * (ends[-1] - above)):
            ends.append(end)
    ends = [end for end in ends if end == ends[0] or end - bracket.first <= LARGE]
    return ends if ends and ends[-1] == field.n else [*ends, field.n]


def best_following(
    field: Field, bracket: Bracket, floaters: tuple[int, ...], solve: Solver
) -> tuple[int, ...] | None:
    """[C8]: the scores left unpaired in the following bracket at best, if just these float.

    None where the floaters and the players below have no complete pairing ([C4]).
    """
    alone = Bracket(
        mdps=floaters,
        residents=(),
        first=bracket.end,
        end=bracket.end,
        rest=bracket.rest,
        next_end=bracket.next_end,
        takes_bye=bracket.takes_bye,
    )
    found = pair_in_window(field, alone, solve)
    return None if found is None else found.following


def _solve_window(
    field: Field, bracket: Bracket, end: int, absorbers: int, solve: Solver
) -> tuple[Candidate, int] | None:
    """The best candidate and the players that remain below; None: more absorbers are needed.

    The optimum is concave in the number of absorbers, so they suffice as soon as two of them
    stay idle in a solution that is first among the best, the order of candidates included.
    """
    outside = range(bracket.end, end)
    m = len(bracket.players)
    bye = field.n % 2 == 1 and bool(field.bye_takers & (as_set(bracket.players) | as_set(outside)))
    if end < field.n:
        absorbers += (m + len(outside) + bye + absorbers) % 2

    def model(bye_alone: bool) -> Model:
        costs = Costs(
            field.members,
            bracket.mdps,
            bracket.residents,
            size=m + len(outside),
            final=field.state.is_last_round,
            bye_alone=bye_alone,
            ahead=True,
        )
        return Model(
            field, bracket, costs, outside=outside, absorbers=absorbers, bye=bye, linked=True
        )

    window = model(bye_alone=False)
    mate = solve(window)
    if mate is not None and bracket.takes_bye and m - 2 * window.pairs_made(mate) == 1:
        # C9 counts only where the one who takes the bye is the only player left unpaired.
        window = model(bye_alone=True)
        mate = solve(window)
    if mate is None:
        return None
    holders = window.absorbers
    if holders and not any(mate[u] >= holders[0] for u in holders):
        return None
    below = field.everybody >> end << end
    for u in holders:
        if mate[u] < window.size:
            below |= 1 << window.players[mate[u]]
    return window.candidate(mate), below
