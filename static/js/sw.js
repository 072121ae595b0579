// Public pages stay readable without a connection: the last copy of each, marked with its age.
// Only answers that the server calls public are kept; of the desk nothing but the packs for the
// hour in which everything fails, until their reader signs out.
"use strict";
const PAGES = "hakem-pages-1";
const FILES = "hakem-files-1";
const PACKS = "hakem-packs-1";
const PACK = /^\/(?:tr|en)(\/desk\/[^/]+\/[^/]+\/fallback\/)(.*)$/;
const MOST_PAGES = 120;
const LONGEST_WAIT = 8_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (![PAGES, FILES, PACKS].includes(name)) await takeOver(name);
  await self.clients.claim();
})()));

// What an earlier version kept stays readable until it is asked for again.
async function takeOver(name) {
  const mine = [PAGES, FILES, PACKS].find((one) => one.replace(/\d+$/, "") === name.replace(/\d+$/, ""));
  if (mine) {
    const [theirs, ours] = [await caches.open(name), await caches.open(mine)];
    for (const key of await theirs.keys())
      if (!await ours.match(key)) await ours.put(key, await theirs.match(key));
  }
  await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (/^\/(tr|en)\/(e\/.*)?$/.test(address.pathname) && !address.pathname.endsWith("/news/")) {
    event.respondWith(page(request, address));
  } else if (PACK.test(address.pathname)) event.respondWith(pack(request, address));
  else if (request.mode === "navigate") event.respondWith(other(request, address));
});

// A name with a digest changes with its content, so the kept file is always right.
async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept && /\.[0-9a-f]{12}\./.test(request.url)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await forgetOlder(cache, request.url);
      await cache.put(request, answer.clone());
    }
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

// The same file of an earlier release is wanted only as long as a kept page names it: a page is
// never shown with the files of another release.
async function forgetOlder(cache, url) {
  const plain = (one) => one.replace(/\.[0-9a-f]{12}\./, ".");
  const older = (await cache.keys()).filter((key) => key.url !== url && plain(key.url) === plain(url));
  if (!older.length) return;
  const pages = await caches.open(PAGES);
  const texts = await Promise.all((await pages.keys()).map(async (key) => (await pages.match(key)).text()));
  for (const key of older) {
    const { pathname } = new URL(key.url);
    if (!texts.some((text) => text.includes(pathname))) await cache.delete(key);
  }
}

async function page(request, address) {
  const key = address.origin + address.pathname + address.search;
  const stop = new AbortController();
  const waiting = setTimeout(() => stop.abort(), LONGEST_WAIT);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    if (answer.ok && (answer.headers.get("Cache-Control") || "").includes("public")) await keep(key, answer.clone());
    else if (answer.status === 404) await (await caches.open(PAGES)).delete(key);
    return answer;
  } catch (error) {
    const kept = await caches.match(key, { cacheName: PAGES });
    if (kept) return old(kept);
    if (request.mode !== "navigate") throw error;
    return await nearest(address) ?? away(address);
  } finally {
    clearTimeout(waiting);
  }
}

// A file of a pack never changes; its page does with each round, and then the files of the round
// before go. What the server refuses, or asks a password for, is not kept.
async function pack(request, address) {
  const cache = await caches.open(PACKS);
  const [, place, file] = PACK.exec(address.pathname);
  const key = address.origin + address.pathname;
  const kept = await cache.match(key);
  if (file && kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.status >= 500 && kept) return kept;
    if (!answer.ok || answer.redirected) {
      if (answer.status < 500) await cache.delete(key);
      return answer;
    }
    const text = file ? "" : await answer.clone().text();
    for (const one of file ? [] : await cache.keys()) {
      const { pathname } = new URL(one.url);
      const [, its, name] = PACK.exec(pathname);
      if (its === place && name && !text.includes(pathname)) await cache.delete(one);
    }
    await cache.put(key, answer.clone());
    return answer;
  } catch {
    return kept ?? away(address);
  }
}

// Pages that are never kept: the desk and the like. The first address of all leads to a kept one.
async function other(request, address) {
  try {
    return await fetch(request);
  } catch {
    return address.pathname === "/" && await nearest(address) || away(address);
  }
}

// What is searched is a part of a kept page; the address of a tournament leads on to the page that
// was read last there, and the first address of the site to the list of events.
async function nearest(address) {
  const kept = await caches.open(PAGES);
  const whole = await kept.match(address.origin + address.pathname);
  if (whole) return old(whole);
  const keys = (await kept.keys()).map(({ url }) => url).reverse();
  const wanted = address.pathname === "/" ? /^\/(tr|en)\/$/
    : /^\/(tr|en)\/e\/[^/]+\/[^/]+\/$/.test(address.pathname) ? /\/(rounds|teams|knockout|players)\// : null;
  const found = wanted && keys.find((url) => {
    const { pathname } = new URL(url);
    return wanted.test(pathname) && pathname.startsWith(address.pathname);
  });
  return found ? Response.redirect(found, 302) : null;
}

// What is pushed here is shown at once; the same news a second time takes the place of the first.
self.addEventListener("push", (event) => event.waitUntil((async () => {
  let told;
  try { told = event.data.json(); } catch { return; }
  const { title, body, path, tag, language } = told;
  const icon = "/static/img/icon-192.png";
  await self.registration.showNotification(title, { body, tag, lang: language, icon, badge: icon, data: { path } });
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage("hakem:news");
})()));

self.addEventListener("notificationclick", (event) => event.waitUntil((async () => {
  event.notification.close();
  const address = new URL(event.notification.data?.path || "/", location.origin);
  if (address.origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname === address.pathname);
  await (open ? open.focus() : self.clients.openWindow(address.href));
})()));

const AWAY = {
  en: ["No connection", "This page is not kept on this device. Pages that were read here before stay readable.",
    "At the desk, results that were typed and not sent wait in this browser: nothing is lost.", "Try again"],
  tr: ["Bağlantı yok", "Bu sayfa bu cihazda saklı değil. Burada daha önce okunan sayfalar okunmaya devam eder.",
    "Masada yazılıp gönderilmemiş sonuçlar bu tarayıcıda bekler: hiçbir şey kaybolmaz.", "Yeniden dene"],
};

function away(address) {
  const language = address.pathname.startsWith("/en/") ? "en" : "tr";
  const [title, kept, desk, again] = AWAY[language];
  const more = address.pathname.startsWith(`/${language}/desk/`) ? desk : kept;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Hakem</title></head>
<body><main><h1>${title}</h1><p>${more}</p><p><a href="">${again}</a></p></main></body></html>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(html, { status: 503, headers });
}

async function keep(key, answer) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept-At", new Date().toISOString());
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const cache = await caches.open(PAGES);
  await cache.put(key, new Response(await answer.blob(), { status: answer.status, headers }));
  const keys = await cache.keys();
  for (const one of keys.slice(0, Math.max(0, keys.length - MOST_PAGES))) await cache.delete(one);
}

async function old(kept) {
  const text = (await kept.text()).replace("<html ", `<html data-kept="${kept.headers.get("X-Kept-At")}" `);
  return new Response(text, { headers: kept.headers });
}
