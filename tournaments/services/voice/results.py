"""Players report the result of their own game: in at once when both agree, else for an arbiter."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tournaments.core.reported import code_of_words
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, GameRow, ResultReport, Tournament
from tournaments.queries.results.window import Window, window
from tournaments.queries.voice.results import begun, reports_on
from tournaments.queries.voice.rules import voice_rules
from tournaments.services.results.entering import board_of, enter_result

NOT_SHOWN = "what one player says is on no public page"


def report_result(
    *, tournament: Tournament, entry: Entry, pairing_id: int, said: Sequence[str]
) -> GameRow:
    """A player reports a win, a draw or a loss; of a match each game. It can be said anew while
    the game has no result. Whoever speaks second and says the same enters the result, unless an
    arbiter had a hand in this board before: then it is theirs to enter."""
    with act("result.reported", tournament, by=None, quiet=NOT_SHOWN) as done:
        tournament = done.tournament
        pairing = board_of(tournament, pairing_id)
        if entry.pk not in (pairing.white_id, pairing.black_id):
            raise Refused("result.no_such_board")
        if not voice_rules(tournament).takes_results:
            raise Refused("report.not_taken")
        values: dict[str, Any] = {"board": pairing.board, "round": pairing.round.number}
        if pairing.result:
            raise Refused("report.has_result", **values)
        if window(pairing.round) is not Window.OPEN or not begun(pairing.round):
            raise Refused("report.not_being_played", **values)
        games = tournament.format.games_a_round
        code = code_of_words(said, first=pairing.white_id == entry.pk)
        if len(code) != 2 * games or not code.startswith(pairing.first_game):
            raise Refused("report.not_understood", **values)
        before = reports_on([pairing])[pairing.pk].get(entry.pk)
        if before is not None and before.code == code:
            return done.nothing(pairing)  # sent twice
        ResultReport.objects.update_or_create(
            pairing=pairing,
            entry=entry,
            defaults={"white": pairing.white, "code": code, "at": timezone.now()},
        )
        done.record(pairing, reason=entry.name, before=before.code if before else "", after=code)
        both = reports_on([pairing])[pairing.pk]
        agree = len(both) == 2 and all(one.code == code for one in both.values())
        if agree and pairing.entered_by_id is None:
            return enter_result(
                tournament=tournament,
                pairing_id=pairing.pk,
                code=code,
                version=pairing.version,
                by=None,
            )
        return pairing
