"""Addresses of the federation's pages, a file a subject. They stand before those of the
tournaments, whose own stay what they are."""

from django.urls import URLPattern, URLResolver, include, path

from federation.urls import calendar, cups, entries, people, ratings
from federation.urls import office as duties
from federation.views import home

Addresses = list[URLPattern | URLResolver]

office_urls: Addresses = [
    *duties.urlpatterns,
    *calendar.office,
    *entries.office,
    *people.office,
    *ratings.office,
    *cups.office,
]

app_name = "federation"
urlpatterns: Addresses = [
    path("", home.home, name="home"),
    path("office/", include(office_urls)),
    *calendar.public,
    *entries.public,
    *people.public,
    *ratings.public,
    *cups.public,
]
