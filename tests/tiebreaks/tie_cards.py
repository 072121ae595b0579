"""Whole events written as cards: `5w1 2b= 0-H 6w+`, one line per player."""

from dataclasses import replace
from fractions import Fraction

from pairing.results import RESULTS, ByeKind, Outcome
from pairing.state import Bye, Game, Player, PointSystem, Round, TournamentState
from tiebreaks.teams import BoardGame, Match, Team, TeamBye, TeamEvent, TeamRound


def event(
    cards: dict[int, str],
    *,
    ratings: dict[int, int] | None = None,
    rounds: int = 0,
    points: PointSystem | None = None,
) -> TournamentState:
    """The state after all rounds of the cards; `.` is a free round."""
    table = {tpn: card.split() for tpn, card in cards.items()}
    length = max(len(card) for card in table.values())
    played = []
    for index in range(length):
        games, byes = [], []
        for tpn, card in table.items():
            entry = card[index]
            if entry == ".":
                continue
            opponent = int(entry[:-2])
            if not opponent:
                byes.append(Bye(tpn, ByeKind(entry[-1])))
            elif entry[-2] == "w":
                mirrored = table[opponent][index]
                assert mirrored[:-1] == f"{tpn}b", (index + 1, tpn, opponent)
                games.append(Game(tpn, opponent, RESULTS[entry[-1] + mirrored[-1]]))
        played.append(Round(index + 1, tuple(games), tuple(byes)))
    known = ratings or {}
    return TournamentState(
        players=tuple(Player(tpn, rating=known.get(tpn, 0)) for tpn in table),
        rounds=tuple(played),
        total_rounds=rounds or length,
        points=points or PointSystem(),
    )


def renumbered(state: TournamentState, new: dict[int, int]) -> TournamentState:
    """The same event with other pairing numbers."""
    return replace(
        state,
        players=tuple(
            sorted(
                (replace(player, tpn=new[player.tpn]) for player in state.players),
                key=lambda player: player.tpn,
            )
        ),
        rounds=tuple(
            Round(
                one.number,
                tuple(Game(new[game.white], new[game.black], game.result) for game in one.games),
                tuple(Bye(new[bye.player], bye.kind) for bye in one.byes),
            )
            for one in state.rounds
        ),
    )


def exact(text: str) -> int | Fraction | None:
    """A printed number as the exact value that standings give."""
    if text == "-":
        return None
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


# Teams

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def match(first: int, second: int, *boards: tuple[Outcome, Outcome]) -> Match:
    return Match(
        first,
        second,
        tuple(BoardGame(number, *both) for number, both in enumerate(boards, start=1)),
    )


def team_event() -> TeamEvent:
    """Five teams, two boards: byes of two kinds, a forfeited match."""
    return TeamEvent(
        teams=tuple(Team(number) for number in range(1, 6)),
        rounds=(
            TeamRound(
                1,
                (match(1, 2, (W, L), (D, D)), match(3, 4, (D, D), (W, L))),
                (TeamBye(5, ByeKind.PAIRING_ALLOCATED),),
            ),
            TeamRound(
                2,
                (match(2, 3, (W, L), (D, D)), Match(1, 5, forfeit="+-")),
                (TeamBye(4, ByeKind.HALF_POINT),),
            ),
            TeamRound(
                3,
                (match(1, 3, (D, D), (W, L)), match(4, 5, (W, L), (D, D))),
                (TeamBye(2, ByeKind.PAIRING_ALLOCATED),),
            ),
        ),
        total_rounds=3,
        boards=2,
    )
