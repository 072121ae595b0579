"""The settings of the tests, without limits of calls."""

from tests.settings import *  # noqa: F403
from tests.settings import API_RATES

API_RATES = dict.fromkeys(API_RATES, "1000000000/min")
