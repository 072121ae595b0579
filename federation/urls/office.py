"""Addresses of the duties of the federation, below office/."""

from django.urls import path

from federation.views import office

urlpatterns = [
    path("", office.desk, name="desk"),
    path("duties/", office.people, name="officers"),
    path("reports/<int:sending>/", office.report, name="report"),
    path("duties/<int:officer>/release/", office.release, name="release_officer"),
]
