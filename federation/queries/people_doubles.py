"""People of the register who may be one: of nearly the same name and the same birth. The list goes
through the members by number, so many at a time, and asks the index of names about each."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.models import Member
from federation.wording.people import TOLD_APART
from tournaments.models import Entry, LogEntry, RegisteredPlayer
from tournaments.register.search import namesakes
from tournaments.wording import sentence
from tournaments.wording.days import birth_date_text

#: members that are looked through at a time, and the times on one page until there is a pair
LOOKED_THROUGH = 100
TIMES = 3

Two = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two rows, and in words why they may be one person."""

    kept: RegisteredPlayer
    gone: RegisteredPlayer
    why: str

    @property
    def both(self) -> list["Side"]:
        return [Side(self.kept), Side(self.gone)]


@dataclass(frozen=True, slots=True)
class Side:
    player: RegisteredPlayer

    @property
    def is_member(self) -> bool:
        return _member(self.player) is not None

    @property
    def facts(self) -> list[str]:
        """All that tells people of one name apart."""
        player, member = self.player, _member(self.player)
        born = member.born_on if member is not None else None
        told = [
            date_format(born, "SHORT_DATE_FORMAT") if born else birth_date_text(player.birth_date),
            member.club.name if member is not None and member.club else player.club,
            member.province.name if member is not None and member.province else player.federation,
            _("FIDE %(number)s") % {"number": player.fide_id} if player.fide_id else "",
            _("national %(number)s") % {"number": player.national_id} if player.national_id else "",
            _("No. %(number)s") % {"number": player.pk},
        ]
        return [one for one in told if one]


@dataclass(frozen=True, slots=True)
class Look:
    """Pairs on one page. `first` and `last`: the numbers of the members looked through."""

    pairs: list[Likeness]
    first: int | None
    last: int | None
    more: bool


def look_for_doubles(below: int | None) -> Look:
    """Among the members with a number below this one, the highest first."""
    first = None
    for _time in range(TIMES):
        look = _look(below)
        first, below = first or look.first, look.last
        if look.pairs or not look.more:
            break
    return replace(look, first=first)


def _look(below: int | None) -> Look:
    listed = Member.objects.select_related("player").order_by("-pk")
    if below is not None:
        listed = listed.filter(pk__lt=below)
    found = list(listed[: LOOKED_THROUGH + 1])
    seen = [one.player for one in found[:LOOKED_THROUGH]]
    return Look(
        pairs=_likenesses(seen),
        first=seen[0].pk if seen else None,
        last=seen[-1].pk if seen else None,
        more=len(found) > LOOKED_THROUGH,
    )


def doubles_of(player: RegisteredPlayer) -> list[Likeness]:
    return _likenesses([player])


def _likenesses(people: Iterable[RegisteredPlayer]) -> list[Likeness]:
    pairs = [(min(two), max(two)) for two in namesakes(people)]
    numbers = {number for two in pairs for number in two}
    rows = RegisteredPlayer.objects.select_related("member__club", "member__province")
    known = rows.in_bulk(numbers)
    apart = _told_apart(numbers)
    found = []
    for two in sorted(set(pairs), reverse=True):
        one, other = sorted((known[number] for number in two), key=_kept_first)
        why = _why(one, other)
        if why and two not in apart:
            found.append(Likeness(one, other, str(sentence(why, {}))))
    met = _met({number for one in found for number in (one.kept.pk, one.gone.pk)})
    return [one for one in found if not met[one.kept.pk] & met[one.gone.pk]]


def _kept_first(player: RegisteredPlayer) -> tuple[bool, int]:
    """A member before somebody of the rating lists, then who was there first."""
    return (_member(player) is None, player.pk)


def _member(player: RegisteredPlayer) -> Member | None:
    return getattr(player, "member", None)


def _why(one: RegisteredPlayer, other: RegisteredPlayer) -> str:
    """The code of what is alike; nothing where they are surely two people."""
    words, others = (sorted(each.search_key.split()) for each in (one, other))
    days = [m.born_on for m in (_member(one), _member(other)) if m is not None and m.born_on]
    if len(days) == 2:
        if days[0] != days[1]:
            return ""
        return "double.name_and_day" if words == others else "double.nearly_the_name_and_day"
    if one.national_id and other.national_id:
        return ""
    if not one.birth_year or not other.birth_year:
        return "double.name_alone" if words == others else ""
    return "double.name_and_year" if words == others else "double.nearly_the_name_and_year"


def _told_apart(numbers: Collection[int]) -> set[Two]:
    """Those of whom a registrar said that they are not the same person."""
    targets = [f"registeredplayer:{number}" for number in numbers]
    lines = LogEntry.objects.filter(target__in=targets, act=TOLD_APART)
    found = set()
    for target, after in lines.values_list("target", "after"):
        one, other = int(target.partition(":")[2]), int((after or {}).get("double", 0))
        found.add((min(one, other), max(one, other)))
    return found


def _met(numbers: Collection[int]) -> dict[int, set[int]]:
    """The tournaments of each: who played in one together is not one person."""
    found: dict[int, set[int]] = {number: set() for number in numbers}
    for player, tournament in Entry.objects.filter(player__in=numbers).values_list(
        "player_id", "tournament_id"
    ):
        found[player].add(tournament)
    return found
