import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import psutil
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# One connection for each thread that answers, and a limit for each question.
THREADS = os.environ.get("GRANIAN_BLOCKING_THREADS") or os.environ.get("WEB_THREADS") or "4"
os.environ.setdefault("DATABASE_POOL", THREADS)
os.environ.setdefault("DATABASE_SECONDS", "30")
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


#: what no page takes is not read on and on
MOST_READ_OUT = 32 * 1024 * 1024


def reading_out(inner: Application) -> Application:
    """Refused or not, what is sent is read to its end: a line closed in the middle of an upload
    reaches the browser as an error of the network, and the answer never does."""

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        answer = inner(environ, start_response)
        sent = environ.get("CONTENT_LENGTH", "") not in ("", "0")
        if sent or "HTTP_TRANSFER_ENCODING" in environ:
            left = MOST_READ_OUT
            while left > 0 and (part := environ["wsgi.input"].read(1 << 16)):
                left -= len(part)
        return answer

    return application


def _count_together() -> None:
    """The processes of this web server, all of them children of one, count into one folder, which
    the library that counts finds in this variable. Those of servers long gone are swept."""
    base, mine = Path(tempfile.gettempdir()), f"hakem-metrics-{os.getuid()}"
    for old in base.glob(f"{mine}-*"):
        number = old.name.rpartition("-")[2]
        if number.isdigit() and not psutil.pid_exists(int(number)):
            shutil.rmtree(old, ignore_errors=True)
    folder = base / f"{mine}-{os.getppid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


if settings.METRICS:
    _count_together()
application = reading_out(get_wsgi_application())
if settings.METRICS:
    from config.metrics import serve  # counts from its import on: the folder stands by now

    serve(settings.METRICS)

# Objects loaded by now stay for good, so the collector need not look at them again and again: a
# page of 300 boards makes enough objects to have it look at everything several times.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 50)
