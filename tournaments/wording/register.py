"""The register of players and its rating lists."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "register.older_list": _(
        "The register already holds a newer list, that of %(month)s. Load that month or a later "
        "one."
    ),
    "register.file_too_large": _("The file is too large for a rating list."),
    "register.unknown_layout": _(
        "This is not a rating list in one of FIDE's layouts (text with columns, or XML). Download "
        "the list again and load it as it is."
    ),
    # For the history
    "act.register.list_loaded": _("Rating list loaded"),
}
