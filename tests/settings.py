"""The product's settings on servers that live as long as one test session.

A session gets a PostgreSQL and a Redis of its own unless DATABASE_URL and REDIS_URL name
others, so several sessions can run side by side. Workers of pytest-xdist inherit the addresses.
"""

import atexit
import os
import re
import shutil
import sys

from config.local.embedded import Services, remove_abandoned
from config.local.folders import EmbeddedError, var_folder
from config.translations import compile_translations

# Many processes of a session import the same sources, which one of them compiles for all.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

if "HAKEM_TEST_SESSION" not in os.environ:
    compile_translations()
    sessions = var_folder() / "test"
    folder = sessions / str(os.getpid())
    wanted = {"postgres": "DATABASE_URL", "redis": "REDIS_URL"}
    try:
        remove_abandoned(sessions)
        services = Services(
            folder, durable=False, **{part: not os.environ.get(v) for part, v in wanted.items()}
        )
        services.start()
    except EmbeddedError as error:
        raise SystemExit(f"The tests cannot start. {error}") from None

    @atexit.register
    def end_session(session: int = os.getpid()) -> None:
        if os.getpid() == session:
            services.stop()
            shutil.rmtree(services.run, ignore_errors=True)
            shutil.rmtree(folder, ignore_errors=True)

    os.environ |= {**services.environment(), "HAKEM_TEST_SESSION": str(folder)}
    os.environ["HAKEM_VAR"] = str(folder)

# Each worker has a database of Redis of its own for cache and queue: emptying a cache empties the
# whole database that it is in.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
_number = int(_worker[2:]) % 15 + 1 if _worker.startswith("gw") else 0
_redis = os.environ["REDIS_URL"]
if _redis.startswith("unix://"):
    os.environ["REDIS_URL"] = f"{_redis.partition('?')[0]}?db={_number}"
else:
    os.environ["REDIS_URL"] = re.sub(r"(redis://[^/]+)(/\d*)?$", rf"\1/{_number}", _redis)
os.environ["CACHE_PREFIX"] = os.environ["CELERY_QUEUE"] = f"test-{_worker}"
os.environ["HAKEM_ENV"] = "local"

from config.settings import *  # noqa: E402, F403
from config.settings import STATIC_ROOT, STORAGES  # noqa: E402

STATIC_ROOT.mkdir(parents=True, exist_ok=True)

STORAGES = STORAGES | {  # the manifest needs collectstatic first
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast, and only here
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SLOW_PAGE = SLOW_QUERY = 0  # a busy machine is slow, not wrong
FEDERATION = ""  # tests of its pages name one
PUBLISH_IN_BACKGROUND = False  # no test ends before its work is done
