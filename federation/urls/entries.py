"""Addresses of entries: entering, the lists, money, clubs.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern

public: list[URLPattern] = []
office: list[URLPattern] = []
