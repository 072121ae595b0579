"""The players of a tournament at the desk."""

from django.urls import path

from tournaments.views import (
    checkin,
    decisions,
    entries,
    forbidden,
    groups,
    player_import,
    qualifiers,
    ratings,
    several,
)

urlpatterns = [
    path("", entries.players, name="players"),
    path("add/", entries.add, name="add_player"),
    path("search/", entries.search, name="search_players"),
    path("import/", player_import.import_players, name="import_players"),
    path("import/undo/", player_import.undo, name="undo_import_players"),
    path("restore/", entries.restore, name="restore_player"),
    path("qualifiers/", qualifiers.of_a_group, name="player_qualifiers"),
    path("qualifiers/back/", qualifiers.take_back, name="take_back_qualifiers"),
    path("groups/", groups.show, name="player_groups"),
    path("several/", several.players, name="several_players"),
    path("several/undo/", several.undo, name="undo_several_players"),
    path("check-in/", checkin.page, name="players_checkin"),
    path("check-in/number/", checkin.mark_by_number, name="mark_player_by_number"),
    path("check-in/close/", checkin.close, name="close_players_checkin"),
    path("check-in/reopen/", checkin.reopen, name="reopen_players_checkin"),
    path("ratings/", ratings.refresh, name="player_ratings"),
    path("numbers/", ratings.numbers, name="player_numbers"),
    path("numbers/draw/", ratings.draw, name="draw_player_numbers"),
    path("numbers/draw/undo/", ratings.undo_draw, name="undo_player_numbers"),
    path("numbers/exchange/", ratings.exchange, name="exchange_player_numbers"),
    path("forbidden/", forbidden.page, name="forbidden_players"),
    path("<int:entry>/", entries.edit, name="edit_player"),
    path("<int:entry>/consent/", entries.consent, name="consent"),
    path("<int:entry>/data/", entries.data, name="player_data"),
    path("<int:entry>/remove/", entries.remove, name="remove_player"),
    path("<int:entry>/withdraw/", entries.withdraw, name="withdraw_player"),
    path("<int:entry>/expel/", entries.expel, name="expel_player"),
    path("<int:entry>/return/", entries.bring_back, name="return_player"),
    path("<int:entry>/here/", checkin.mark, name="mark_player"),
    path("<int:entry>/ratings/", decisions.later_ratings, name="later_ratings"),
    path("<int:entry>/bye/", entries.bye, name="bye"),
]
