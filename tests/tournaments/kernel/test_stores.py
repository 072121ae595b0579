"""Stores of papers: a folder, and storage that speaks S3, here a stand-in on this machine."""

import hashlib
import hmac
import re
import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tournaments.kernel.stores import S3, Away, Folder, Missing, store_of

KEY, SECRET = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"


class Storage(BaseHTTPRequestHandler):
    """As much of S3 as is needed, which believes nobody whose signature it cannot make itself."""

    kept: dict[str, bytes] = {}
    broken = False

    def do_GET(self):
        self._answer(lambda: (200, self.kept[self.path]) if self.path in self.kept else (404, b""))

    def do_DELETE(self):
        self._answer(lambda: (204, self.kept.pop(self.path, b"") and b""))

    def do_PUT(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))

        def keep():
            assert hashlib.sha256(data).hexdigest() == self.headers["x-amz-content-sha256"]
            self.kept[self.path] = data
            return 200, b""

        self._answer(keep)

    def _answer(self, work):
        code, data = work() if self._signed() and not self.broken else (403, b"")
        if self.broken:
            code = 503
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _signed(self):
        """Worked out from the description of the signature, line by line."""
        sent = self.headers["Authorization"]
        day, region = re.search(rf"Credential={KEY}/(\d+)/([\w-]+)/s3/aws4_request", sent).groups()
        names = re.search(r"SignedHeaders=([\w;-]+)", sent)[1]
        lines = [self.command, self.path, ""]
        lines += [f"{name}:{self.headers[name].strip()}" for name in names.split(";")]
        lines += ["", names, self.headers["x-amz-content-sha256"]]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        text = "\n".join(
            [
                "AWS4-HMAC-SHA256",
                self.headers["x-amz-date"],
                f"{day}/{region}/s3/aws4_request",
                digest,
            ]
        )
        key = b"AWS4" + SECRET.encode()
        for part in (day, region, "s3", "aws4_request"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        wanted = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        return sent.endswith(f"Signature={wanted}")

    def log_message(self, *_given):
        pass


@pytest.fixture
def storage():
    Storage.kept, Storage.broken = {}, False
    server = ThreadingHTTPServer(("127.0.0.1", 0), Storage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["folder", "s3"])
def store(request, tmp_path, settings):
    if request.param == "folder":
        return store_of(str(tmp_path))
    settings.PAPERS_STORE_KEY, settings.PAPERS_STORE_SECRET = KEY, SECRET
    endpoint = request.getfixturevalue("storage")
    return store_of(f"s3://papers/of hakem?endpoint={endpoint}&region=eu-1".replace(" ", "-"))


def test_what_is_put_comes_back_until_it_is_deleted(store):
    data = bytes(range(256)) * 500
    store.put("papers/7/ab.pack", b"before")
    store.put("papers/7/ab.pack", data)
    store.put("papers/8/cd.pack", b"")
    assert store.get("papers/7/ab.pack") == data
    assert store.get("papers/8/cd.pack") == b""
    store.delete("papers/7/ab.pack")
    store.delete("papers/7/ab.pack")
    with pytest.raises(Missing):
        store.get("papers/7/ab.pack")


@pytest.mark.parametrize("key", ["../x", "/etc/passwd", "a/../../b", "", "A", "a b", "a//b"])
def test_no_key_leads_out_of_the_store(store, key):
    for act in (store.get, store.delete, lambda one: store.put(one, b"x")):
        with pytest.raises(ValueError, match="no key of a store"):
            act(key)


def test_a_folder_that_is_not_mounted_has_lost_nothing(tmp_path):
    with pytest.raises(Away):
        Folder(tmp_path / "unmounted").get("papers/1.pack")


def test_a_write_that_fails_leaves_nothing_half(tmp_path, monkeypatch):
    store = Folder(tmp_path)
    store.put("a/b.pack", b"whole")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournaments.kernel.stores.os.fsync", full)
    with pytest.raises(Away, match="No space"):
        store.put("a/b.pack", b"half")
    assert store.get("a/b.pack") == b"whole"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b.pack"]


def test_a_storage_that_refuses_or_is_not_there_is_away(storage):
    def at(endpoint, secret):
        return S3(endpoint, "papers", "", "eu-1", KEY, secret)

    with pytest.raises(Away, match="403"):
        at(storage, "another secret").put("x", b"x")
    Storage.broken = True
    with pytest.raises(Away, match="503"):
        at(storage, SECRET).get("x")
    with pytest.raises(Away):
        at("http://127.0.0.1:9", SECRET).get("x")


def test_the_signature_is_that_of_the_published_example():
    """ "GET Bucket Lifecycle" in the documentation of signature version 4."""
    store = S3("", "", "", "us-east-1", "AKIAIOSFODNN7EXAMPLE", SECRET.replace("+", "/"))
    headers = store.signed(
        "GET",
        "examplebucket.s3.amazonaws.com",
        "/",
        "lifecycle=",
        b"",
        datetime(2013, 5, 24, tzinfo=UTC),
    )
    assert headers["Authorization"].endswith(
        "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
    )


def test_a_setting_names_the_store():
    assert store_of("") is None
    assert store_of("/srv/papers") == Folder(Path("/srv/papers"))
    found = store_of("s3://bucket/a/b?endpoint=https://storage.example.org/&region=eu-1")
    assert (found.endpoint, found.bucket, found.prefix, found.region) == (
        "https://storage.example.org",
        "bucket",
        "a/b",
        "eu-1",
    )
