"""Players who leave while their round is out, and the game that nobody will play.

The round stands and the game is forfeited, or the chief takes the round back and it is paired
anew. Neither is chosen by itself.
"""

from dataclasses import dataclass

from django.db.models import Q

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import round_of_plan
from tournaments.models import Entry, GameRow, Pairing, Round, Tournament, User
from tournaments.queries.rounds.coming import next_open_round
from tournaments.services.entries.withdrawals import take_out_entry, withdrawal_reasons
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import guard_taking_back, take_back_round


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The leaver's game in the round that is being played."""

    pairing: GameRow
    opponent: Entry
    forfeit: str  # the result that it becomes
    entered: int  # results that the round has already: then it cannot be taken back


def open_game(tournament: Tournament, entry: Entry) -> OpenGame | None:
    if tournament.format.pairs_teams or entry.gone:
        return None
    pairing = (
        Pairing.objects.games()
        .select_related("round", "white", "black")
        .filter(Q(white=entry) | Q(black=entry), round__tournament=tournament, result="")
        .filter(round__status=Round.Status.PUBLISHED)
        .filter(round__number=next_open_round(tournament) - 1)
        .first()
    )
    if pairing is None:
        return None
    leaves_white = pairing.white_id == entry.pk
    entered = pairing.round.pairings.exclude(result="").exclude(entered_at=None).count()
    opponent = pairing.black if leaves_white else pairing.white
    forfeit = _forfeit(pairing, leaves_white, tournament.format.games_a_round)
    return OpenGame(pairing, opponent, forfeit, entered)


def _forfeit(pairing: Pairing, leaves_white: bool, games: int) -> str:
    """Of a match every game that is still to come."""
    code = "-+" if leaves_white else "+-"
    return pairing.first_game + code * (games - bool(pairing.first_game))


def _game_of(tournament: Tournament, entry: Entry) -> OpenGame:
    game = open_game(tournament, entry)
    if game is None:
        raise Refused("entry.no_open_game", name=entry.name)
    return game


def leave_with_forfeit(
    *, tournament: Tournament, entry: Entry, by: User | None, confirmed: str = ""
) -> Pairing:
    """The round stands; the opponent wins by forfeit."""
    with act("entry.withdrawn", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        game = _game_of(tournament, entry)
        number = game.pairing.round.number
        values = {"round": number, "board": game.pairing.board, "name": game.opponent.name}
        done.require(
            "entry.withdraw",
            level=2,
            reasons=[
                Reason("entry.forfeit_effect", values),
                *withdrawal_reasons(entry, number + 1, forfeits=1),
            ],
            subject=f"{entry.pk}:forfeit",
        )
        take_out_entry(done, entry, Entry.Status.WITHDRAWN)
        return enter_result(
            tournament=tournament,
            pairing_id=game.pairing.pk,
            code=game.forfeit,
            version=game.pairing.version,
            by=by,
        )


def leave_and_take_back(
    *, tournament: Tournament, entry: Entry, reason: str, by: User | None, confirmed: str = ""
) -> Round:
    """The round becomes a draft again, which is to be paired without the player."""
    with act("entry.withdrawn", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        game = _game_of(tournament, entry)
        number = game.pairing.round.number
        round_ = round_of_plan(tournament, number)
        guard_taking_back(round_, reason)
        done.require(
            "entry.withdraw",
            level=3,
            reasons=[
                Reason("round.unpublish_effect", {"round": number}),
                *withdrawal_reasons(entry, number),
            ],
            subject=f"{entry.pk}:take back",
        )
        take_back_round(done, round_, reason)
        take_out_entry(done, entry, Entry.Status.WITHDRAWN, reason)
        return round_
