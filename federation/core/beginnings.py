"""Templates of applications: usual kinds of events, ready to be changed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BegunSection:
    name: str
    rounds: int
    system: str = "fide2026.dutch"
    age_until: int = 0
    rating_until: int = 0


@dataclass(frozen=True, slots=True)
class Beginning:
    """`days`: how many it lasts."""

    key: str
    days: int
    time: str
    time_control: str
    sections: tuple[BegunSection, ...]
    teams: bool = False
    fide_rated: bool = False


BEGINNINGS = {
    one.key: one
    for one in (
        Beginning("open", 5, "standard", "90 min + 30 s", (BegunSection("A", 9),), fide_rated=True),
        Beginning(
            "sections",
            4,
            "standard",
            "90 min + 30 s",
            (BegunSection("A", 7), BegunSection("B", 7, rating_until=1799)),
            fide_rated=True,
        ),
        Beginning("rapid", 1, "rapid", "15 min + 10 s", (BegunSection("A", 7),)),
        Beginning("blitz", 1, "blitz", "3 min + 2 s", (BegunSection("A", 11),)),
        Beginning(
            "children",
            2,
            "rapid",
            "25 min + 5 s",
            tuple(BegunSection(f"U{age}", 6, age_until=age) for age in (8, 10, 12, 14)),
        ),
        Beginning(
            "teams",
            3,
            "standard",
            "60 min + 30 s",
            (BegunSection("A", 7, "fide2026.team"),),
            teams=True,
        ),
    )
}


def age_group(age_from: int, age_until: int) -> str:
    """As it stands in the filter: U14, S50, or open."""
    if age_until:
        return f"U{age_until}"
    return f"S{age_from}" if age_from >= 40 else "open"


def in_order(group: str) -> tuple[int, int]:
    """Open events first, then the youngest, at the end the oldest."""
    kind = {"U": 1, "S": 2}.get(group[:1], 0)
    return kind, int(group[1:]) if kind and group[1:].isdigit() else 0
