"""Everything an arbiter does by page a program can do, with the same duty."""

import re
from pathlib import Path

import pytest
from django.db import transaction

from tests import factories
from tests.tournaments.api.described import operations
from tests.tournaments.api.duties import FEDERATION, of_operations, of_pages, services
from tests.tournaments.api.test_api_document import send
from tests.tournaments.api.whole_event import whole_event
from tournaments.models import Role

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def without_operation():
    """The acts that the guide says have no operation."""
    table = GUIDE.partition("## What has no operation")[2].partition("Of a federation")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("| `")]
    assert len(rows) > 5 and all(why.strip() for _names, why in rows)
    return {name for names, _why in rows for name in re.findall(r"`([\w.]+)`", names)}


def test_every_act_has_an_operation_or_a_reason_in_the_guide():
    assert len(services()) > 140
    assert services() - of_operations().keys() == without_operation()


def test_the_acts_of_a_federation_that_have_no_operation_stand_there_by_part():
    table = GUIDE.partition("Of a federation's acts")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("| `")]
    told = [name for names, _why in rows for name in re.findall(r"`(\w+)`", names)]
    acts = services(FEDERATION)
    sources = [path.read_text("utf-8") for path in (FEDERATION / "api").glob("*.py")]
    called = {
        f"{module}.{name}"
        for source in sources
        for module, names in re.findall(
            r"^from federation\.services\.(\w+) import (.+)$", source, re.M
        )
        for name in names.split(", ")
        if f"{module}.{name}" in acts
    }
    assert called == {"entries_club.enter_club"} and len(acts) > 80
    assert sorted(told) == sorted({act.partition(".")[0] for act in acts - called})
    assert all(why.strip() for _names, why in rows)


#: what every person who is signed in may do: there is no event yet in which to have a duty
OF_ANYBODY = {
    "setup.events.create_event",
    "setup.copying.copy_event",
    "setup.removing.restore_event",
}


def page_roles():
    """By operation the role that the page of the same act asks for."""
    pages, found = of_pages(), {}
    for service, names in of_operations().items():
        if service in OF_ANYBODY:
            continue
        roles = pages[service]
        assert len(roles) == 1, (service, roles)
        for name in names:
            found.setdefault(name, set()).update(Role[role] for role in roles)
    return found


def test_every_operation_asks_for_the_duty_of_its_page(client, standing_event):
    expected = page_roles()
    known = {one.name: one for one in operations() if one.writes}
    assert expected.keys() <= known.keys() and len(expected) > 110
    wrong = []
    for role in (Role.READER, Role.CLERK, Role.ARBITER, Role.CHIEF):
        client.force_login(factories.user(role=role, event=standing_event.event))
        for name, needed in expected.items():
            with transaction.atomic():  # each for itself: one may take away what another changes
                status = send(client, known[name], standing_event).status_code
                transaction.set_rollback(True)
            if (status != 403) != any(role.covers(one) for one in needed):
                wrong.append((name, role.value, status, sorted(one.value for one in needed)))
    assert not wrong


@pytest.fixture
def standing_event():
    return whole_event()


def test_every_changing_operation_calls_an_act_that_a_page_calls():
    """Otherwise its duty could not be compared."""
    called = {name for names in of_operations().values() for name in names}
    others = {one.name for one in operations() if one.writes} - called
    assert others == {"cancelJob", "pingWebhook", "resendDelivery"}
