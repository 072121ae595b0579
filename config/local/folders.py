"""The folders in which the embedded servers keep things, and who may pass through them."""

import hashlib
import os
import pwd
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.env import env_str

BASE_DIR = Path(__file__).resolve().parent.parent.parent
#: runs PostgreSQL, which refuses to be root, when we are root
ACCOUNT = "hakem-db"
#: sun_path holds 104 bytes on macOS and 108 on Linux
LONGEST_SOCKET = 100

Say = Callable[[str], None]


class EmbeddedError(Exception):
    """One sentence for the person at the keyboard."""


def var_folder() -> Path:
    return Path(env_str("HAKEM_VAR", str(BASE_DIR / "var"))).resolve()


def socket_folder(folder: Path) -> Path:
    """Beside the data, unless the path is too long or too odd for a socket's address."""
    wanted = folder / "run"
    plain = all(c.isascii() and (c.isalnum() or c in "/._-+") for c in str(wanted))
    if plain and len(str(wanted / ".s.PGSQL.5432.lock")) <= LONGEST_SOCKET:
        return wanted
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    base = Path(tempfile.gettempdir())
    if len(str(base)) > 60:
        base = Path("/tmp")
    return base / f"hakem-{name}"


def refuse_foreign(folder: Path) -> None:
    owner = folder.stat().st_uid
    if os.geteuid() != 0 and owner != os.geteuid():
        raise EmbeddedError(
            f"{folder} belongs to another user ({user_name(owner)}): start as that user, "
            "or give it to yourself with chown -R."
        )


def user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def account_for_root() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        pass
    try:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT],
            check=True,
            capture_output=True,
        )
        return pwd.getpwnam(ACCOUNT)
    except (OSError, subprocess.SubprocessError, KeyError):
        raise EmbeddedError(
            "PostgreSQL does not run as root, and no system user could be made for it: "
            "start as an ordinary user."
        ) from None


def add_mode(path: Path, bits: int) -> bool:
    mode = path.stat().st_mode
    if mode & bits == bits:
        return False
    path.chmod(stat.S_IMODE(mode) | bits)
    return True


def let_pass(path: Path, say: Say) -> None:
    """As root: that account must be able to pass through the folders above (not to list them).
    What is not ours is opened with a word about it."""
    for parent in path.parents:
        opened = add_mode(parent, stat.S_IXOTH)
        if opened and not parent.is_relative_to(BASE_DIR):
            say(f"Letting the account {ACCOUNT} pass through {parent} (an ordinary user is better)")


@contextmanager
def storage_troubles(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = error.filename or folder
        raise EmbeddedError(f"Cannot work in {where}: {error.strerror}.") from error
