"""Addresses of people: search, players, clubs, the register, the arbiters.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path

from federation.views import people, places, search

public: list[URLPattern] = [
    path("search/", search.search, name="search"),
    path("players/<int:player>/", people.player, name="player"),
    path("players/<int:player>/games/", people.games, name="player_games"),
    path("players/<int:player>/games.csv", people.games_csv, name="player_games_csv"),
    path("clubs/<slug:club>/", places.club, name="club"),
    path("provinces/", places.provinces, name="provinces"),
    path("provinces/<slug:province>/", places.province, name="province"),
]
office: list[URLPattern] = []
