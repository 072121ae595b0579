"""Addresses of the federation's pages. They stand before those of the tournaments, whose own
stay what they are."""

from django.urls import URLPattern, URLResolver, include, path

from federation.views import home, office

Addresses = list[URLPattern | URLResolver]

office_urls: Addresses = [
    path("", office.desk, name="desk"),
    path("duties/", office.people, name="officers"),
    path("reports/", office.reports, name="reports"),
    path("reports/<int:sending>/", office.report, name="report"),
    path("duties/<int:officer>/release/", office.release, name="release_officer"),
]

app_name = "federation"
urlpatterns: Addresses = [
    path("", home.home, name="home"),
    path("office/", include(office_urls)),
]
