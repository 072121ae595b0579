"""Makes the package for machines without a network, and the checker and generator alone.

    python -m scripts.package [--out FOLDER] [--for linux-x86_64-cp311 ...]

`hakem-VERSION.tar.gz` holds the files of the last commit, the wheels of everything that Hakem needs
on each kind of machine that is named (a kind: system, processor, Python), and SHA256SUMS of it all,
which the first start goes through. Where a dependency has no wheel for a machine, its source is
taken along and compiled there. `hakem_pairing-VERSION-py3-none-any.whl` is the checker and
generator, for any machine with Python. The same commit gives the same two files.
"""

import argparse
import gzip
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path

from packaging.markers import Marker

from pairing import VERSION
from scripts.bootstrap import LOCKS, ROOT, WHEELS

#: kinds of machines, with what pip calls them, newest first
MACHINES = {
    "linux-x86_64": (
        *("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_24_x86_64"),
        *("manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_12_x86_64"),
        *("manylinux2010_x86_64", "manylinux_2_5_x86_64", "manylinux1_x86_64"),
    ),
    "macos-arm64": tuple(
        f"macosx_{version}_{processor}"
        for version in ("14_0", "13_0", "12_0", "11_0", "10_15", "10_13", "10_12", "10_9")
        for processor in ("arm64", "universal2")
    ),
}
KINDS = tuple(f"{machine}-cp3{minor}" for machine in MACHINES for minor in (11, 12, 13))
#: the checker and generator alone
CORES = ("pairing", "ratings", "tiebreaks")
#: the folder of the archive: the next version is unpacked over it and finds its data there
FOLDER = "hakem"
MANIFEST = "SHA256SUMS"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The package, and the checker and generator.")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "package", metavar="FOLDER")
    parser.add_argument("--for", dest="kinds", nargs="*", choices=KINDS, default=list(KINDS))
    given = parser.parse_args(words)
    given.out.mkdir(parents=True, exist_ok=True)
    files = committed()
    with tempfile.TemporaryDirectory() as folder:
        wheels = Path(folder)
        for kind in given.kinds:
            print(f"wheels for {kind} ...", flush=True)
            collect(ROOT / LOCKS["run"], kind, wheels)
        share(wheels)
        made = [
            pack(files, wheels, given.out / f"hakem-{VERSION}.tar.gz"),
            small_wheel(files, given.out),
        ]
    sums = "".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in made)
    (given.out / MANIFEST).write_text(sums)
    for path in made:
        print(f"{path}  {path.stat().st_size / 2**20:.1f} MB")
    return 0


def committed() -> dict[str, bytes]:
    """Every file of the last commit, by its path: what somebody has left lying about stays out."""
    done = subprocess.run(
        ["git", "archive", "--format=tar", "HEAD"], cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        return {
            member.name: found.read()
            for member in tar.getmembers()
            if (found := tar.extractfile(member)) is not None
        }


# What Hakem needs


def collect(lock: Path, kind: str, wheels: Path) -> None:
    """The wheels of the lock file for one kind of machine, or the source where there is none."""
    machine, _, python = kind.rpartition("-cp3")
    folder = wheels / kind
    folder.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    only = ["--only-binary=:all:", "--python-version", f"3.{python}"]
    only += [word for name in MACHINES[machine] for word in ("--platform", name)]
    wanted = needed_on(lock.read_text(encoding="utf-8"), kind)
    from_source: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as scratch:
        asked = Path(scratch) / "asked"
        words = ["-d", str(folder), "--require-hashes", "-r", str(asked)]
        while True:
            asked.write_text("".join(wanted.values()))
            done = subprocess.run([*pip, *only, *words], capture_output=True, text=True)
            if done.returncode == 0:
                break
            missing = re.search(r"No matching distribution found for ([\w.-]+)==", done.stderr)
            if missing is None or missing[1] not in wanted:
                raise SystemExit(done.stderr)
            from_source[missing[1]] = wanted.pop(missing[1])
        for name, needed in from_source.items():
            asked.write_text(needed)
            subprocess.run([*pip, f"--no-binary={name}", *words], check=True)
    for source in folder.glob("*.tar.gz"):
        words = ["--only-binary=:all:", "-d", str(folder), *needed_to_build(source)]
        subprocess.run([*pip, *words], check=True)


def needed_on(text: str, kind: str) -> dict[str, str]:
    """By name, the lines of a lock file for one kind of machine: a version with its checksums.

    Conditions are left out, as pip would judge them by the machine on which the package is made.
    """
    found = {}
    for block in re.split(r"\n(?=[a-z])", text):
        match = re.match(r"(([\w.-]+)==[^;\s]+)(?: ; ([^\\\n]+))?", block)
        if match and (not match[3] or any(map(Marker(match[3]).evaluate, machines(kind)))):
            found[match[2]] = f"{match[1]} {block[match.end() :].strip()}\n"
    return found


def machines(kind: str) -> list[dict[str, str]]:
    """The kind with the first and the last Python of its number, as conditions describe it."""
    system, processor, python = kind.split("-")
    minor = f"3.{python.removeprefix('cp3')}"
    return [
        {
            "sys_platform": "linux" if system == "linux" else "darwin",
            "platform_system": "Linux" if system == "linux" else "Darwin",
            "platform_machine": processor,
            "platform_python_implementation": "CPython",
            "implementation_name": "cpython",
            "python_version": minor,
            "python_full_version": f"{minor}.{patch}",
        }
        for patch in (0, 99)
    ]


def needed_to_build(source: Path) -> list[str]:
    with tarfile.open(source) as tar:
        for member in tar.getmembers():
            if member.name.count("/") == 1 and member.name.endswith("/pyproject.toml"):
                text = tar.extractfile(member)
                system = tomllib.loads(text.read().decode())["build-system"] if text else {}
                return [str(each) for each in system.get("requires", ())]
    return ["setuptools", "wheel"]


def share(wheels: Path) -> None:
    """Moves files that are the same for every kind of machine to one place."""
    everywhere = wheels / "any"
    everywhere.mkdir(exist_ok=True)
    for path in sorted(wheels.glob("*-cp*/*")):
        if path.name.endswith(("-none-any.whl", ".tar.gz")):
            path.replace(everywhere / path.name)


# The two files


def pack(files: dict[str, bytes], wheels: Path, archive: Path) -> Path:
    """The archive, its entries in order and without a date or an owner of their own."""
    listed = dict(files)
    for path in sorted(wheels.rglob("*")):
        if path.is_file():
            listed[f"{WHEELS.name}/{path.relative_to(wheels).as_posix()}"] = path.read_bytes()
    sums = "".join(f"{digest(data)}  {name}\n" for name, data in sorted(listed.items()))
    listed[MANIFEST] = sums.encode()
    with (
        archive.open("wb") as out,
        gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0, compresslevel=6) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for name, data in sorted(listed.items()):
            entry = tarfile.TarInfo(f"{FOLDER}/{name}")
            entry.size = len(data)
            entry.mode = 0o755 if data[:2] == b"#!" else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return archive


def small_wheel(files: dict[str, bytes], out: Path) -> Path:
    """The cores as a wheel: `pip install` of the file, and nothing else is needed."""
    about = tomllib.loads(files["pyproject.toml"].decode())["project"]
    info = f"hakem_pairing-{VERSION}.dist-info"
    listed = {
        name: data
        for name, data in files.items()
        if name.partition("/")[0] in CORES and not name.endswith("/apps.py")
    }
    listed[f"{info}/METADATA"] = (
        "Metadata-Version: 2.4\n"
        "Name: hakem-pairing\n"
        f"Version: {VERSION}\n"
        "Summary: Checker and generator of chess tournaments by FIDE's rules\n"
        f"License-Expression: {about['license']}\n"
        "License-File: LICENSE\n"
        f"Requires-Python: {about['requires-python']}\n"
        "Description-Content-Type: text/markdown\n\n"
        f"{files['docs/fide.md'].decode()}"
    ).encode()
    listed[f"{info}/licenses/LICENSE"] = files["LICENSE"]
    listed[f"{info}/entry_points.txt"] = (
        b"[console_scripts]\n"
        b"hakem-pairing = pairing.tools.cli:main\n"
        b"hakem-tiebreaks = tiebreaks.__main__:main\n"
    )
    listed[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: hakem\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = f"{info}/RECORD"
    listed[record] = (recorded(listed.items()) + f"{record},,\n").encode()
    path = out / f"hakem_pairing-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in listed.items():
            wheel.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return path


def recorded(files: Iterable[tuple[str, bytes]]) -> str:
    lines = []
    for name, data in files:
        hashed = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={hashed},{len(data)}\n")
    return "".join(lines)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    if shutil.which("git") is None:
        raise SystemExit("The package is made from a commit, and git is missing.")
    sys.exit(main())
