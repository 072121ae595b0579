"""The regulations about ratings in tie-breaks (C.07 art. 10), as comments of a report.

### Unrated in tie-breaks: fixed 1400
### Ratings in tie-breaks: of round 3
### New ratings @ Round 4: 12 2105, 15 1990
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from tiebreaks.field import RatingPolicy

_UNRATED = re.compile(
    r"### ?Unrated in tie-breaks: (?:fixed ([0-9]{1,4})|(lowest|average))", re.ASCII
)
_CHOICE = re.compile(
    r"### ?Ratings in tie-breaks: of (?:round ([1-9][0-9]?)|(each) round)", re.ASCII
)
_NEW = re.compile(
    r"### ?New ratings @ Round ([1-9][0-9]?): "
    r"([0-9]{1,4} [0-9]{1,4}(?:, [0-9]{1,4} [0-9]{1,4})*)",
    re.ASCII,
)


def policy_lines(policy: RatingPolicy, number_of: Callable[[int], int]) -> Iterator[str]:
    """Lines for each value that differs from the rule; `number_of` a player in the report."""
    if policy.unrated == "fixed":
        yield f"### Unrated in tie-breaks: fixed {policy.fixed}"
    elif policy.unrated != "dropped":
        yield f"### Unrated in tie-breaks: {policy.unrated}"
    if policy.choice != "first":
        which = "each round" if policy.choice == "each" else f"round {policy.round}"
        yield f"### Ratings in tie-breaks: of {which}"
    new: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for tpn, ratings in policy.history:
        for first_round, rating in ratings[1:]:
            new[first_round].append((number_of(tpn), rating))
    for first_round, changes in sorted(new.items()):
        told = ", ".join(f"{number} {rating}" for number, rating in sorted(changes))
        yield f"### New ratings @ Round {first_round}: {told}"


def policy_told(comments: Iterable[str], listed: dict[int, int]) -> RatingPolicy:
    """The policy that a report tells; `listed` has the first rating of everybody, by number."""
    unrated, fixed, choice, round_ = "dropped", 0, "first", 1
    history: dict[int, list[tuple[int, int]]] = {}
    for comment in comments:
        line = comment.strip()
        if match := _UNRATED.fullmatch(line):
            unrated, fixed = match[2] or "fixed", int(match[1] or 0)
        elif match := _CHOICE.fullmatch(line):
            choice, round_ = ("each", 1) if match[2] else ("round", int(match[1]))
        elif match := _NEW.fullmatch(line):
            for change in match[2].split(", "):
                number, rating = map(int, change.split(" "))
                if number in listed:
                    first = [(1, listed[number])]
                    history.setdefault(number, first).append((int(match[1]), rating))
    rounds = {number: tuple(sorted(ratings)) for number, ratings in history.items()}
    return RatingPolicy(unrated, fixed, tuple(sorted(rounds.items())), choice, round_)
