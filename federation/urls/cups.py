"""Addresses of cups, qualification and the annual report.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path

from federation.views import cup_office, cups, qualification, years

_SECTION = "cups/<slug:cup>/<slug:section>/"
public: list[URLPattern] = [
    path("year/", years.year, name="years"),
    path("year/<int:year>/", years.year, name="year"),
    path("year/<int:year>/report.pdf", years.paper, name="year_pdf"),
    path("cups/", cups.cups, name="cups"),
    path("qualification/", qualification.qualifications, name="qualifications"),
    path("qualification/<slug:slug>/", qualification.qualification, name="qualification"),
    path("qualification/<slug:slug>/list.pdf", qualification.paper, name="qualification_pdf"),
    path("cups/<slug:cup>/", cups.cup, name="cup"),
    path(_SECTION, cups.cup, name="cup_section"),
    path(f"{_SECTION}standings.pdf", cups.paper, name="cup_pdf"),
    path(f"{_SECTION}embed/", cups.embedded, name="embed_cup"),
    path(f"{_SECTION}players/<int:player>/", cups.working, name="cup_working"),
]
_CUP = "cups/<int:cup>/"
_LIST = "qualification/<int:qualification>/"
office: list[URLPattern] = [
    path("qualification/", qualification.office_list, name="office_qualifications"),
    path(_LIST, qualification.office_one, name="office_qualification"),
    path(f"{_LIST}state/", qualification.move, name="move_qualification"),
    path(f"{_LIST}answer/", qualification.answer, name="answer_qualification"),
    path(f"{_LIST}quotas/", qualification.add_quota, name="add_quota"),
    path(f"{_LIST}quotas/<int:quota>/remove/", qualification.remove_quota, name="remove_quota"),
    path(f"{_LIST}quotas/<int:quota>/name/", qualification.name_player, name="name_player"),
    path("cups/", cup_office.cups, name="office_cups"),
    path(_CUP, cup_office.cup, name="office_cup"),
    path(f"{_CUP}state/", cup_office.move, name="move_cup"),
    path(f"{_CUP}remove/", cup_office.remove, name="remove_cup"),
    path(f"{_CUP}sections/", cup_office.add_section, name="add_cup_section"),
    path(f"{_CUP}sections/<int:section>/", cup_office.section, name="office_cup_section"),
    path(
        f"{_CUP}sections/<int:section>/remove/",
        cup_office.remove_section,
        name="remove_cup_section",
    ),
    path(f"{_CUP}sections/<int:section>/add/", cup_office.add_event, name="add_cup_event"),
    path(f"{_CUP}events/<int:event>/", cup_office.change_event, name="change_cup_event"),
    path(f"{_CUP}events/<int:event>/remove/", cup_office.remove_event, name="remove_cup_event"),
    path(f"{_CUP}categories/", cup_office.add_category, name="add_cup_category"),
    path(
        f"{_CUP}categories/<int:category>/remove/",
        cup_office.remove_category,
        name="remove_cup_category",
    ),
]
