"""Play-offs announced before the event: for which places, and how they are played."""

from typing import Any

from pairing.errors import PairingError
from pairing.handbook import playoff as recipes
from pairing.handbook.lots import Lots
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Tournament, User
from tournaments.queries.knockout.course import playoff_settings
from tournaments.queries.knockout.playoff import LAST_PLACE
from tournaments.queries.setup.events import is_fixed


def announce_playoffs(
    *, tournament: Tournament, values: dict[str, Any], by: User | None, confirmed: str = ""
) -> Tournament:
    """Handbook, knock-out A.3, A.6: whether ties are decided by play-offs, for which places, and
    their times. Empty values: none are. Afterwards they are changed only when asked again."""
    with act("playoff.conditions", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if not tournament.format.ranks_players:
            raise Refused("playoff.not_for_knockouts")
        if tournament.finished_at:
            raise Refused("knockout.tournament_over")
        before = tournament.playoffs
        if before == values:
            return done.nothing(tournament)
        if values:
            _check(values)
        done.require(
            "playoff.conditions",
            level=3,
            reasons=[Reason("playoff.conditions_late")] if is_fixed(tournament) else [],
            subject=repr(sorted(values.items())),
        )
        tournament.playoffs = values
        done.save("playoffs")
        done.record(tournament, before=_told(before), after=_told(values))
        return tournament


def _check(values: dict[str, Any]) -> None:
    """The core judges the settings, for every number of players who could be tied."""
    if not 1 <= values.get("places", 0) <= LAST_PLACE:
        raise Refused("playoff.not_tied", field="places", place=values.get("places", 0))
    try:
        settings = playoff_settings(values)
        for players in range(2, recipes.ELEVEN + 1):
            recipes.plan(range(1, players + 1), Lots(""), settings)
    except PairingError as error:
        raise Refused("knockout.settings", reason=error.as_data()) from error


def _told(values: dict[str, Any]) -> dict[str, Any]:
    """For the history."""
    return {"places": values.get("places", 0), "settings": values}
