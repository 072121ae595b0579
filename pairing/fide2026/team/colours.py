"""FIDE C.04.6 (team Swiss), applied from 1 February 2026. Article 4: the colours of board 1."""

from pairing.fide2026.team.definitions import STRONG, TYPE_B, Member
from pairing.fide2026.upfloating.definitions import Seats
from pairing.state import Colour, Fact

COLOUR_CODES = {
    "4.3.1": "team_swiss.colour.initial",
    "4.3.2": "team_swiss.colour.only_one",
    "4.3.3": "team_swiss.colour.granted",
    "4.3.4": "team_swiss.colour.stronger",
    "4.3.5": "team_swiss.colour.difference",
    "4.3.6": "team_swiss.colour.alternate",
    "4.3.7": "team_swiss.colour.first_team",
    "4.3.8": "team_swiss.colour.first_alternates",
    "4.3.9": "team_swiss.colour.other_alternates",
}


def first_team(a: Member, b: Member) -> tuple[Member, Member]:
    """Art. 4.2 (reading TM-5): the primary score, the secondary one, the smaller TPN."""
    return (a, b) if (-a.score, -a.second, a.tpn) < (-b.score, -b.second, b.tpn) else (b, a)


def colour_of_first(
    first: Member, other: Member, initial: Colour, preferences: str
) -> tuple[Colour, str]:
    """The colour of the first-team, and the article that decides."""
    # Art. 4.3.1  Neither has played a match (reading G-1)
    if not first.colours and not other.colours:
        return (initial if first.number % 2 else initial.opposite), "4.3.1"
    # Art. 4.3.2  Only one has a preference
    if first.due is None and other.due is not None:
        return other.due.opposite, "4.3.2"
    if first.due is not None and other.due is None:
        return first.due, "4.3.2"
    # Art. 4.3.3  Grant both
    if first.due is not None and first.due is not other.due:
        return first.due, "4.3.3"
    # Art. 4.3.4  Type B: only one of the two is strong
    if preferences == TYPE_B and first.due is not None and first.strength != other.strength:
        return (first.due if first.strength == STRONG else first.due.opposite), "4.3.4"
    # Art. 4.3.5  White to the lower colour difference, also without preferences (TM-8)
    if first.difference != other.difference:
        return (Colour.WHITE if first.difference < other.difference else Colour.BLACK), "4.3.5"
    # Art. 4.3.6  Alternate from the latest time when one had White and the other Black:
    # played matches only, last with last, to the end of the shorter history (reading G-4)
    for mine, theirs in zip(reversed(first.colours), reversed(other.colours), strict=False):
        if mine is not theirs:
            return theirs, "4.3.6"
    # Art. 4.3.7  The preference of the first-team
    if first.due is not None:
        return first.due, "4.3.7"
    # Art. 4.3.8  The first-team's last colour, then 4.3.9 the other's
    if first.colours:
        return first.colours[-1].opposite, "4.3.8"
    return other.colours[-1], "4.3.9"


# The reason, as data


def colour_fact(seats: Seats[Member], initial: Colour, preferences: str) -> Fact:
    """The rule that decided, with the numbers it read."""
    white, black, first, article = seats.white, seats.black, seats.first, seats.article
    code = COLOUR_CODES[article]
    if article == "4.3.1":
        return Fact(code, article, (), (("number", first.number), ("initial", initial.value)))
    values: tuple[tuple[str, int | str], ...] = (
        ("white_due", _preference(white, preferences)),
        ("black_due", _preference(black, preferences)),
        ("white_difference", f"{white.difference:+}"),
        ("black_difference", f"{black.difference:+}"),
        ("first", "w" if first is white else "b"),
    )
    if article == "4.3.6":
        histories = zip(reversed(white.colours), reversed(black.colours), strict=False)
        ago = next(k for k, (one, other) in enumerate(histories, 1) if one is not other)
        values += (("matches_ago", ago),)
    return Fact(code, article, (), values)


def _preference(member: Member, preferences: str) -> str:
    """`w`, `b` or "none"; of type B with its strength, as `w strong`."""
    if member.due is None:
        return "none"
    if preferences != TYPE_B:
        return member.due.value
    return f"{member.due.value} {'strong' if member.strength == STRONG else 'mild'}"
