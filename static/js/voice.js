// What a player says without a line stays on the phone, and is sent once when the line is back:
// words, and pictures of slips made as small as the arbiters keep them. Whichever public page is
// open sends it. Without this script the forms are sent as any others.
"use strict";
(() => {
  const STORE = "hakem.unsent";
  const AGAIN = 8_000;
  const LONGEST_SIDE = 1600; // as the arbiters keep a slip
  const MOST_PICTURES = 6;
  const LONGEST_KEPT = 3 * 24 * 3600 * 1000;
  let waiting = false;

  // --- What is kept ------------------------------------------------------------------------

  function words() {
    try { return JSON.parse(localStorage.getItem(STORE)) || []; } catch { return []; }
  }

  function keepWords(list) {
    try { localStorage.setItem(STORE, JSON.stringify(list)); } catch { /* a private window */ }
  }

  // One transaction on the pictures; what it found when all of it is on the disk.
  function pictures(mode, act) {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open("hakem", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("pictures", { keyPath: "id" });
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const base = opening.result;
        const doing = base.transaction("pictures", mode);
        const asked = act(doing.objectStore("pictures"));
        doing.oncomplete = () => {
          base.close();
          resolve(asked.result);
        };
        doing.onabort = doing.onerror = () => {
          base.close();
          reject(doing.error);
        };
      };
    });
  }

  async function keptPictures() {
    try {
      const all = await pictures("readonly", (store) => store.getAll());
      return all.sort((one, other) => one.at - other.at);
    } catch { return []; /* a private window */ }
  }
  const forget = (id) => pictures("readwrite", (store) => store.delete(id));

  // A telephone takes ten times what can be read on it.
  async function smaller(file) {
    try {
      const whole = await createImageBitmap(file);
      const part = Math.min(1, LONGEST_SIDE / Math.max(whole.width, whole.height));
      const paper = document.createElement("canvas");
      [paper.width, paper.height] = [Math.round(whole.width * part), Math.round(whole.height * part)];
      paper.getContext("2d").drawImage(whole, 0, 0, paper.width, paper.height);
      const made = await new Promise((resolve) => { paper.toBlob(resolve, "image/jpeg", 0.8); });
      return made && made.size < file.size ? made : file;
    } catch { return file; /* not one that this browser can draw */ }
  }

  // --- What is shown -----------------------------------------------------------------------

  function show(name, on) {
    const note = document.getElementById(name);
    if (note) note.hidden = !on;
  }

  async function tell() {
    waiting = words().length > 0 || (await keptPictures()).length > 0;
    show("unsent", waiting);
  }

  // --- Send --------------------------------------------------------------------------------

  // The site answers each form with a redirect. "wait" is said again later.
  async function post(to, body) {
    const answer = await fetch(to, { method: "POST", body, redirect: "manual" });
    if (answer.status >= 500 || answer.status === 429) return "wait";
    return answer.ok || answer.type === "opaqueredirect" ? "heard" : "unheard";
  }

  function form({ fields, picture }) {
    const made = new FormData();
    for (const [name, value] of fields) made.append(name, value);
    made.append("picture", picture, "slip.jpg");
    return made;
  }

  // One page at a time, however many are open: nothing is said twice.
  const send = () => (navigator.locks
    ? navigator.locks.request("hakem.voice", { ifAvailable: true }, (lock) => lock && sendAll())
    : sendAll());

  async function sendAll() {
    const said = [];
    try {
      for (const one of words()) {
        const answer = await post(one.to, new URLSearchParams(one.fields));
        if (answer === "wait") break;
        keepWords(words().filter((other) => other.id !== one.id));
        said.push(answer);
      }
      for (const one of await keptPictures()) {
        const answer = Date.now() - one.at > LONGEST_KEPT ? "unheard" : await post(one.to, form(one));
        if (answer === "wait") break;
        await forget(one.id);
        said.push(answer);
      }
    } catch { /* no line: once more later */ }
    await tell();
    if (said.includes("unheard")) show("unheard", true);
    else if (said.length) renew();
  }

  // The page as it stands now, unless somebody is writing on it what was not said yet.
  function renew() {
    const page = document.getElementById("unsent");
    const unsaid = document.querySelectorAll("form[data-voice]:not([data-said]) textarea");
    const writing = [...unsaid].some((one) => one.value);
    if (page && !writing) location.replace(location.pathname);
  }

  // --- Say ---------------------------------------------------------------------------------

  const same = (one, other) => one.to === other.to && JSON.stringify(one.fields) === JSON.stringify(other.fields);

  function say(one, element) {
    // The latest result counts; anything else is another word, unless it was pressed twice.
    const latest = element.dataset.voice === "latest";
    const rest = words().filter((other) => !same(one, other) && !(latest && other.to === one.to));
    keepWords([...rest, one]);
    if (!words().some((other) => other.id === one.id)) return element.submit();
    tell();
    return send();
  }

  async function sayPicture(one, picture) {
    const small = { ...one, picture: await smaller(picture) };
    try {
      const before = await keptPictures();
      if (before.length >= MOST_PICTURES) throw new Error("full");
      await pictures("readwrite", (store) => store.put(small));
    } catch {
      const answer = await post(one.to, form(small)).catch(() => "wait");
      show("unkept", answer === "wait");
      show("unheard", answer === "unheard");
      if (answer === "heard") renew();
      return;
    }
    await tell();
    await send();
  }

  document.addEventListener("submit", (event) => {
    const element = event.target;
    if (!element.matches("form[data-voice]") || event.defaultPrevented) return;
    event.preventDefault();
    element.dataset.said = "";
    for (const name of ["unkept", "unheard"]) show(name, false);
    const all = [...new FormData(element, event.submitter)];
    const fields = all.filter(([, value]) => typeof value === "string");
    const one = { id: `${Date.now()}.${Math.random()}`, to: element.action, fields, at: Date.now() };
    const [, picture] = all.find(([, value]) => value instanceof File) ?? [];
    if (picture) sayPicture(one, picture);
    else say(one, element);
  });

  send();
  addEventListener("online", send);
  setInterval(() => { if (waiting) send(); }, AGAIN);
})();
