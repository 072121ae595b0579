"""Words of the federation's office and its duties."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "officer.of_which_province": _("Choose the province of the delegate."),
    "officer.of_which_club": _("Choose the club of the manager."),
    "officer.last_office": _(
        "The office would be without anybody. Give the duty to somebody else first."
    ),
    "confirm.officer.released": _("Take this duty away?"),
    "officer.release_effect": _(
        "%(name)s, %(duty)s: the pages of this duty close for them at once. The duty can be given "
        "again."
    ),
    "act.officer.named": _("Duty given"),
    "act.officer.released": _("Duty taken away"),
}
