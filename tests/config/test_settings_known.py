"""Every setting is explained, and reaches the program in the containers too."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
READ = re.compile(r'env_(?:str|bool|int|list|pairs|secret|store)\(\s*"([A-Z_]+)"')
#: for one machine, for developers, or set by the image itself
NOT_IN_CONTAINERS = {
    "CACHE_PREFIX",
    "CELERY_QUEUE",
    "DATABASE_CONN_MAX_AGE",
    "DATABASE_POOL",
    "DATABASE_SECONDS",
    "DEBUG",
    "EMAIL_BACKEND",
    "HAKEM_VAR",
    "PAIR_INLINE_LIMIT",
}


def settings_read() -> set[str]:
    return set(READ.findall((ROOT / "config/settings.py").read_text(encoding="utf-8")))


def test_every_setting_is_explained():
    explained = (ROOT / ".env.example").read_text(encoding="utf-8")
    names = set(re.findall(r"^#?([A-Z_]+)=", explained, re.MULTILINE))
    assert settings_read() - names - {"HAKEM_ENV"} <= NOT_IN_CONTAINERS


def test_every_setting_of_production_is_passed_to_the_containers():
    passed = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    names = set(re.findall(r"^    ([A-Z_]+):", passed, re.MULTILINE))
    assert settings_read() - names == NOT_IN_CONTAINERS
