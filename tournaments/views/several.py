"""Several players at once: the bar below the list of players and below the check-in."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import ByeKind, Role, Round, Tournament
from tournaments.queries.entries.several import last_of_several
from tournaments.services.entries import several
from tournaments.web.buttons import Press, button

#: the pages with the bar
PAGES = {"players": "desk:players", "checkin": "desk:players_checkin"}


def bar(tournament: Tournament, rounds: Sequence[Round]) -> dict[str, Any]:
    """The acts offered for several players of it, and the last one done. `rounds` are its
    rounds, where the page has them."""
    number = max((one.number for one in rounds if one.is_public), default=0) + 1
    asked = {kind.value for kind in tournament.format.asked_byes}
    kinds = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT)
    movable = tournament.format.pairs_players and not tournament.finished_at
    return {
        "others": tournament.others,
        "several_round": min(number, tournament.total_rounds),
        "several_byes": [one for one in kinds if one.value in asked],
        "several_rounds": list(range(number, tournament.total_rounds + 1)),
        "several_sections": [
            one for one in tournament.others if one.format.pairs_players and not one.finished_at
        ]
        if movable
        else [],
        "several_last": last_of_several(tournament),
    }


@button(Role.ARBITER)
def players(press: Press) -> HttpResponse:
    """The players ticked, and the button of the bar."""
    chosen = [whole_number(pk) for pk in press.request.POST.getlist("entry")]
    wanted = press.text("act")
    if wanted == "bye":
        number = press.number("round")
        done = several.give_several_byes(
            entries=chosen, round_number=number, kind=press.text("kind"), **press.answered
        )
        said = ngettext(
            "%(count)s player has a bye in round %(round)s.",
            "%(count)s players have a bye in round %(round)s.",
            done.count,
        )
        messages.success(press.request, said % {"count": done.count, "round": number})
    elif wanted == "move":
        event = press.tournament.event
        section = event.tournaments.filter(pk=press.number("section")).first()
        if section is None:
            raise Refused("several.no_such_section")
        done = several.move_several(entries=chosen, section=section, **press.answered)
        said = ngettext(
            "%(count)s player is in %(name)s now.",
            "%(count)s players are in %(name)s now.",
            done.count,
        )
        messages.success(press.request, said % {"count": done.count, "name": section.name})
    else:
        done = several.mark_several(entries=chosen, status=wanted, **press.answered)
        messages.success(press.request, _marked(wanted, done.count))
    return press.back(PAGES.get(press.text("back"), PAGES["players"]))


def _marked(status: str, count: int) -> str:
    if status == "present":
        said = ngettext("%(count)s player is here.", "%(count)s players are here.", count)
    elif status == "absent":
        said = ngettext(
            "%(count)s player is absent: not paired until they are here.",
            "%(count)s players are absent: not paired until they are here.",
            count,
        )
    else:
        said = ngettext(
            "%(count)s player is not marked as here any more.",
            "%(count)s players are not marked as here any more.",
            count,
        )
    return said % {"count": count}


@button(Role.ARBITER)
def undo(press: Press) -> HttpResponse:
    done = several.undo_several(line=press.number("line"), **press.given)
    said = ngettext(
        "Taken back for %(count)s player.", "Taken back for %(count)s players.", done.count
    )
    text = said % {"count": done.count}
    if done.left:
        text += " " + _("Changed since, and left as they are: %(names)s.") % {
            "names": "; ".join(done.left)
        }
    messages.success(press.request, text)
    return press.back(PAGES.get(press.text("back"), PAGES["players"]))
