// Public pages stay readable without a connection: the last copy of each, marked with its age.
// Only answers that the server calls public are kept; the desk never is.
"use strict";
const PAGES = "hakem-pages-1";
const FILES = "hakem-files-1";
const MOST_PAGES = 120;
const LONGEST_WAIT = 8_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (![PAGES, FILES].includes(name)) await takeOver(name);
  await self.clients.claim();
})()));

// What an earlier version kept stays readable until it is asked for again.
async function takeOver(name) {
  const mine = [PAGES, FILES].find((one) => one.replace(/\d+$/, "") === name.replace(/\d+$/, ""));
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
  }
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
    if (!kept) throw error;
    return old(kept);
  } finally {
    clearTimeout(waiting);
  }
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
