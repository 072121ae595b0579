"""Addresses of the open data, below /api/v1/ beside those of the tournaments.

A list is a line: the address, the view, the name by which links find it.
"""

from django.urls import URLPattern, path

from federation.api import (
    arbiters,
    calendar,
    cups,
    entries,
    people,
    places,
    qualification,
    ratings,
    search,
    years,
)
from federation.api.base import open_item, open_list
from federation.api.root import OpenData

app_name = "federation_api"
urlpatterns: list[URLPattern] = [
    path("federation/", OpenData.as_view(), name="root"),
    *open_item("search", search.Search, "search"),
    # calendar
    *open_list("calendar", calendar.Calendar, "calendar"),
    *open_item("calendar/<slug:slug>", calendar.OneCalendarEvent, "calendar_event"),
    # entries
    *open_list("calendar/<slug:slug>/entries", entries.Entries, "entries"),
    # people
    *open_list("provinces", places.Provinces, "provinces"),
    *open_list("clubs", places.Clubs, "clubs"),
    *open_item("clubs/<str:code>", places.OneClub, "club"),
    *open_list("clubs/<str:code>/teams", places.ClubTeams, "club_teams"),
    *open_list("members", people.Members, "members"),
    *open_item("members/<int:player>", people.OneMember, "member"),
    *open_list("members/<int:player>/events", people.MemberEvents, "member_events"),
    *open_list("members/<int:player>/games", people.MemberGames, "member_games"),
    *open_list("arbiters", arbiters.Arbiters, "arbiters"),
    # ratings
    *open_list("rating-lists", ratings.RatingLists, "rating_lists"),
    *open_list("rating-lists/<slug:series>/<slug:month>", ratings.ListedRatings, "rating_list"),
    *open_item(
        "rating-lists/<slug:series>/<slug:month>/<int:player>", ratings.OneWorking, "rating_working"
    ),
    # cups, the annual report
    *open_list("qualifications", qualification.Qualifications, "qualifications"),
    *open_item("qualifications/<slug:slug>", qualification.OneQualification, "qualification"),
    *open_list("qualifications/<slug:slug>/qualified", qualification.Qualified, "qualified"),
    *open_list("years", years.Years, "years"),
    *open_item("years/<int:year>", years.OneYear, "year"),
    *open_list("years/<int:year>/<slug:table>", years.YearTable, "year_table"),
    *open_list("cups", cups.Cups, "cups"),
    *open_item("cups/<slug:slug>", cups.OneCup, "cup"),
    *open_list("cups/<slug:slug>/<slug:section>/standings", cups.CupStandings, "cup_standings"),
    *open_item(
        "cups/<slug:slug>/<slug:section>/standings/<int:player>", cups.CupWorking, "cup_working"
    ),
]
