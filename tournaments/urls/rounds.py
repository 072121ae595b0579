"""The rounds of a tournament at the desk, below rounds/."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import incidents, manual_pairing, reasons, report, results, rounds, schedule

one_round = [
    path("", rounds.desk, name="round"),
    path("reasons/", reasons.reasons, name="reasons"),
    path("here/", rounds.here, name="here"),
    path("pair/", rounds.pair, name="pair"),
    path("discard/", rounds.discard, name="discard"),
    path("branch/", manual_pairing.branch, name="branch"),
    path("hand/", manual_pairing.show, name="manual_pairing"),
    path("hand/edit/", manual_pairing.edit, name="manual_edit"),
    path("hand/end/", manual_pairing.end, name="manual_end"),
    path("boards/order/", manual_pairing.order, name="order_boards"),
    path("late/", manual_pairing.late, name="late"),
    path("import/", report.import_round, name="import_round"),
    path("seal/", rounds.seal, name="seal"),
    path("seal/check/", rounds.ask_seal, name="ask_seal"),
    path("publish/", rounds.publish, name="publish"),
    path("unpublish/", rounds.unpublish, name="unpublish"),
    path("finish/", rounds.finish, name="finish"),
    path("results/", results.enter, name="enter_result"),
    path("line/", results.line, name="enter_line"),
    path("live/", results.live, name="live"),
    path("chairs/", results.chairs, name="chairs"),
    path("undo/", results.undo, name="undo_result"),
    path("adjourn/", results.adjourn, name="adjourn"),
    path("boards/<int:board>/", results.correct, name="correct"),
    path("boards/<int:board>/incident/", incidents.board, name="board_incident"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("finish/", report.finish, name="finish_tournament"),
    path("report/", report.before_sending, name="preflight"),
    path("report/package/", report.make_package, name="make_package"),
    path("report/send/", report.send_package, name="send_package"),
    path("report/<slug:profile>/", report.download, name="report"),
    path("averages/<int:after>/", schedule.averages, name="averages"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("<int:number>/", include(one_round)),
]
