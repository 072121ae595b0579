from django.urls import include, path, re_path, register_converter

from tournaments.api.keys import GameKey
from tournaments.api.views import (
    engine,
    events,
    knockouts,
    players,
    prizes,
    root,
    rounds,
    standings,
    tables,
    team_work,
    teams,
)
from tournaments.api.views.reference import reference

register_converter(GameKey, "game")

tournament_urls = [
    path("", events.TournamentDetail.as_view(), name="tournament"),
    path("players/", players.Players.as_view(), name="players"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<int:number>/", rounds.RoundDetail.as_view(), name="round"),
    path("rounds/<int:number>/reasons/", rounds.Reasons.as_view(), name="reasons"),
    path("rounds/<int:number>/line-ups/", team_work.LineUps.as_view(), name="line_ups"),
    path("rounds/<int:number>/pair/", rounds.PairRound.as_view(), name="pair"),
    path("rounds/<int:number>/seal/", rounds.SealDetail.as_view(), name="seal"),
    path("rounds/<int:number>/publish/", rounds.PublishRound.as_view(), name="publish"),
    path("boards/", rounds.Boards.as_view(), name="boards"),
    path("standings/", standings.Standings.as_view(), name="standings"),
    path("prizes/", prizes.Prizes.as_view(), name="prizes"),
    path("crosstable/", tables.CrossTable.as_view(), name="crosstable"),
    path("averages/", tables.Averages.as_view(), name="averages"),
    path("schedule/", tables.Schedule.as_view(), name="schedule"),
    path("regulations/", tables.Regulations.as_view(), name="regulations"),
    path("documents/", tables.Papers.as_view(), name="documents"),
    path("best/", tables.BestOf.as_view(), name="best"),
    path("knockouts/", knockouts.Knockouts.as_view(), name="knockouts"),
    path("standings/<int:entry>/", standings.Working.as_view(), name="working"),
    path("teams/", teams.Teams.as_view(), name="teams"),
    path("teams/draw/", team_work.Draw.as_view(), name="draw"),
    path("teams/matches/", teams.Matches.as_view(), name="matches"),
    path("teams/crosstable/", tables.TeamCrossTable.as_view(), name="team_crosstable"),
    path("teams/boards/", tables.BoardPrizes.as_view(), name="board_prizes"),
    path("teams/standings/", teams.TeamStandings.as_view(), name="team_standings"),
    path("teams/standings/<int:team>/", teams.TeamWorking.as_view(), name="team_working"),
]

v1 = [
    path("", root.Root.as_view(), name="root"),
    path("openapi.json", root.Document.as_view(), name="openapi"),
    path("reference/", reference, name="reference"),
    path("events/", events.EventList.as_view(), name="events"),
    path("events/<slug:slug>/", events.EventDetail.as_view(), name="event"),
    path("tournaments/", events.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<int:pk>/", include(tournament_urls)),
    path("players/<int:pk>/", players.Player.as_view(), name="player"),
    path("players/<int:pk>/withdraw/", players.Withdraw.as_view(), name="withdraw"),
    path("players/<int:pk>/return/", players.BringBack.as_view(), name="return"),
    path("players/<int:pk>/check-in/", players.CheckIn.as_view(), name="check_in"),
    path("players/<int:pk>/byes/<int:number>/", players.Bye.as_view(), name="bye"),
    path("boards/<int:pk>/", rounds.Board.as_view(), name="board"),
    path("boards/<int:pk>/result/", rounds.Result.as_view(), name="result"),
    path("teams/<int:pk>/", teams.OneTeam.as_view(), name="team"),
    path("teams/<int:pk>/players/", team_work.TeamPlayers.as_view(), name="team_players"),
    path("teams/<int:pk>/withdraw/", team_work.WithdrawTeam.as_view(), name="withdraw_team"),
    path("teams/<int:pk>/return/", team_work.BringTeamBack.as_view(), name="return_team"),
    path("teams/<int:pk>/line-ups/<int:number>/", team_work.LineUp.as_view(), name="line_up"),
    path("matches/<int:pk>/", teams.OneMatch.as_view(), name="match"),
    path("matches/<int:pk>/forfeit/", team_work.Forfeit.as_view(), name="forfeit"),
    path("knockouts/<int:pk>/lots/", knockouts.Lots.as_view(), name="lots"),
    path("knockouts/<int:pk>/games/<game:key>/", knockouts.Game.as_view(), name="game"),
    path(
        "knockouts/<int:pk>/games/<game:key>/result/",
        knockouts.GameResult.as_view(),
        name="game_result",
    ),
    path("jobs/<int:pk>/", rounds.JobDetail.as_view(), name="job"),
    # A posted report, with nothing stored.
    path("pairing", engine.Pair.as_view(), name="pairing"),
    path("checking", engine.Check.as_view(), name="checking"),
    path("standings", engine.Rank.as_view(), name="ranking"),
    path("pairing/", engine.Pair.as_view(schema=None)),
    path("checking/", engine.Check.as_view(schema=None)),
    path("standings/", engine.Rank.as_view(schema=None)),
]

urlpatterns = [
    path("v1/", include((v1, "api"))),
    re_path(r"^(?P<path>(?s:.*))\Z", root.NotThere.as_view()),
]
