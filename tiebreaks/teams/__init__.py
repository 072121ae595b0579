"""Team events: teams and matches of several games.

Match points or game points can be the primary score. `TeamEvent` is immutable and complete in
itself; `matches_of` derives its rounds from the games of an individual record and the teams'
rosters, `team_event_of` from a report file. Their standings: `tiebreaks.team_standings`.
"""

from tiebreaks.teams.book import Side, TeamBook, bye_side, sides_of
from tiebreaks.teams.event import BoardGame, Match, MatchPoints, Team, TeamBye, TeamEvent, TeamRound
from tiebreaks.teams.matches import matches_of
from tiebreaks.teams.paired import pairing_state
from tiebreaks.teams.report import team_event_of

__all__ = [
    "BoardGame",
    "Match",
    "MatchPoints",
    "Side",
    "Team",
    "TeamBook",
    "TeamBye",
    "TeamEvent",
    "TeamRound",
    "bye_side",
    "matches_of",
    "pairing_state",
    "sides_of",
    "team_event_of",
]
