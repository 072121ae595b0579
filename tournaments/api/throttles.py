"""Limits for one token or one address: requests counted in Redis, in windows of fixed length.
Without Redis each process counts by itself."""

import time

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.models import ApiToken

_SECONDS = {"s": 1, "min": 60, "hour": 3600, "day": 86400}


class Throttle(BaseThrottle):
    """Both counts are kept: many tokens behind one address share what the address may ask."""

    kind = "read"

    def allow_request(self, request: Request, view: object) -> bool:
        times, seconds = rate(settings.API_RATES[self.kind])
        window, passed = divmod(int(time.time()), seconds)
        self.remaining = seconds - passed
        left = times - max(
            self.count(f"throttle:{self.kind}:{who}:{window}", seconds)
            for who in self.senders(request)
        )
        request._request.limits = {  # type: ignore[attr-defined]  # told in the answer's head
            "RateLimit-Policy": f'"{self.kind}";q={times};w={seconds}',
            "RateLimit": f'"{self.kind}";r={max(left, 0)};t={self.remaining}',
        }
        return left >= 0

    @staticmethod
    def count(key: str, seconds: int) -> int:
        cache.add(key, 0, seconds + 5)
        try:
            return cache.incr(key)
        except ValueError:  # the window ended in between
            return 1

    def senders(self, request: Request) -> list[str]:
        senders = [f"address:{self.get_ident(request)}"]
        if isinstance(request.auth, ApiToken):
            senders.append(f"token:{request.auth.pk}")
        elif request.user.is_authenticated:
            senders.append(f"user:{request.user.pk}")
        return senders

    def wait(self) -> float:
        return self.remaining


class WriteThrottle(Throttle):
    kind = "write"


class EngineThrottle(Throttle):
    kind = "engine"


def rate(text: str) -> tuple[int, int]:
    """ "30/min" → (30, 60)."""
    times, _slash, period = text.partition("/")
    return int(times), _SECONDS[period]
