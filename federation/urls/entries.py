"""Addresses of entries: entering, the lists, money, clubs.

`office` stands below office/, for those with a duty; `public` at the top, for everybody.
"""

from django.urls import URLPattern, path

from federation.views import (
    entries,
    entries_club,
    entries_club_links,
    entries_desk,
    entries_list,
    entries_mine,
    entries_newcomers,
)

#: of the event's organiser, whose right follows from the event
organiser: list[URLPattern] = [
    path("organise/<slug:event>/", entries_desk.organise, name="organise"),
    path("organise/<slug:event>/take-over/", entries_desk.hand_over, name="take_over"),
    path(
        "organise/<slug:event>/entries/<int:booking>/withdraw/",
        entries_desk.withdraw,
        name="withdraw_booking",
    ),
    path("organise/<slug:event>/leave/", entries_desk.leave_tournament, name="leave_tournament"),
    path("organise/<slug:event>/teams/<int:section>.csv", entries_desk.teams_csv, name="teams_csv"),
    path("organise/<slug:event>/clubs/", entries_club_links.club_links, name="club_links"),
    path("organise/<slug:event>/money/", entries_desk.money, name="money"),
    path("organise/<slug:event>/money/fees.csv", entries_desk.money_csv, name="money_csv"),
    path(
        "organise/<slug:event>/money/payments.csv", entries_desk.payments_csv, name="payments_csv"
    ),
    path("organise/<slug:event>/money/remind/", entries_desk.remind, name="remind"),
    path("organise/<slug:event>/money/<int:charge>/", entries_desk.charge, name="charge"),
    path("organise/<slug:event>/money/<int:charge>.pdf", entries_desk.receipt, name="receipt"),
    path(
        "organise/<slug:event>/money/<int:charge>/paid/", entries_desk.paid_whole, name="paid_whole"
    ),
]
_BY_LINK = "club-entry/<str:token>/"
public: list[URLPattern] = [
    *organiser,
    path("enter/<slug:event>/", entries.enter, name="enter"),
    path("enter/<slug:event>/club/", entries_club_links.ask_club_link, name="ask_club_link"),
    path(_BY_LINK, entries_club.linked_club, name="linked_club"),
    path(f"{_BY_LINK}players/", entries_club.linked_player, name="linked_player"),
    path(
        f"{_BY_LINK}invoices/<int:charge>.pdf", entries_club.linked_invoice, name="linked_invoice"
    ),
    path("entries/<slug:event>/", entries_list.entry_page, name="entry_list"),
    path("entries/<slug:event>.csv", entries_list.entry_csv, name="entry_csv"),
    path("entries/<slug:event>.json", entries_list.entry_json, name="entry_json"),
    path("entry/<str:token>/", entries_mine.my_entry, name="my_entry"),
    path("entry/<str:token>/messages/", entries_mine.tell_me, name="tell_of_place"),
    path("entry/<str:token>/pay/<int:charge>/", entries_mine.pay, name="pay_entry"),
    path("entry/<str:token>/receipt/<int:charge>.pdf", entries_mine.receipt, name="my_receipt"),
    path("payments/heard/", entries_mine.heard, name="payment_heard"),
]
_CLUB = "club-entries/<int:club>/"
office: list[URLPattern] = [
    path("newcomers/", entries_newcomers.newcomers_page, name="newcomers"),
    path("newcomers/<int:booking>/", entries_newcomers.decide, name="decide_newcomer"),
    path("club-entries/", entries_club.clubs, name="club_entries"),
    path(f"{_CLUB}<slug:event>/", entries_club.club_event, name="club_event"),
    path(f"{_CLUB}<slug:event>/players/", entries_club.player, name="club_booking"),
    path(f"{_CLUB}invoices/<int:charge>.pdf", entries_club.invoice, name="club_invoice"),
]
