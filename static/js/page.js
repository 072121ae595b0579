// Small comforts on every page; nothing depends on them.
"use strict";

// Pressed twice, a form is sent once while its answer is on its way. It may be sent again after
// the way back, after Escape, and when the answer has been awaited for long: it may never come.
const AWAITED = 10_000;
document.addEventListener("submit", (event) => {
  const form = event.target;
  // What a script or htmx sends itself is theirs.
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, AWAITED);
});
const sendAgain = () =>
  document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
addEventListener("pageshow", sendAgain);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") sendAgain();
  // An Enter that is held down must not answer the question on the page that comes.
  if (event.key === "Enter" && event.repeat && event.target.matches("button, a, input")) {
    event.preventDefault();
  }
});

// Without a connection the keeper shows what was read before, and says what it is where nothing is
// kept: at the desk nothing ever is.
addEventListener("load", () => {
  const { worker } = document.body.dataset; // an error page has none
  if (worker) navigator.serviceWorker?.register(worker).catch(() => {});
});

// The pack for the hour in which everything fails is kept on the devices of the arbiters: the page
// is asked for now and then, and each file that it names once. The keeper (sw.js) stores both.
const PACKS = "hakem-packs-1";
addEventListener("load", async () => {
  const { fallback } = document.body.dataset;
  if (!fallback || !navigator.serviceWorker || !("caches" in window)) return;
  const told = document.querySelector("[data-keeping]");
  const asked = Number(sessionStorage.getItem(fallback) || 0);
  if (!told && Date.now() - asked < 120_000) return;
  try {
    await navigator.serviceWorker.ready;
    const page = await fetch(fallback, { headers: { Accept: "text/html" } });
    if (!page.ok || page.redirected) return;
    sessionStorage.setItem(fallback, String(Date.now()));
    const html = new DOMParser().parseFromString(await page.text(), "text/html");
    for (const link of html.querySelectorAll("a[data-keep]")) {
      const address = new URL(link.getAttribute("href"), location.origin).href;
      if (!await caches.match(address, { cacheName: PACKS })) await fetch(address);
    }
    if (told) told.textContent = await kept(html) ? told.dataset.yes : told.dataset.no;
  } catch {
    // Without a connection what is kept stays as it is.
    if (told) told.textContent = await kept(document) ? told.dataset.yes : told.dataset.no;
  }
});
async function kept(html) {
  const links = [...html.querySelectorAll("a[data-keep]")];
  const found = await Promise.all(links.map((link) =>
    caches.match(new URL(link.getAttribute("href"), location.origin).href, { cacheName: PACKS })));
  return links.length > 0 && found.every(Boolean);
}
// Who signs out leaves nothing of the desk behind.
document.addEventListener("submit", (event) => {
  if (event.target.action?.includes("/sign-out/") && "caches" in window) caches.delete(PACKS);
});

// The language that somebody chose holds for links that name none.
document.addEventListener("click", (event) => {
  const link = event.target.closest("header a[hreflang]");
  if (link) document.cookie = `django_language=${link.hreflang}; path=/; max-age=31536000; samesite=lax`;
});

document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-send]")) event.target.form.requestSubmit();
});

// In a strip that scrolls sideways a browser is content with a sliver of what has the focus.
document.addEventListener("focusin", (event) => {
  if (event.target.matches(".scroll a, .scroll button, .tabs a")) {
    event.target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
});

// The tab of this page may lie outside a phone's screen.
const tabs = document.querySelector(".tabs");
const tab = tabs?.querySelector("[aria-current]");
if (tab) tabs.scrollLeft = tab.offsetLeft + tab.offsetWidth - tabs.offsetLeft - tabs.clientWidth + 16;

// What is wrong in a form that came back is seen at once, and the next key corrects it.
const wrong = document.querySelector("[aria-invalid=true]");
if (wrong) {
  wrong.closest("details")?.setAttribute("open", "");
  wrong.focus();
  wrong.closest(".field")?.scrollIntoView({ block: "center" });
} else document.querySelector("form .note.bad[role=alert]")?.scrollIntoView({ block: "center" });

// A link to a field, as on "Ready?", puts the cursor there.
if (location.hash.startsWith("#id_")) {
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.focus();
}

// A refused change is shown where htmx would have put the new row's news.
document.addEventListener("htmx:beforeSwap", (event) => {
  if ([409, 422].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    event.detail.target = document.getElementById("news");
    event.detail.swapOverride = "innerHTML";
  }
});

// The chapter of this page, in a tab of its own: what was typed here stays.
document.addEventListener("keydown", (event) => {
  const help = document.querySelector("a[rel=help]");
  if (event.key !== "F1" || !help) return;
  event.preventDefault();
  help.click();
});
