"""A play-off is prepared from the standings."""

from django.http import HttpResponse

from tournaments.models import Role
from tournaments.services.knockout import playoff
from tournaments.web.buttons import Press, button


@button(Role.ARBITER)
def prepare(press: Press) -> HttpResponse:
    place = press.text("place")
    made = playoff.prepare_playoff(
        place=int(place) if place.isdecimal() else 0,
        level=press.text("level").split(),
        **press.given,
    )
    return press.back("desk:knockout", made.pk)
