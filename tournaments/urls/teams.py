"""The teams of a tournament at the desk, below teams/."""

from django.urls import path

from tournaments.views import captains, swiss, teams

urlpatterns = [
    path("", teams.teams, name="teams"),
    path("rules/", teams.rules, name="team_rules"),
    path("add/", teams.add, name="add_team"),
    path("import/", teams.import_teams, name="import_teams"),
    path("import/undo/", teams.undo_import, name="undo_import_teams"),
    path("draw/", teams.draw, name="draw_teams"),
    path("draw/undo/", teams.undo_draw, name="undo_draw"),
    path("standings/", teams.standings, name="team_standings"),
    path("standings/<int:after>/<int:team>/", teams.working, name="team_working"),
    path("crosstable/", teams.crosstable, name="team_crosstable"),
    path("boards/", teams.board_prizes, name="team_boards"),
    path("rounds/<int:number>/", teams.round_of_matches, name="team_round"),
    path("rounds/<int:number>/pair/", swiss.pair, name="pair_matches"),
    path("rounds/<int:number>/discard/", swiss.discard, name="discard_matches"),
    path("rounds/<int:number>/announce/", swiss.announce, name="announce_matches"),
    path("rounds/<int:number>/exchange/", swiss.exchange, name="exchange_teams"),
    path("rounds/<int:number>/bye/", swiss.bye, name="team_bye"),
    path("rounds/<int:number>/line-up/<int:team>/", teams.line_up, name="line_up"),
    path("matches/<int:match>/", teams.match, name="match"),
    path("matches/<int:match>/turn/", swiss.turn, name="turn_match"),
    path("<int:team>/", teams.edit, name="team"),
    path("<int:team>/players/", teams.list_players, name="team_players"),
    path("<int:team>/remove/", teams.remove, name="remove_team"),
    path("<int:team>/withdraw/", teams.withdraw, name="withdraw_team"),
    path("<int:team>/return/", teams.bring_back, name="return_team"),
    path("links/", captains.links, name="team_links"),
    path("links/sheet/", captains.sheet, name="team_links_sheet"),
    path("links/send/", captains.send, name="send_team_links"),
    path("<int:team>/link/", captains.renew, name="renew_team_link"),
    path("<int:team>/link/close/", captains.close, name="close_team_link"),
]
