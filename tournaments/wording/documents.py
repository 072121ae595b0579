"""Printed papers."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "document.unknown_kind": _("This document does not exist."),
    "document.nothing_to_print": _("There is nothing to print yet. Pair a round first."),
    # For the history
    "act.document.made": _("Document made"),
}
