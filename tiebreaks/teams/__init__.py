"""Team events: teams, matches of several games, and the standings of teams.

Match points or game points can be the primary score. `TeamEvent` is immutable and complete in
itself; `matches_of` derives its rounds from the games of an individual record and the teams'
rosters, `team_event_of` from a report file.

    team_standings(event, "MPvGP EDE BH:MP/C1 EMGSB") -> Standings
"""

from tiebreaks.teams.book import Side, TeamBook, bye_side, sides_of
from tiebreaks.teams.event import BoardGame, Match, MatchPoints, Team, TeamBye, TeamEvent, TeamRound
from tiebreaks.teams.matches import matches_of
from tiebreaks.teams.report import team_event_of
from tiebreaks.teams.standings import (
    build_team_field,
    explain_team,
    explain_team_list,
    team_list,
    team_standings,
)

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
    "build_team_field",
    "bye_side",
    "explain_team",
    "explain_team_list",
    "matches_of",
    "sides_of",
    "team_event_of",
    "team_list",
    "team_standings",
]
