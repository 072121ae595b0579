"""Players of the register for somebody who enters: found by letters of the name, and proved to be
them by a birth date or a number, neither of which is ever shown."""

from dataclasses import dataclass

from federation.models import CalendarEvent, Licence, Member, Privacy
from federation.queries.entries import birth_date_of
from tournaments.core.text import typed_day
from tournaments.models import RegisteredPlayer
from tournaments.queries.entries.names import shortened
from tournaments.register.search import SHOWN, search_register

#: letters of a name before anybody is looked for
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Found:
    """As much of somebody as everybody may read."""

    pk: int
    name: str
    title: str
    federation: str
    club: str
    rating: int


def find_people(calendar: CalendarEvent, text: str) -> tuple[list[Found], bool]:
    """Those who may be meant, the likeliest first, and whether there may be more; nobody for fewer
    than three letters."""
    if sum(map(str.isalpha, text)) < FEWEST or calendar.event is None:
        return [], False
    players = search_register(text, federation=calendar.event.federation)
    members = Member.objects.in_bulk([one.pk for one in players])
    alive = [one for one in players if not (one.pk in members and members[one.pk].died_on)]
    return [_found(one, members.get(one.pk)) for one in alive], len(players) >= SHOWN


def _found(player: RegisteredPlayer, member: Member | None) -> Found:
    open_page = member is None or member.privacy == Privacy.OPEN
    return Found(
        player.pk,
        player.name if open_page else shortened(player.name),
        player.title,
        player.federation,
        player.club if open_page else "",
        max(player.standard, player.national),
    )


def person(key: int) -> RegisteredPlayer | None:
    """Of the register, alive."""
    found = RegisteredPlayer.objects.select_related("member").filter(pk=key)
    return found.exclude(member__died_on__isnull=False).first()


def shown_name(player: RegisteredPlayer) -> str:
    return _found(player, getattr(player, "member", None)).name


def proves(player: RegisteredPlayer, text: str) -> bool:
    """The whole birth date, or the number of a licence or of a list. A year is no proof."""
    text = text.strip()
    if born := typed_day(text):
        known = birth_date_of(player)
        return len(known) == len(born) and known == born
    number = text.upper().replace(" ", "")
    if not number:
        return False
    if number in (player.national_id.upper(), player.fide_id):
        return True
    return Licence.objects.filter(player=player, number__iexact=number).exists()
