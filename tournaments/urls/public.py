"""Addresses of the public pages; they stay what they are, for links and printed codes."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import sheets
from tournaments.views.captain import captain
from tournaments.views.public import (
    about,
    embed,
    events,
    hall,
    knockouts,
    players,
    previews,
    prizes,
    rounds,
    schedule,
    screens,
    standings,
    tables,
    teams,
)

tournament = [
    path("", rounds.tournament, name="tournament"),
    path("news/", rounds.news, name="news"),
    path("about/", about.about, name="about"),
    path("documents/", about.documents, name="documents"),
    path("documents/<int:document>/", about.document, name="document"),
    path("hall/", hall.plan, name="hall"),
    path("hall.webp", hall.picture, name="hall_picture"),
    path("calendar.ics", about.tournament_calendar, name="calendar"),
    path("report.trf", about.report, name="report"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes.csv", prizes.prizes_as_table, name="prizes_csv"),
    path("ratings/", standings.rating_changes, name="rating_changes"),
    path("ratings.csv", standings.rating_changes_as_table, name="rating_changes_csv"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("averages/<int:after>/", standings.averages, name="averages"),
    path("players/", players.players, name="players"),
    path("players.csv", about.players_as_table, name="players_csv"),
    path("players/<int:entry>/", players.player, name="player"),
    path("rounds/<int:number>/", rounds.round, name="round"),
    path("rounds/<int:number>/names/", rounds.names, name="names"),
    path("rounds/<int:number>/boards/<int:board>/", rounds.board, name="board"),
    path("rounds/<int:number>.csv", about.round_table, name="round_csv"),
    path("rounds/<int:number>.pgn", about.round_headers, name="round_pgn"),
    path("standings/", standings.standings, name="standings"),
    path("standings/pictures/", standings.pictures, name="pictures"),
    path("standings/<int:after>/", standings.standings, name="standings_after"),
    path(
        "standings/<int:after>/only/<str:category>/",
        standings.standings,
        name="standings_category",
    ),
    path("standings/<int:after>/players/<int:entry>/", standings.working, name="working"),
    path("standings/<int:after>.csv", about.standings_as_table, name="standings_csv"),
    path("teams/", teams.teams, name="teams"),
    path("teams/<int:team>/", teams.team, name="team"),
    path("teams/rounds/<int:number>/", teams.round_of_matches, name="team_round"),
    path("teams/matches/<int:match>/", teams.match, name="match"),
    path("teams/standings/", teams.standings, name="team_standings"),
    path("teams/standings/<int:after>/", teams.standings, name="team_standings_after"),
    path("teams/standings/<int:after>/<int:team>/", teams.working, name="team_working"),
    path("teams/crosstable/", teams.crosstable, name="team_crosstable"),
    path("teams/boards/", teams.board_prizes, name="team_boards"),
    path("crosstable/", standings.crosstable, name="crosstable"),
    path("crosstable/<int:after>/", standings.crosstable, name="crosstable_after"),
    path("knockout/<int:knockout>/", knockouts.knockout, name="knockout"),
    # The pictures of shared links
    path("preview.png", previews.tournament, name="preview"),
    path("rounds/<int:number>/preview.png", previews.round, name="round_preview"),
    path(
        "rounds/<int:number>/boards/<int:board>/preview.png", previews.board, name="board_preview"
    ),
    path("standings/<int:after>/preview.png", previews.standings, name="standings_preview"),
    path("players/<int:entry>/preview.png", previews.player, name="player_preview"),
    path("knockout/<int:knockout>/preview.png", previews.knockout, name="knockout_preview"),
]

embedded = [
    path("round/", embed.round, name="embed_round"),
    path("standings/", embed.standings, name="embed_standings"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", events.home, name="home"),
    path("table.csv", events.home_csv, name="home_csv"),
    path("d/<slug:code>/", sheets.sheet, name="sheet"),
    path("d/<slug:code>/document.pdf", sheets.pdf, name="sheet_pdf"),
    path("screens/<slug:key>/", screens.screen, name="screen"),
    path("screens/<slug:key>/state/", screens.state, name="screen_state"),
    path("captain/<str:key>/", captain, name="captain"),
    path("e/<slug:event>/", events.event, name="event"),
    path("e/<slug:event>/preview.png", previews.event, name="event_preview"),
    path("e/<path:page>/table.csv", tables.table_csv, name="table_csv"),
    path("e/<slug:event>/calendar.ics", about.event_calendar, name="event_calendar"),
    path("e/<slug:event>/<slug:slug>/", include(tournament)),
    path("embed/<slug:event>/<slug:slug>/", include(embedded)),
]
