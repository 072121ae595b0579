"""Addresses of entries: entering, the lists, money, clubs.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path

from federation.views import entries, entries_list, entries_mine

public: list[URLPattern] = [
    path("enter/<slug:event>/", entries.enter, name="enter"),
    path("entries/<slug:event>/", entries_list.entry_page, name="entry_list"),
    path("entries/<slug:event>.csv", entries_list.entry_csv, name="entry_csv"),
    path("entries/<slug:event>.json", entries_list.entry_json, name="entry_json"),
    path("entry/<str:token>/", entries_mine.my_entry, name="my_entry"),
]
office: list[URLPattern] = []
