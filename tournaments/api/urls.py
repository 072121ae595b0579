from django.urls import include, path, re_path

from tournaments.api.views import engine, events, knockouts, players, root, rounds, standings, teams
from tournaments.api.views.reference import reference

tournament_urls = [
    path("", events.TournamentDetail.as_view(), name="tournament"),
    path("players/", players.Players.as_view(), name="players"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<int:number>/", rounds.RoundDetail.as_view(), name="round"),
    path("rounds/<int:number>/reasons/", rounds.Reasons.as_view(), name="reasons"),
    path("rounds/<int:number>/pair/", rounds.PairRound.as_view(), name="pair"),
    path("rounds/<int:number>/publish/", rounds.PublishRound.as_view(), name="publish"),
    path("boards/", rounds.Boards.as_view(), name="boards"),
    path("standings/", standings.Standings.as_view(), name="standings"),
    path("knockouts/", knockouts.Knockouts.as_view(), name="knockouts"),
    path("standings/<int:entry>/", standings.Working.as_view(), name="working"),
    path("teams/", teams.Teams.as_view(), name="teams"),
    path("teams/matches/", teams.Matches.as_view(), name="matches"),
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
