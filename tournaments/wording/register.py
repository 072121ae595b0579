"""The register of players, its rating lists, and the ratings taken from them."""

from django.utils.translation import gettext_lazy as _

#: lists by code, as in `tournaments.queries.entries.ratings.LISTS`
LIST_NAMES = {
    "standard": _("standard"),
    "rapid": _("rapid"),
    "blitz": _("blitz"),
    "effective_rapid": _("rapid, else standard"),
    "effective_blitz": _("blitz, else standard"),
    "national": _("national"),
}
#: what a column of a list can be
FIELD_NAMES = {
    "name": _("name"),
    "surname": _("surname"),
    "given": _("given name"),
    "national_id": _("national ID"),
    "rating": _("rating"),
    "fide_id": _("FIDE ID"),
    "club": _("club"),
    "birth_date": _("birth date"),
    "sex": _("sex"),
    "title": _("title"),
}

#: what a column of a list of players is read as
COLUMN_NAMES = FIELD_NAMES | {
    "fide_rating": _("FIDE rating"),
    "national_rating": _("national rating"),
    "federation": _("federation"),
    "phone": _("phone"),
}

SENTENCES = {
    "register.older_list": _(
        "The register already holds a newer list, that of %(month)s. Load that month or a later "
        "one."
    ),
    "register.file_too_large": _("The file is too large for a rating list."),
    "register.not_to_be_loaded": _("This file is no longer there. Choose it again and load it."),
    "register.in_use": _(
        "The register was in use for ten minutes without a break, by a backup for example. "
        "Load the list again."
    ),
    "register.unknown_layout": _(
        "This is not a rating list in one of FIDE's layouts (text with columns, or XML). Download "
        "the list again and load it as it is."
    ),
    "register.unknown_table": _(
        "This is not a table: save the list as CSV or XLSX, with the names of the columns in the "
        "first line, and load it again."
    ),
    "table.open_quotation": _(
        "Line %(line)s opens a quotation mark that nothing closes, so that all that follows it "
        "would be one cell. Nothing was loaded: take the mark out and send the file again."
    ),
    "register.columns_needed": _(
        "Say which columns hold the name, the national ID and the rating."
    ),
    "register.own_columns_needed": _("Say which columns hold the name and the rating."),
    "register.not_the_last": _(
        "Only the last file of a list can be taken back, and only once. Load the right file "
        "instead."
    ),
    "register.no_such_user": _("There is no user of this name."),
    "register.unreachable": _(
        "The address of the list does not answer (%(detail)s). Try again later, or download the "
        "file yourself and upload it."
    ),
    "register.federation_needed": _("Name the federation of the list, for example TUR."),
    "ratings.changed_meanwhile": _(
        "The lists or the entries have changed since this page was made. Look at the differences "
        "again."
    ),
    # For the history
    "act.register.list_loaded": _("Rating list loaded"),
    "act.register.list_given_up": _("Loading of a rating list given up"),
    "act.register.list_taken_back": _("Rating list taken back"),
    "act.register.registrar_named": _("May load rating lists"),
    "act.register.registrar_ended": _("May no longer load rating lists"),
    "act.ratings.checked": _("Ratings differ from the new lists"),
    "act.ratings.refreshed": _("Ratings taken from the lists"),
}
