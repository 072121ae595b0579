"""Addresses of the open data, below /api/v1/ beside those of the tournaments.

A list is a line: the address, the view, the name by which links find it.
"""

from django.urls import URLPattern, path

from federation.api import people, places
from federation.api.base import open_item, open_list
from federation.api.root import OpenData

app_name = "federation_api"
urlpatterns: list[URLPattern] = [
    path("federation/", OpenData.as_view(), name="root"),
    # calendar
    # entries
    # people
    *open_list("provinces", places.Provinces, "provinces"),
    *open_list("clubs", places.Clubs, "clubs"),
    *open_item("clubs/<str:code>", places.OneClub, "club"),
    *open_list("members", people.Members, "members"),
    *open_item("members/<int:player>", people.OneMember, "member"),
    # ratings
    # cups, the annual report
]
