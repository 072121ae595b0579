"""Printed papers."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "document.unknown_kind": _("This document does not exist."),
    "document.nothing_to_print": _("There is nothing to print yet. Pair a round first."),
    "document.no_such_round": _("Choose a round for this document."),
    "document.not_published": _(
        "This document shows results, so its round has to be published. Publish the round first."
    ),
    "document.unknown_language": _("Choose Turkish, English, or both."),
    "document.unknown_option": _("Choose one of the values offered for “%(name)s”."),
    "document.not_made": _("This document is not made yet. Wait until it is, then post it."),
    "document.is_draft": _(
        "This document is a draft. Publish the round, make the document again and post that."
    ),
    "document.for_staff": _("This document is for the staff and cannot be posted."),
    "document.store_away": _(
        "This document lies in the store of older papers, which does not answer just now. Nothing "
        "is lost: try again in a few minutes."
    ),
    "document.damaged": _(
        "This document cannot be read from the store of older papers. It is noted in the log: "
        "tell the administrators of the site, who have a copy in their back-up."
    ),
    "document.unknown_hours": _("Choose for how long the link opens the paper."),
    # For the history
    "act.papers.chosen": _("Papers made at publication"),
    "act.document.linked": _("Link to a document made"),
    "act.document.made": _("Document made"),
    "act.document.posted": _("Document posted"),
    "act.document.taken_down": _("Document taken down"),
}
