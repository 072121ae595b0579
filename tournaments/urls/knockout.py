"""Knock-outs and play-offs of a tournament at the desk, below knockout/."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import knockout, playoff, qualifiers

one = [
    path("", knockout.knockout, name="knockout"),
    path("plan/", knockout.plan, name="knockout_plan"),
    path("announce/", knockout.announce, name="knockout_announce"),
    path("qualifiers/", qualifiers.of_a_knockout, name="knockout_qualifiers"),
    path("round/", knockout.next_round, name="knockout_round"),
    path("lots/", knockout.lot, name="knockout_lot"),
    path("games/", knockout.enter, name="knockout_enter"),
    path("games/<int:game>/", knockout.game, name="knockout_game"),
    path("moves/", knockout.moves, name="knockout_moves"),
    path("undo/", knockout.undo, name="knockout_undo"),
    path("restore/", knockout.restore, name="knockout_restore"),
    path("cancel/", knockout.cancel, name="knockout_cancel"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("play-offs/", playoff.conditions, name="playoffs"),
    path("play-off/", playoff.prepare, name="prepare_playoff"),
    path("<int:knockout>/", include(one)),
]
