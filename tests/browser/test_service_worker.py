"""A phone reads on over a renewal of the site, never with files of another release."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.waiting import wait_for_promise

pytestmark = pytest.mark.browser

WORKER = (settings.BASE_DIR / "static" / "js" / "sw.js").read_text(encoding="utf-8")
PAGE = """<!doctype html><html lang="en"><head><title>{release}</title></head>
<body data-release="{release}"><script src="/static/js/it.{release:012x}.js"></script></body>
</html>"""


class Site(ThreadingHTTPServer):
    """Every page names a script of its release; before the last one the worker was another."""

    daemon_threads = True
    release = 1

    def answer(self, path: str) -> tuple[str, str]:
        if path == "/sw.js":
            return "text/javascript", WORKER if self.release > 1 else older_worker()
        if path.startswith("/static/"):
            number = int(re.search(r"\.([0-9a-f]{12})\.", path)[1], 16)
            return "text/javascript", f"document.body.dataset.script = '{number}'"
        return "text/html", PAGE.format(release=self.release)


def older_worker() -> str:
    """An earlier version had caches of its own."""
    older = WORKER.replace('hakem-pages-1"', 'hakem-pages-0"')
    older = older.replace('hakem-files-1"', 'hakem-files-0"')
    assert older.count('-0"') == 2
    return older


class Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, text = self.server.answer(self.path)
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "public, no-cache")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_given) -> None:
        pass


@pytest.fixture
def site():
    server = Site(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def visit(phone, site, page):
    phone.goto(f"http://localhost:{site.server_port}/en/e/{page}/")
    return phone.evaluate("({ ...document.body.dataset, ...document.documentElement.dataset })")


def test_without_a_connection_every_address_leads_to_what_is_kept_or_says_so(site, open_page):
    site.release = 2
    root = f"http://localhost:{site.server_port}"
    phone = open_page(390, 844)
    phone.goto(f"{root}/en/")
    phone.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => new Promise((done) => {"
        "const worker = navigator.serviceWorker; if (worker.controller) done();"
        "worker.addEventListener('controllerchange', () => done()); }))"
    )
    for read in ("/en/", "/en/e/open/a/players/", "/en/e/open/a/rounds/2/"):
        phone.goto(root + read)
    phone.context.set_offline(True)
    for wanted, shown in (
        ("/", "/en/"),
        ("/en/e/open/a/", "/en/e/open/a/rounds/2/"),
        ("/en/e/open/a/rounds/2/?q=kaya", "/en/e/open/a/rounds/2/?q=kaya"),
    ):
        phone.goto(root + wanted)
        assert phone.url == root + shown
        assert phone.get_attribute("html", "data-kept"), wanted
    for wanted, said in (
        ("/en/e/open/b/", "This page is not kept on this device."),
        ("/tr/e/open/b/", "Bu sayfa bu cihazda saklı değil."),
        ("/en/desk/open/a/rounds/2/", "wait in this browser: nothing is lost."),
        ("/tr/desk/open/a/rounds/2/", "hiçbir şey kaybolmaz."),
    ):
        phone.goto(root + wanted)
        expect(phone.locator("main")).to_contain_text(said)
        expect(phone.locator("html")).to_have_attribute("lang", wanted[1:3])


def test_after_a_renewal_what_was_kept_is_read_with_its_own_files_and_its_age(site, open_page):
    phone = open_page(390, 844)
    visit(phone, site, "a")
    phone.evaluate(
        "navigator.serviceWorker.register('/sw.js').then(() => new Promise((done) => {"
        "const worker = navigator.serviceWorker; if (worker.controller) done();"
        "worker.addEventListener('controllerchange', () => done()); }))"
    )
    for page in ("a", "b"):
        assert visit(phone, site, page) == {"release": "1", "script": "1"}
    expect(phone).to_have_title("1")

    site.release = 2
    assert visit(phone, site, "a") == {"release": "2", "script": "2"}
    phone.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    wait_for_promise(
        phone,
        "caches.keys().then((names) => names.sort().join() === 'hakem-files-1,hakem-pages-1')",
    )
    phone.context.set_offline(True)
    renewed, old = visit(phone, site, "a"), visit(phone, site, "b")
    assert (renewed["release"], renewed["script"]) == ("2", "2")
    assert (old["release"], old["script"]) == ("1", "1")
    assert re.match(r"20\d\d-", renewed["kept"])
    assert renewed["kept"] > old["kept"] > ""

    phone.context.set_offline(False)
    site.release = 3
    assert visit(phone, site, "b") == {"release": "3", "script": "3"}
    wait_for_promise(  # nobody names the first release any more
        phone,
        "caches.open('hakem-files-1').then((files) => files.keys()).then((keys) => keys.map("
        "(key) => parseInt(key.url.slice(-15), 16)).sort().join() === '2,3')",
    )


def test_a_page_that_is_not_there_asks_for_no_worker_of_no_name(live_server, open_page):
    page = open_page()
    page.add_init_script(
        "window.registered = [];"
        "navigator.serviceWorker.register = (name) => {"
        " window.registered.push(String(name)); return Promise.resolve(); };"
    )
    page.goto(f"{live_server.url}/en/", wait_until="load")
    assert page.evaluate("window.registered") == ["/sw.js"]
    page.goto(f"{live_server.url}/en/e/nobody/", wait_until="load")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("window.registered") == []
