"""A session's device in a few words."""

import pytest

from tournaments.core.devices import device_words

MOZILLA = "Mozilla/5.0"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/130.0.0.0 Safari/537.36", "Chrome, Windows"),
        (f"{MOZILLA} (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 "
         "Safari/537.36 Edg/130.0.0.0", "Edge, Windows"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) Version/18.0 Mobile/15E148 Safari/604.1", "Safari, iPhone"),
        (f"{MOZILLA} (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Firefox, Android"),
        (f"{MOZILLA} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_device_has_the_name_of_its_browser_and_its_system(agent, words):
    assert device_words(agent) == words
