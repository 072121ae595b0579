"""The words behind a result are said in the languages of the paper, whoever makes it."""

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.documents.made import document, words
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "said", "not_said"),
    [
        ("en", "½–½ (unrated)", "sayılmaz"),
        ("tr", "½–½ (kuvvet puanına sayılmaz)", "unrated"),
        ("tr+en", "½–½ (kuvvet puanına sayılmaz) / (unrated)", "no such words"),
    ],
)
def test_a_game_that_is_not_rated(language, said, not_said):
    made = factories.tournament(2)
    factories.play(made, 1)
    Pairing.objects.filter(round__tournament=made).update(result="DD")
    with translation.override("tr" if language == "en" else "en"):
        text = words(document(made, "results", 1, language))
    assert said in text and not_said not in text
