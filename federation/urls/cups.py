"""Addresses of cups, qualification and the annual report.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern

public: list[URLPattern] = []
office: list[URLPattern] = []
