"""The objections to a tie-break list, and lists that are ready to choose.

`advice` gives facts: what `refuses` must not be used, everything else makes little sense. The
first value of every fact is the code it is about.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.formats import Family, Format
from pairing.state import Fact
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.method import Method, Scope

#: what must not be used: in this kind of event, or by the rule book in this family of systems
_REFUSALS = frozenset({"tiebreaks.refuse.scope", "tiebreaks.refuse.family"})
#: handbook 2: so many values should be left when a median has been taken
VALUES_LEFT = 5
#: handbook 2: from so many rounds cut 1 alone is not enough
ROUNDS_FOR_TWO_CUTS = 9


# Lists that are ready to choose


@dataclass(frozen=True, slots=True)
class Recommended:
    """A list for a type of event; its words live outside the core, under `key`."""

    key: str
    edition: str
    family: Family
    codes: tuple[str, ...]  # with the score that ranks
    teams: bool = False


def _list(
    key: str, edition: str, family: Family, codes: str, *, teams: bool = False
) -> Recommended:
    return Recommended(key, edition, family, tuple(codes.split()), teams)


_SWISS, _BERGER = Family.SWISS, Family.ROUND_ROBIN

#: C.07 recommends no list; these are in wide use. The handbook's are those of its section 5.
RECOMMENDED = (
    _list("fide.swiss", "fide2026", _SWISS, "PTS BH/C1 BH SB DE WIN"),
    _list("fide.swiss_rated", "fide2026", _SWISS, "PTS BH/C1 BH SB PS DE WIN BWG"),
    _list("fide.swiss_rapid", "fide2026", _SWISS, "PTS BH/C1 BH ARO/C1 DE LOT"),
    _list("fide.round_robin", "fide2026", _BERGER, "PTS DE WIN SB KS"),
    _list("fide.team_swiss", "fide2026", _SWISS, "MPTS MPvGP EDE BH:MP/C1 EMGSB", teams=True),
    _list("fide.team_round_robin", "fide2026", _BERGER, "MPTS MPvGP EDE EMMSB", teams=True),
    _list("handbook.individual_berger", "handbook", _BERGER, "PTS DE SB WIN KS"),
    _list(
        "handbook.team_berger",
        "handbook",
        _BERGER,
        "GPTS PTS:MP DE SB:GP SB:MP TOPW",
        teams=True,
    ),
    _list("handbook.swiss_ratings_close", "handbook", _SWISS, "PTS ARO ARO/C1"),
    _list("handbook.swiss_mostly_rated", "handbook", _SWISS, "PTS BH SB PS WIN DE"),
    _list("handbook.swiss_mostly_unrated", "handbook", _SWISS, "PTS BH SB"),
    _list("handbook.olympiad", "handbook", _SWISS, "GPTS PTS:MP DE", teams=True),
    _list(
        "handbook.teams_in_a_swiss",
        "handbook",
        _SWISS,
        "GPTS PTS:MP DE BH:GP OKM OKMSB TOPW FFW",
        teams=True,
    ),
)

_DEFAULTS = {
    ("handbook", _BERGER, False): "handbook.individual_berger",
    ("handbook", _BERGER, True): "handbook.team_berger",
    ("handbook", _SWISS, False): "handbook.swiss_mostly_rated",
    ("handbook", _SWISS, True): "handbook.teams_in_a_swiss",
    ("fide", _BERGER, False): "fide.round_robin",
    ("fide", _BERGER, True): "fide.team_round_robin",
    ("fide", _SWISS, False): "fide.swiss",
    ("fide", _SWISS, True): "fide.team_swiss",
}


def recommended(key: str) -> Recommended:
    return next(one for one in RECOMMENDED if one.key == key)


def proposed(chosen: Format) -> list[str]:
    """The tie-breaks of the players where nobody has chosen any."""
    return list(recommended(chosen.tie_breaks).codes[1:])


def fitting(chosen: Format) -> tuple[Recommended, ...]:
    """The lists that are made for those whom the format pairs."""
    return tuple(
        one
        for one in RECOMMENDED
        if one.teams == chosen.pairs_teams and one.family is chosen.family
    )


def default_list(edition: str, family: Family, *, teams: bool = False) -> tuple[str, ...]:
    """A sensible list where nothing was chosen."""
    book = "handbook" if edition == "handbook" else "fide"
    return recommended(_DEFAULTS[book, family, teams]).codes


# What speaks against a list


def advice(
    codes: str | Sequence[str | Code],
    family: Family,
    rounds: int,
    *,
    edition: str = "fide2026",
    teams: bool = False,
    unrated: int = 0,
    unrated_policy: str = "dropped",
    days: int = 0,
    compat: str = "",
) -> tuple[Fact, ...]:
    """Reasons against the list, in its order.

    `unrated`: players without rating; `days`: length of the event, 0 = unknown. A code that
    does not exist raises `UnknownTieBreak` as everywhere.
    """
    parts = codes if isinstance(codes, str) else tuple(codes)
    chosen = registry.parse_list(parts, edition=edition, compat=compat)
    facts: list[Fact] = []
    for place, code in enumerate(chosen):
        method = registry.method(edition, code.name)
        before = chosen[:place]
        facts += _unsuitable(code, method, family, edition, teams)
        facts += _without_effect(code, method, before, rounds)
        facts += _parts(code, chosen, before, rounds, edition)
        if method.rating:
            facts += _rating(code, method, unrated, unrated_policy, days)
        if code.name == "BC" and not _game_points_before(before):
            facts.append(_fact("warn.board_count_unequal", "12.1", code))
    return tuple(facts)


def refuses(fact: Fact) -> bool:
    """True if a piece of advice says that its code must not be used."""
    return fact.code in _REFUSALS


def _unsuitable(
    code: Code, method: Method, family: Family, edition: str, teams: bool
) -> list[Fact]:
    other = Scope.INDIVIDUAL if teams else Scope.TEAM
    if method.scope is other or (code.score and not teams):
        kind = "team" if teams else "individual"
        return [_fact("refuse.scope", method.article, code, ("event", kind))]
    if registry.forbidden(edition, method, family):
        return [_fact("refuse.family", method.article, code, ("family", family.value))]
    if family not in method.systems:
        return [_fact("warn.family", method.article, code, ("family", family.value))]
    if code.name in ("BPG", "BWG") and family is Family.ROUND_ROBIN:
        # The table fixes beforehand who has Black how often.
        return [_fact("warn.colours_fixed", method.article, code, ("family", family.value))]
    return []


def _without_effect(
    code: Code, method: Method, before: tuple[Code, ...], rounds: int
) -> list[Fact]:
    facts = []
    if any(own.name == "LOT" for own in before):
        facts.append(_fact("warn.after_lots", method.article, code))
    if code in before and not method.type_a:
        facts.append(_fact("warn.repeated", method.article, code))
    if rounds and code.cut + 2 * code.median >= rounds:
        facts.append(_fact("warn.nothing_left", method.article, code, ("rounds", rounds)))
    return facts


def _parts(
    code: Code, chosen: tuple[Code, ...], before: tuple[Code, ...], rounds: int, edition: str
) -> list[Fact]:
    """Handbook 2: how much a median may leave out, and that the parts are used in order."""
    facts = []
    if code.median and 0 < rounds < 2 * code.median + VALUES_LEFT:
        left = max(rounds - 2 * code.median, 0)
        facts.append(_fact("warn.median_few_rounds", "2", code, ("rounds", rounds), ("left", left)))
    if edition != "handbook" or code.name != "BH":
        return facts
    for letter, number in (("C", code.cut), ("M", code.median)):
        if number > 1 and not any(
            own.name == "BH" and (own.cut if letter == "C" else own.median) == number - 1
            for own in before
        ):
            missing = f"BH/{letter}{number - 1}"
            facts.append(_fact("warn.part_missing", "2", code, ("missing", missing)))
    if (
        code.cut == 1
        and rounds >= ROUNDS_FOR_TWO_CUTS
        and not any(own.name == "BH" and own.cut == 2 for own in chosen)
    ):
        facts.append(_fact("warn.cut_alone", "2", code, ("rounds", rounds), ("missing", "BH/C2")))
    return facts


def _rating(code: Code, method: Method, unrated: int, policy: str, days: int) -> list[Fact]:
    facts = []
    if unrated and policy == "dropped" and not code.unrated:
        facts.append(_fact("warn.unrated_players", method.article, code, ("players", unrated)))
    if days > 30:
        # Ratings change during such an event.
        facts.append(_fact("warn.rating_long_event", "10", code, ("days", days)))
    return facts


def _game_points_before(before: tuple[Code, ...]) -> bool:
    return any(own.name == "MPvGP" or own.score == "GP" for own in before)


def _fact(name: str, article: str, code: Code, *values: tuple[str, int | str]) -> Fact:
    return Fact(f"tiebreaks.{name}", article, (), (("code", str(code)), *values))
