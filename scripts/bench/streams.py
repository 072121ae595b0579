"""Measures the event stream: 500 listeners of one tournament on one process; a round is published
and results are entered, and each time it is counted until the last of them has heard.

    python -m scripts.bench.streams [listeners]
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any

# Imports within functions: Django is set up by then, with the servers that it needs.

LISTENERS = 500
RESULTS = 20


def main(listeners: int) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0)
    known = runner.setup_databases()
    try:
        asyncio.run(_measure(listeners))
    finally:
        runner.teardown_databases(known)


async def _measure(listeners: int) -> None:
    from tests import factories

    real: Any = import_module("tests.tournaments.api.test_streams")
    process, port = await asyncio.to_thread(real.listening_process)
    try:
        made = await real.does(lambda: factories.tournament(2 * RESULTS))
        await real.does(lambda: factories.pair(made, 1))
        async with AsyncExitStack() as open_lines:
            began = time.monotonic()
            ears = [
                await open_lines.enter_async_context(real.listening(port, made))
                for _ in range(listeners)
            ]
            print(f"{listeners} listeners are there after {time.monotonic() - began:.1f} s")

            async def delay_of(kind: str, work: Callable[..., Any], *given: Any) -> float:
                """From the line of the act in the history, which is a little before its commit."""
                hearing = asyncio.gather(*(_heard(ear, kind) for ear in ears))
                await real.does(partial(work, *given))
                return max(await hearing)

            delay = await delay_of("round.published", factories.publish, made, 1)
            print(f"publication: the last has heard after {1000 * delay:.0f} ms")
            delays = [
                await delay_of("result.changed", real.enter, made, board, "10")
                for board in range(1, RESULTS + 1)
            ]
            middle, last = statistics.median(delays), max(delays)
            print(
                f"{RESULTS} results: the last has heard after {1000 * middle:.0f} ms (median), "
                f"{1000 * last:.0f} ms (slowest)"
            )
            print(f"connections to PostgreSQL: {await real.does(real.of_the_stream)}")
    finally:
        process.terminate()
        process.wait(20)


async def _heard(ear: Any, kind: str) -> float:
    while True:
        heard, message = await ear.next(60)
        if heard == kind:
            return time.time() - datetime.fromisoformat(message["at"]).timestamp()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LISTENERS)
