"""Words for the codes of the federation's acts, one file a subject. They join the tables of
`tournaments.wording`, where every page, paper and program finds them (`apps.py`)."""

from typing import Any

from django.utils.translation import gettext_lazy

from federation.wording import calendar, cups, entries, office, people, qualification, ratings

SENTENCES: dict[str, Any] = {
    **office.SENTENCES,
    **calendar.SENTENCES,
    **entries.SENTENCES,
    **people.SENTENCES,
    **ratings.SENTENCES,
    **cups.SENTENCES,
    **qualification.SENTENCES,
}

#: names of what the history keeps
KEYS: dict[str, Any] = {
    "duty": gettext_lazy("duty"),
    "province": gettext_lazy("province"),
    "club": gettext_lazy("club"),
    **calendar.KEYS,
    **entries.KEYS,
    **people.KEYS,
    **ratings.KEYS,
    **cups.KEYS,
    **qualification.KEYS,
}
