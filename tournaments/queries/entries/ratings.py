"""The rating with which a player enters: from which list, of which month.

An entry keeps its official ratings (`fide_rating`, `national_rating`) apart from the rating that
ranks it here (`rating`), and where each official one came from: "rapid:2026-11", "own:3:2026-11",
or "" when somebody typed it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import get_language

from tournaments.core.text import sort_key
from tournaments.models import (
    IMPORTED,
    OwnRating,
    PastRating,
    RatingList,
    RatingMethod,
    RatingType,
    RegisteredPlayer,
    Tournament,
)

#: an "effective" list: the rating of its kind, else the standard one
FIDE_LISTS = ("standard", "rapid", "blitz", "effective_rapid", "effective_blitz")
#: and any number of own lists, "own:3"
LISTS = (*FIDE_LISTS, "national")
USUAL = {
    RatingType.STANDARD: ("standard", "rapid", "blitz"),
    RatingType.RAPID: ("effective_rapid", "blitz"),
    RatingType.BLITZ: ("effective_blitz", "rapid"),
}
KINDS = ("standard", "rapid", "blitz")


def is_local(name: str) -> bool:
    """A list of a federation or a user's own: its ratings stand beside FIDE's."""
    return name == "national" or name.startswith("own:")


def own_lists() -> dict[str, str]:
    """Code → name of the own lists that are loaded."""
    return {
        one.code: f"{one.federation} {one.name}"
        for one in loaded_lists()
        if one.kind == RatingList.Kind.OWN
    }


def loaded_lists() -> list[RatingList]:
    """FIDE's, the national and our own ones; in the alphabet of the reader."""
    alphabet = get_language() or "en"
    return sorted(
        RatingList.objects.exclude(month=None),
        key=lambda one: (one.kind, one.federation, sort_key(one.name, alphabet)),
    )


def lists_of(tournament: Tournament) -> tuple[str, ...]:
    return tuple(tournament.rating_lists) or USUAL[RatingType(tournament.rating_type)]


def fide_lists_of(tournament: Tournament) -> tuple[str, ...]:
    """Own lists alone leave FIDE's ratings as they usually are."""
    chosen = tuple(name for name in lists_of(tournament) if not is_local(name))
    return chosen or USUAL[RatingType(tournament.rating_type)]


def local_lists_of(tournament: Tournament) -> tuple[str, ...]:
    return tuple(name for name in lists_of(tournament) if is_local(name)) or ("national",)


def official(ratings: Mapping[str, int], sequence: Iterable[str]) -> tuple[int, str]:
    """The first rating that the sequence finds, and the list in which it stands."""
    for name in sequence:
        kind = name.removeprefix("effective_")
        tried = (kind, "standard") if name.startswith("effective_") else (kind,)
        for own in tried:
            if rating := ratings.get(own, 0):
                return rating, own
    return 0, ""


def list_of_month(name: str, month: date | None) -> str:
    """ "own:3" → "own:3:2026-11", as an entry keeps it."""
    return f"{name}:{month:%Y-%m}" if name and month else name


def list_in(kept: str) -> str:
    """ "own:3:2026-11" → "own:3"; none where the rating came with a list of players."""
    if kept == IMPORTED:
        return ""
    name, _colon, month = kept.rpartition(":")
    return name if "-" in month else kept


# --- What the lists say ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """The lists on one player: list → rating, list → its month."""

    ratings: Mapping[str, int]
    months: Mapping[str, date | None]
    fide: bool  # the player stands in FIDE's list
    local: frozenset[str]  # the local lists in which the player stands

    def list_of_month(self, name: str) -> str:
        return list_of_month(name, self.months.get(name))


def listed(players: Iterable[RegisteredPlayer], valid: date | None = None) -> dict[int, Listed]:
    """By player. With `valid`, as the lists of that month said it."""
    players = list(players)
    months = months_of_lists()
    fide, national = _past(players, valid)
    own = _own(players, valid)
    found = {}
    for player in players:
        ratings: dict[str, int] = {
            kind: getattr(fide.get(player.pk, player), kind) for kind in KINDS
        }
        ratings["national"] = (national.get(player.pk) or player).national
        its = own.get(player.pk, {})
        month = _earlier(months.get("fide"), valid)
        found[player.pk] = Listed(
            ratings | {name: rating for name, (rating, _month) in its.items()},
            {
                **dict.fromkeys(KINDS, month),
                "national": _earlier(months.get(f"national:{player.federation}"), valid),
                **{name: month for name, (_rating, month) in its.items()},
            },
            bool(player.fide_id) and month is not None,
            frozenset(its) | ({"national"} if player.national else frozenset()),
        )
    return found


def months_of_lists() -> dict[str, date]:
    """ "fide", "national:TUR", "own:3" → month, of the lists that are loaded."""
    return {
        f"national:{one.federation}" if one.kind == RatingList.Kind.NATIONAL else one.code: (
            one.month
        )
        for one in RatingList.objects.exclude(month=None)
        if one.month
    }


def _earlier(month: date | None, valid: date | None) -> date | None:
    return min(month, valid) if month and valid else month


def _past(
    players: list[RegisteredPlayer], month: date | None
) -> tuple[dict[int, PastRating], dict[int, PastRating]]:
    """Ratings in an earlier month's lists, of players whom a later one rates differently."""
    if month is None:
        return {}, {}
    kinds: dict[str, dict[int, PastRating]] = {"fide": {}, "national": {}}
    rows = PastRating.objects.filter(player__in=[player.pk for player in players], until__gt=month)
    for row in rows.order_by("-until"):  # the earliest end after that month stays
        kinds[row.kind][row.player_id] = row
    return kinds["fide"], kinds["national"]


def _own(
    players: list[RegisteredPlayer], valid: date | None
) -> dict[int, dict[str, tuple[int, date]]]:
    """Player → own list → rating and month. Where no earlier month is kept, the first one."""
    rows = OwnRating.objects.filter(player__in=[player.pk for player in players])
    if valid is None:
        rows = rows.filter(until=None)
    found: dict[int, dict[str, tuple[int, date]]] = {}
    for row in rows.select_related("list").order_by("-month"):
        if valid is not None and row.until is not None and row.until <= valid:
            continue
        month = row.month if valid is not None else row.list.month or row.month
        found.setdefault(row.player_id, {})[row.list.code] = row.rating, month
    return found


# --- An entry's values ----------------------------------------------------------------------------


def values_for(
    player: RegisteredPlayer, tournament: Tournament, chosen: str = ""
) -> dict[str, Any]:
    """The data of the register for an entry of this tournament. `chosen` names another list."""
    known = listed([player])[player.pk]
    if chosen not in known.ratings and chosen not in LISTS:
        chosen = ""
    local = (chosen,) if is_local(chosen) else local_lists_of(tournament)
    national, in_local = official(known.ratings, local)
    if is_local(chosen):  # this list alone ranks the player
        rating, where = 0, known.list_of_month(in_local)
    else:
        rating, found = official(known.ratings, (chosen,) if chosen else fide_lists_of(tournament))
        where = known.list_of_month(found)
    values = {
        "player": player,
        "name": player.name,
        "title": player.title,
        "sex": player.sex,
        "birth_date": player.birth_date,
        "federation": player.federation,
        "club": player.club,
        "fide_id": player.fide_id,
        "national_id": player.national_id,
        "fide_rating": rating,
        "rating_source": where,
        "national_rating": national,
        "national_source": known.list_of_month(in_local),
        "k": coefficient_of(player, tournament),
    }
    if tournament.rating_method == RatingMethod.OTHER:
        # The first of all lists in their order; the arbiter may type another.
        values["rating"] = official(known.ratings, (chosen,) if chosen else lists_of(tournament))[0]
    return values


def coefficient_of(player: RegisteredPlayer, tournament: Tournament) -> int:
    """FIDE's K for this kind of event, as the list gives it; 0 = it does not say."""
    coefficient: int = getattr(player, f"k_{tournament.rating_type}")
    return coefficient
