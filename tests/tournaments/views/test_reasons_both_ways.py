"""Where floaters go up as well as down, the reasons do not say that all of them went down."""

import pytest

from pairing.formats import keys
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", keys(floats_both_ways=True))
def test_floaters_of_lim_go_to_another_group(client, system):
    made = factories.tournament(11, system=system)
    client.force_login(factories.chief_of(made))
    factories.play(made, 2)
    factories.pair(made, 3)
    address = f"desk/{made.event.slug}/{made.slug}/rounds/3/reasons/"
    page = client.get(f"/en/{address}").content.decode()
    assert "to another group" in page and "from other groups" in page
    assert "float down" not in page and "moved down" not in page
    assert "başka gruba geçenler" in client.get(f"/tr/{address}").content.decode()


def test_elsewhere_they_float_down(client):
    made = factories.tournament(11)
    client.force_login(factories.chief_of(made))
    factories.play(made, 2)
    factories.pair(made, 3)
    page = client.get(f"/en/desk/{made.event.slug}/{made.slug}/rounds/3/reasons/").content.decode()
    assert "float down" in page and "to another group" not in page
