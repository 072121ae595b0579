"""Events work without the federation: its app can be left out, or simply have no name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages import Page

ROOT = Path(__file__).resolve().parents[2]

WITHOUT = """
import django
from django.conf import settings
settings.INSTALLED_APPS = [one for one in settings.INSTALLED_APPS if "federation" not in one]
django.setup()
from django.core.management import call_command
from django.urls import reverse, NoReverseMatch
call_command("check")
print(reverse("public:home"))
try:
    reverse("federation:home")
except NoReverseMatch:
    print("without")
"""


def test_events_need_no_federation():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-2:] == ["/tr/", "without"]


@pytest.mark.django_db
def test_a_site_without_a_federation_shows_none_of_its_pages(settings):
    settings.FEDERATION = ""
    page = Client().get("/en/")
    assert page.status_code == 200
    assert Page(page).count("nav.sections") == 0
    assert Client().get(reverse("federation:desk")).status_code == 302  # to sign in, as ever
