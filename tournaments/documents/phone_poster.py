"""“Your phone at this event”, for the wall: what a player's phone does here, and the way to it."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournaments.documents.layout import Fragment, Section, Sheet
from tournaments.documents.qr import qr_svg
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Text
from tournaments.queries.voice.rules import voice_rules
from tournaments.wording.papers import PHONE_POSTER


def sheet(request: PaperRequest) -> Sheet:
    """A page for each language; only what this tournament lets phones say."""
    sections = []
    for language in request.translator.languages:
        with override(language):
            address = request.address("public:tournament")
            steps = [(str(head), str(text)) for head, text in _steps(request)]
            context = {
                "steps": steps,
                "address": address,
                "qr": qr_svg(address),
                "language": language,
            }
            rows = {f"s{place}": " · ".join(step) for place, step in enumerate(steps)}
            title = f"{PHONE_POSTER} · {request.tournament.full_name}"
            fragment = Fragment("documents/phone_poster.html", context, rows)
            sections.append(Section(title, (fragment,), "poster"))
    return Sheet(tuple(sections))


def _steps(request: PaperRequest) -> Iterator[tuple[Text, Text]]:
    rules = voice_rules(request.tournament)
    yield (
        _("Where do I sit?"),
        _("Point the camera at the code, type three letters of your name and tap it."),
    )
    yield (
        _("This is me"),
        _(
            "The code on your badge or letter proves once whose phone it is. No account, no app, "
            "no password; a parent does it for each child."
        ),
    )
    if rules.takes_results:
        yield (
            _("Report the result"),
            _(
                "Both players press how the game ended. Both the same: it is in. Otherwise the "
                "arbiter decides."
            ),
        )
    if rules.takes_requests:
        yield (
            _("Bye, late, withdraw"),
            _("The regulations answer at once; the chief arbiter has the last word."),
        )
    if rules.takes_calls:
        yield _("Call the arbiter"), _("One press; stay at your board.")
    if rules.takes_claims:
        yield (
            _("You disagree?"),
            _("Write what is wrong within the time shown. Nobody waits with the game for it."),
        )
    yield (
        _("Tell me"),
        _("One tap, and this phone hears when a pairing is out, for you, a child or a club."),
    )
