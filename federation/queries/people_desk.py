"""The register as its keepers see it: all of it, or a delegate's own province."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from federation.duties import clubs_of, duties_of, has_duty
from federation.models import Club, Duty, Licence, Member, Province, Transfer
from tournaments.core.text import fold
from tournaments.kernel.permissions import Visitor
from tournaments.models import LogEntry, RegisteredPlayer
from tournaments.register.search import players_named, search_register

#: lines of the history on a member's page
LINES = 30
MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody of the register; a member or not yet."""

    player: RegisteredPlayer
    member: Member | None


def members(provinces: list[Province] | None) -> QuerySet[Member]:
    found = Member.objects.select_related("player", "club", "province")
    return found if provinces is None else found.filter(province__in=provinces)


def find_rows(typed: str, provinces: list[Province] | None) -> list[Row]:
    """By name, FIDE ID, national number or licence; a registrar also finds those of the rating
    lists who are no members yet."""
    typed = typed.replace("\0", " ").strip()
    licensed = Licence.objects.filter(number=typed).values("player_id") if typed else None
    if provinces is not None:
        found = members(provinces)
        number = Q(player__fide_id=typed) | Q(player__national_id=typed) | Q(pk__in=licensed or [])
        named = Q()
        for word in fold(typed).split()[:MOST_WORDS]:
            named &= Q(player__search_key__contains=word)
        rows = found.filter(number | named if named else number).order_by("-strength", "pk")[:50]
        return [Row(one.player, one) for one in rows]
    people = search_register(typed, federation="TUR")
    known = members(None).filter(Q(pk__in=[one.pk for one in people]) | Q(pk__in=licensed or []))
    by_pk = {one.pk: one for one in known}
    listed = {one.pk: Row(one, by_pk.get(one.pk)) for one in people}
    return [*listed.values(), *(Row(m.player, m) for pk, m in by_pk.items() if pk not in listed)]


def possible_doubles(name: str, year: int | None) -> list[RegisteredPlayer]:
    """People of this name, born in the year or in one that nobody knows."""
    return [one for one in players_named(name) if year is None or one.birth_year in (None, year)]


def history_of(player: RegisteredPlayer) -> QuerySet[LogEntry]:
    found = LogEntry.objects.filter(target=f"registeredplayer:{player.pk}").select_related("by")
    return found.order_by("-id")[:LINES]


def scope_of(user: Visitor) -> list[Province] | None:
    """The provinces whose people they keep; None for all. The office's duty keeps nobody's."""
    if has_duty(user, Duty.REGISTRAR):
        return None
    return [one.province for one in duties_of(user) if one.duty == Duty.DELEGATE and one.province]


def waiting_transfers(user: Visitor) -> int:
    waiting = transfers(scope_of(user), clubs_of(user)).filter(state=Transfer.State.ASKED)
    return waiting.count()


def transfers(provinces: list[Province] | None, clubs: list[Club]) -> QuerySet[Transfer]:
    """Those that somebody may see: of all, of a province, of their own clubs."""
    found = Transfer.objects.select_related(
        "player__member__province", "from_club", "to_club__province", "asked_by", "decided_by"
    )
    if provinces is not None:
        of_provinces = (
            Q(from_club__province__in=provinces)
            | Q(to_club__province__in=provinces)
            | Q(player__member__province__in=provinces)
        )
        found = found.filter(of_provinces | Q(from_club__in=clubs) | Q(to_club__in=clubs))
    return found.order_by("-id")


def may_decide(transfer: Transfer, provinces: list[Province] | None) -> bool:
    """A delegate decides within their province; where a player leaves or comes, the registrar."""
    if provinces is None:
        return True
    own = {one.pk for one in provinces}
    member = getattr(transfer.player, "member", None)
    return (
        transfer.to_club.province_id in own
        and (transfer.from_club is None or transfer.from_club.province_id in own)
        and (member is None or member.province_id in own)
    )
