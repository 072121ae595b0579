"""Addresses of ratings: lists, why a rating is what it is, the officer's desk.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern

public: list[URLPattern] = []
office: list[URLPattern] = []
