"""Programs: tokens, webhooks, posted reports."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "api.key_used_otherwise": _(
        "This idempotency key was used for another request. Use a new key for each request."
    ),
    "token.scopes_needed": _("Choose what the token may do."),
    "token.name_taken": _(
        "This event has a token of this name already. Choose another name; if nobody has written "
        "down its secret, withdraw it first."
    ),
    "token.already_expired": _("The last day of use is in the past."),
    "webhook.happenings_needed": _("Choose what the address is told."),
    "webhook.there_already": _(
        "This address is told of the same already. If nobody has written down its secret, remove "
        "that webhook first."
    ),
    "webhook.address_wrong": _("This is not an address of the form https://name/path. Correct it."),
    "webhook.address_internal": _(
        "%(host)s is an address within a network, not on the internet. Messages are not sent there."
    ),
    "webhook.address_unknown": _("The name %(host)s cannot be found. Correct the address."),
    "webhook.too_many": _("An event has at most %(most)s webhooks. Remove one that is not needed."),
    "webhook.timeout": _("no answer in time"),
    "webhook.certificate": _("its certificate is not valid"),
    "webhook.no_answer": _("cannot be reached"),
    # Posted reports
    "engine.file": _(
        "Line %(line)s, column %(column)s of the file: expected %(expected)s, found “%(found)s”."
    ),
    "engine.file_lacks": _("The file lacks %(expected)s."),
    "engine.record": _("The file contradicts itself: %(detail)s"),
    "engine.unsupported": _("This cannot be done with these settings: %(detail)s"),
    "engine.unknown_tie_break": _("There is no tie-break “%(tie_break)s”. Correct the list."),
    "engine.unsuitable_tie_break": _(
        "The tie-break “%(tie_break)s” must not be used in such an event (article %(article)s)."
    ),
    "engine.tie_break_needs": _("The tie-break “%(tie_break)s” needs “%(needed)s”. Give it too."),
    "engine.unknown_number": _("Nobody in the file has the number %(number)s."),
    "engine.impossible": _(
        "Round %(round)s cannot be paired by the rules: there is no opponent left for %(players)s."
    ),
    "engine.too_large": _(
        "%(players)s players and %(rounds)s rounds are more than is computed here at once. "
        "Use the program on a machine of your own."
    ),
    "engine.too_much": _(
        "At most %(codes)s tie-breaks and %(explained)s players can be explained at once."
    ),
    "engine.too_heavy": _(
        "This report takes longer to compute than is allowed here. Use the program on a machine "
        "of your own."
    ),
    "engine.failed": _(
        "This report could not be computed. The mistake is noted; send the file to the "
        "administrator."
    ),
    # For the history
    "act.token.made": _("Token made"),
    "act.token.withdrawn": _("Token withdrawn"),
    "act.webhook.made": _("Webhook added"),
    "act.webhook.withdrawn": _("Webhook removed"),
}
