from django.contrib.auth.views import LogoutView
from django.urls import include, path

from tournaments.views import account, desk, documents, entries, public, reasons, rounds, setup

public_urls = [
    path("", public.home, name="home"),
    path("e/<slug:event>/", public.event, name="event"),
    path("e/<slug:event>/<slug:slug>/", public.tournament, name="tournament"),
    path("e/<slug:event>/<slug:slug>/players/", public.players, name="players"),
    path("e/<slug:event>/<slug:slug>/players/<int:entry>/", public.player, name="player"),
    path("e/<slug:event>/<slug:slug>/rounds/<int:number>/", public.round, name="round"),
    path("e/<slug:event>/<slug:slug>/standings/", public.standings, name="standings"),
    path(
        "e/<slug:event>/<slug:slug>/standings/<int:after>/",
        public.standings,
        name="standings_after",
    ),
]

tournament_urls = [
    path("", desk.tournament, name="tournament"),
    path("settings/", setup.tournament_settings, name="settings"),
    path("fide-mode/leave/", setup.leave_fide_mode, name="leave_fide_mode"),
    path("players/", entries.players, name="players"),
    path("players/add/", entries.add, name="add_player"),
    path("players/import/", entries.import_players, name="import_players"),
    path("players/<int:entry>/", entries.edit, name="edit_player"),
    path("players/<int:entry>/remove/", entries.remove, name="remove_player"),
    path("players/<int:entry>/withdraw/", entries.withdraw, name="withdraw_player"),
    path("players/<int:entry>/return/", entries.bring_back, name="return_player"),
    path("players/<int:entry>/bye/", entries.bye, name="bye"),
    path("rounds/<int:number>/", rounds.desk, name="round"),
    path("rounds/<int:number>/reasons/", reasons.reasons, name="reasons"),
    path("rounds/<int:number>/pair/", rounds.pair, name="pair"),
    path("rounds/<int:number>/discard/", rounds.discard, name="discard"),
    path("rounds/<int:number>/publish/", rounds.publish, name="publish"),
    path("rounds/<int:number>/unpublish/", rounds.unpublish, name="unpublish"),
    path("rounds/<int:number>/finish/", rounds.finish, name="finish"),
    path("rounds/<int:number>/results/", rounds.enter, name="enter_result"),
    path("rounds/<int:number>/undo/", rounds.undo, name="undo_result"),
    path("standings/", desk.standings, name="standings"),
    path("documents/", documents.index, name="documents"),
    path("documents/<int:document>/", documents.download, name="document"),
    path("jobs/<int:job>/", desk.job, name="job"),
    path("history/", desk.history, name="history"),
]

desk_urls = [
    path("", desk.home, name="home"),
    path("new/", setup.new_event, name="new_event"),
    path("<slug:event>/", desk.event, name="event"),
    path("<slug:event>/edit/", setup.edit_event, name="edit_event"),
    path("<slug:event>/staff/", setup.staff, name="staff"),
    path("<slug:event>/new/", setup.new_tournament, name="new_tournament"),
    path("<slug:event>/<slug:slug>/", include(tournament_urls)),
]

urlpatterns = [
    path("sign-in/", account.SignIn.as_view(), name="login"),
    path("sign-out/", LogoutView.as_view(), name="logout"),
    path("desk/", include((desk_urls, "desk"))),
    path("", include((public_urls, "public"))),
]
