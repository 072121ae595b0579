from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path

from tournaments.urls import documents as document_urls
from tournaments.urls import knockout as knockout_urls
from tournaments.urls import players as player_urls
from tournaments.urls import public as public_urls
from tournaments.urls import rounds as round_urls
from tournaments.urls import teams as team_urls
from tournaments.views import (
    account,
    api_keys,
    decisions,
    desk,
    documents,
    hall,
    incidents,
    manual,
    outcomes,
    passkeys,
    people,
    prizes,
    product,
    register,
    removing,
    screens,
    setup,
    staff,
    whole_report,
    working,
)

#: a list of addresses, of which some hold others
Addresses = list[URLPattern | URLResolver]

tournament_urls: Addresses = [
    path("", desk.tournament, name="tournament"),
    path("settings/", setup.tournament_settings, name="settings"),
    path("settings/timetable/", setup.timetable, name="timetable"),
    path("settings/prizes/", prizes.prizes, name="prizes"),
    path("settings/ready/", setup.ready, name="ready"),
    path("settings/remove/", removing.remove_tournament, name="remove_tournament"),
    path("fide-mode/leave/", setup.leave_fide_mode, name="leave_fide_mode"),
    path("players/", include(player_urls)),
    path("rounds/", include(round_urls)),
    path("teams/", include(team_urls)),
    path("knockout/", include(knockout_urls)),
    path("standings/", working.standings, name="standings"),
    path("standings/pictures/", working.pictures, name="pictures"),
    path("standings/ratings/", working.rating_changes, name="rating_changes"),
    path("standings/norms/", working.norms, name="norms"),
    path("standings/outcomes/", outcomes.outcomes, name="outcomes"),
    path("standings/decisions/", decisions.decisions, name="decisions"),
    path("standings/<int:after>/players/<int:entry>/", working.working, name="working"),
    path("incidents/", incidents.book, name="incidents"),
    path("incidents/report/", incidents.write_report, name="arbiters_report"),
    path("incidents/<int:incident>/", incidents.change, name="incident"),
    path("documents/", include(document_urls)),
    path("jobs/<int:job>/", desk.job, name="job"),
    path("jobs/<int:job>/cancel/", documents.cancel, name="cancel_job"),
    path("history/", desk.history, name="history"),
    path("history/<int:line>/undo/", desk.undo_act, name="undo_act"),
]

desk_urls: Addresses = [
    path("", desk.home, name="home"),
    path("new/", setup.new_event, name="new_event"),
    path("copy/", setup.copy_event, name="copy_event"),
    path("me/", staff.me, name="me"),
    path("me/rows/", staff.my_rows, name="my_rows"),
    path("removed/", removing.restore_event, name="restore_event"),
    path("account/", account.account, name="account"),
    path("account/password/", account.NewPassword.as_view(), name="password"),
    path("account/programs/", api_keys.own, name="own_programs"),
    path(
        "account/programs/<int:token>/withdraw/",
        api_keys.withdraw_own_token,
        name="withdraw_own_token",
    ),
    path("account/sessions/", account.end_sessions, name="end_sessions"),
    path("account/second-factor/", account.factor, name="factor"),
    path("account/second-factor/codes/", account.factor_codes, name="factor_codes"),
    path("account/passkeys/new/", passkeys.new, name="new_passkey"),
    path("account/passkeys/made/", passkeys.made, name="passkey_made"),
    path("account/passkeys/<int:passkey>/remove/", passkeys.remove, name="remove_passkey"),
    path("people/", people.people, name="people"),
    path("people/new/", people.new_person, name="new_person"),
    path("people/<int:user>/", people.person, name="person"),
    path("register/", register.register, name="register"),
    path("register/registrars/", register.registrar, name="registrar"),
    path("register/<int:work>/", register.columns, name="register_columns"),
    path("<slug:event>/", desk.event, name="event"),
    path("<slug:event>/edit/", setup.edit_event, name="edit_event"),
    path("<slug:event>/remove/", removing.remove_event, name="remove_event"),
    path("<slug:event>/removed/", removing.restore_tournament, name="restore_tournament"),
    path("<slug:event>/staff/", staff.staff, name="staff"),
    path("<slug:event>/new/", setup.new_tournament, name="new_tournament"),
    path("<slug:event>/new/report/", whole_report.new_from_report, name="new_from_report"),
    path("<slug:event>/new/report/<int:work>/", whole_report.report_import, name="report_import"),
    path("<slug:event>/hall/", hall.plan, name="hall_plan"),
    path("<slug:event>/screens/", screens.screens, name="screens"),
    path("<slug:event>/screens/announce/", screens.announce, name="announce"),
    path("<slug:event>/screens/<int:screen>/", screens.screen, name="screen"),
    path("<slug:event>/screens/<int:screen>/remove/", screens.remove, name="remove_screen"),
    path("<slug:event>/programs/", api_keys.index, name="api_keys"),
    path("<slug:event>/programs/tokens/", api_keys.make_token, name="make_token"),
    path(
        "<slug:event>/programs/tokens/<int:token>/withdraw/",
        api_keys.withdraw_token,
        name="withdraw_token",
    ),
    path("<slug:event>/programs/webhooks/", api_keys.make_webhook, name="make_webhook"),
    path("<slug:event>/programs/webhooks/<int:webhook>/", api_keys.webhook, name="webhook"),
    path("<slug:event>/programs/webhooks/<int:webhook>/ping/", api_keys.ping, name="ping_webhook"),
    path(
        "<slug:event>/programs/webhooks/<int:webhook>/remove/",
        api_keys.withdraw_webhook,
        name="withdraw_webhook",
    ),
    path(
        "<slug:event>/programs/webhooks/<int:webhook>/<int:delivery>/resend/",
        api_keys.resend,
        name="resend",
    ),
    path("<slug:event>/<slug:slug>/", include(tournament_urls)),
]

urlpatterns = [
    path("sign-in/", account.SignIn.as_view(), name="login"),
    path("sign-in/code/", account.sign_in_code, name="sign_in_code"),
    path("sign-in/passkey/", passkeys.open_door, name="sign_in_passkey"),
    path("sign-in/passkey/ask/", passkeys.ask, name="ask_passkey"),
    path("sign-in/forgotten/", account.Forgotten.as_view(), name="password_reset"),
    path("sign-in/forgotten/sent/", account.password_sent, name="password_sent"),
    path(
        "sign-in/new/<uidb64>/<token>/", account.FromLink.as_view(), name="password_reset_confirm"
    ),
    path("sign-out/", LogoutView.as_view(), name="logout"),
    path("invitation/<str:token>/", staff.accept, name="invitation"),
    path("help/", manual.contents, name="help"),
    path("help/manual.pdf", manual.pdf, name="help_pdf"),
    path("help/<slug:chapter>/", manual.chapter, name="help_chapter"),
    path("about/", product.about, name="about"),
    path("desk/", include((desk_urls, "desk"))),
    path("", include((public_urls.urlpatterns, "public"))),
]
