"""Addresses of ratings: lists, why a rating is what it is, the officer's desk.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path

from federation.views import ratings, ratings_office, ratings_reports

_OF = "ratings/<slug:series>/<slug:month>/"
public: list[URLPattern] = [
    path("ratings/", ratings.lists, name="rating_lists"),
    path("ratings/compare/", ratings.compared, name="rating_compare"),
    path("ratings/<slug:series>/embed/", ratings.embedded, name="embed_ratings"),
    path(_OF, ratings.month_list, name="rating_list"),
    path(f"{_OF}movers/", ratings.movers, name="rating_movers"),
    path(f"{_OF}list.<slug:ending>", ratings.file, name="rating_file"),
    path(f"{_OF}<int:player>/", ratings.why, name="rating_why"),
    path("event-report/<slug:event>/<slug:slug>/", ratings_reports.answers, name="event_report"),
]
_REPORT = "ratings/reports/<int:report>/"
office: list[URLPattern] = [
    path("reports/", ratings_reports.queue, name="reports"),
    path("reports/earlier/", ratings_reports.take_in, name="earlier_reports"),
    path("ratings/", ratings_office.desk, name="rating_desk"),
    path(_REPORT, ratings_reports.report, name="rating_report"),
    path(f"{_REPORT}decide/", ratings_reports.decide, name="decide_report"),
    path(f"{_REPORT}identify/", ratings_reports.identify, name="identify_player"),
    path(f"{_REPORT}correct/", ratings_reports.correct, name="correct_report"),
    path("ratings/runs/<int:run>/", ratings_office.run, name="rating_run"),
    path("ratings/runs/<int:run>/press/", ratings_office.press, name="press_run"),
    path("ratings/why/<int:of>/<int:player>/", ratings_office.run_why, name="run_why"),
    path("ratings/rules/", ratings_office.rules, name="rating_rules"),
    path("ratings/fide/", ratings_office.fide, name="fide"),
    path("ratings/fide/<int:package>/", ratings_office.fide_package, name="fide_package"),
    path("ratings/fide/<int:package>/sent/", ratings_office.fide_sent, name="fide_sent"),
    path("ratings/fide/files/<int:file>/", ratings_office.fide_answer, name="fide_answer"),
]
