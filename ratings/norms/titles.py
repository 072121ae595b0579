"""B.01 art. 0.5, 1.4.5, 1.4.6 and 1.4.8: what each title asks for, in figures."""

from dataclasses import dataclass

#: 1.4.5 a: CM and WCM are no title-holders here
HOLDERS = ("GM", "IM", "FM", "WGM", "WIM", "WFM")
#: flags that are no federation (1.4.3); games against NON do not count at all (1.4.2 a)
FLAGLESS, OUTSIDE = "FID", "NON"
#: 1.4.6: what an unrated opponent counts as
UNRATED = 1400


@dataclass(frozen=True, slots=True)
class NormTitle:
    name: str
    performance: int  # 1.4.8
    average: int  # 1.4.8 a
    floor: int  # 1.4.6
    required: frozenset[str]  # 1.4.5 b-e: a third of the opponents, at least three
    women: bool = False  # 0.3.1


TITLES = {
    title.name: title
    for title in (
        NormTitle("GM", 2600, 2380, 2200, frozenset({"GM"})),
        NormTitle("IM", 2450, 2230, 2050, frozenset({"GM", "IM"})),
        NormTitle("WGM", 2400, 2180, 2000, frozenset({"GM", "IM", "WGM"}), women=True),
        NormTitle("WIM", 2250, 2030, 1850, frozenset({"GM", "IM", "WGM", "WIM"}), women=True),
    )
}


def open_titles(title: str, *, woman: bool) -> tuple[NormTitle, ...]:
    """Those a player can still make norms for."""
    return tuple(
        one for one in TITLES.values() if title not in one.required and (woman or not one.women)
    )
