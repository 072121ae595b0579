"""Every route has an example in the tour of looks, and every example opens, in both languages."""

import pytest
from django.test import Client

from scripts.looks import data
from scripts.looks.pages import NO_PAGE, all_routes, examples, unshown

pytestmark = pytest.mark.django_db


def test_every_route_is_shown_or_said_to_be_no_page_and_every_example_opens():
    site = data.build()
    shown = examples(site)
    wrong = unshown(site, shown)
    arbiter, stranger = Client(), Client()
    arbiter.force_login(site.chief)
    for one in shown:
        for language in ("en", "tr"):
            answer = (arbiter if one.signed_in else stranger).get(one.path(language))
            is_page = answer.get("Content-Type", "").startswith("text/html")
            if answer.status_code != 200 or not is_page:
                wrong.append(f"{one.name} ({language}): {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert set(NO_PAGE) <= set(all_routes())
