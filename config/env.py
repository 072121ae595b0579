"""Settings from the environment. A wrong value stops the start with its name.

Only the standard library: the runner reads the same variables before Django is loaded.
"""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qsl, urlsplit

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


class BadSetting(SystemExit):
    """Ends the process with one sentence instead of a traceback."""


def _stop(name: str, complaint: str) -> NoReturn:
    raise BadSetting(f"The setting {name} {complaint}. See .env.example.")


def _raw(name: str) -> str | None:
    """An empty variable counts as unset: that is how compose files pass on what nobody chose."""
    return os.environ.get(name, "").strip() or None


def env_str(name: str, default: str | None = None) -> str:
    value = _raw(name)
    if value is not None:
        return value
    if default is None:
        _stop(name, "is missing")
    return default


def env_bool(name: str, default: bool) -> bool:
    value = _raw(name)
    if value is None:
        return default
    if value.lower() in TRUE:
        return True
    if value.lower() in FALSE:
        return False
    _stop(name, f"must be yes or no, not {value!r}")


def env_int(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    value = _raw(name)
    if value is None:
        return default
    try:
        number = int(value)
    except ValueError:
        _stop(name, f"must be a whole number, not {value!r}")
    if number < least or (most is not None and number > most):
        _stop(name, f"must be at least {least}" + (f" and at most {most}" if most else ""))
    return number


def env_list(name: str, default: Sequence[str] = ()) -> list[str]:
    value = _raw(name)
    if value is None:
        return list(default)
    return [item.strip() for item in value.split(",") if item.strip()]


def env_pairs(name: str, default: str = "") -> dict[str, str]:
    """ "TUR=https://…,GER=https://…" as a dictionary."""
    pairs = {}
    for item in env_list(name, [default] if default else []):
        key, equals, value = item.partition("=")
        if not equals or not key.strip() or not value.strip():
            _stop(name, f"must be pairs like TUR=https://…, separated by commas, not {item!r}")
        pairs[key.strip()] = value.strip()
    return pairs


def env_store(name: str) -> str:
    """A folder, or s3://bucket/prefix?endpoint=https://…; "" where nothing is set."""
    value = env_str(name, "")
    if value.startswith("s3://"):
        named = urlsplit(value)
        endpoint = urlsplit(dict(parse_qsl(named.query)).get("endpoint", ""))
        if not named.netloc or endpoint.scheme not in ("http", "https") or not endpoint.netloc:
            _stop(name, "must be like s3://bucket/prefix?endpoint=https://…&region=…")
    elif value and not Path(value).is_absolute():
        _stop(name, "must be a folder from the root on (/srv/papers), or s3://…")
    return value


def env_secret(name: str, *, generated_at: Path | None = None) -> str:
    """A secret has no default. Where `generated_at` allows it, one is made once and kept there.

    In production NAME_FILE may name a file that holds it, as Docker secrets do.
    """
    value = _raw(name)
    if value is not None:
        return value
    if (named := _raw(f"{name}_FILE")) is not None:
        return _secret_in(Path(named), f"{name}_FILE")
    if generated_at is None:
        _stop(name, "is missing, and a secret has no default")
    if not generated_at.exists():
        _generate(generated_at, name)
    return _secret_in(generated_at, name)


def _secret_in(path: Path, name: str) -> str:
    try:
        value = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        _stop(name, f"cannot be read from {path} ({error.strerror})")
    if not value:
        _stop(name, f"is empty in {path}; remove that file or write a secret into it")
    return value


def _generate(path: Path, name: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        # Link, not rename: two processes starting together must end up with the same secret.
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError as error:
        _stop(name, f"cannot be written to {path} ({error.strerror})")
    finally:
        draft.unlink(missing_ok=True)
