"""Addresses of people: search, players, clubs, the register, the arbiters.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path

from federation.views import (
    arbiters,
    people,
    people_desk,
    people_import,
    people_privacy,
    places,
    places_desk,
    search,
)

public: list[URLPattern] = [
    path("search/", search.search, name="search"),
    path("players/<int:player>/", people.player, name="player"),
    path("players/<int:player>/games/", people.games, name="player_games"),
    path("players/<int:player>/games.csv", people.games_csv, name="player_games_csv"),
    path("players/<int:player>/privacy/", people_privacy.ask, name="ask_privacy"),
    path("privacy/<str:token>/", people_privacy.own, name="own_privacy"),
    path("arbiters/", arbiters.arbiters, name="arbiters"),
    path("my-appointments/", arbiters.my_appointments, name="my_appointments"),
    path("clubs/<slug:club>/", places.club, name="club"),
    path("provinces/", places.provinces, name="provinces"),
    path("provinces/<slug:province>/", places.province, name="province"),
]
office: list[URLPattern] = [
    path("people/", people_desk.members, name="members"),
    path("people/new/", people_desk.new_member, name="new_member"),
    path("people/lists/", people_import.new_list, name="members_import"),
    path("people/lists/<int:work>/", people_import.member_list, name="member_list"),
    path("people/<int:player>/", people_desk.member, name="member"),
    path("people/<int:player>/enrol/", people_desk.enrol, name="enrol"),
    path("people/<int:player>/licence/", people_desk.issue_licence, name="issue_licence"),
    path(
        "people/<int:player>/licence/<int:licence>/",
        people_desk.withdraw_licence,
        name="withdraw_licence",
    ),
    path("people/<int:player>/privacy/", people_desk.set_privacy, name="set_privacy"),
    path("people/<int:player>/deceased/", people_desk.note_death, name="note_death"),
    path("people/<int:player>/transfer/", people_desk.transfer, name="transfer"),
    path("transfers/", people_desk.transfers, name="transfers"),
    path("transfers/<int:transfer>/", people_desk.decide_transfer, name="decide_transfer"),
    path("doubles/", people_desk.merge, name="merge"),
    path("doubles/apart/", people_desk.tell_apart, name="tell_apart"),
    path("doubles/<int:merge>/undo/", people_desk.undo_merge, name="undo_merge"),
    path("arbiters/", arbiters.desk, name="desk_arbiters"),
    path("arbiters/new/", arbiters.new_arbiter, name="new_arbiter"),
    path("arbiters/<int:arbiter>/", arbiters.arbiter, name="desk_arbiter"),
    path("events/<int:calendar>/arbiters/", arbiters.appoint, name="appoint"),
    path(
        "events/<int:calendar>/arbiters/<int:appointment>/withdraw/",
        arbiters.withdraw,
        name="withdraw_appointment",
    ),
    path("clubs/", places_desk.clubs, name="desk_clubs"),
    path("clubs/new/", places_desk.new_club, name="new_club"),
    path("clubs/<int:club>/", places_desk.club, name="desk_club"),
]
