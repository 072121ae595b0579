// Following: one tap and this phone hears of a player, a club, or of what is for all.
// What is followed is known to the server alone, under the address that the browser has at its
// push service; without a script there is the mail below the buttons.
"use strict";
(() => {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const apple = /iPhone|iPad/.test(navigator.userAgent)
    || (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

  const section = () => document.querySelector("[data-follow]");
  const part = (name) => section().querySelector(`[data-part="${name}"]`);
  const buttons = () => [...part("buttons").querySelectorAll("button")];

  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (one) => one.charCodeAt(0));
  }

  // The browser's address at its push service, asked for only when somebody taps. One that was
  // given for another key of this site is given back.
  async function address(wanted) {
    const worker = await navigator.serviceWorker.ready;
    const known = await worker.pushManager.getSubscription();
    const key = bytes(section().dataset.key);
    const before = known && new Uint8Array(known.options.applicationServerKey ?? []);
    if (known && before.length === key.length && before.every((one, place) => one === key[place])) return known;
    if (!wanted) return null;
    await known?.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  async function ask(act, browser, what = {}) {
    const answer = await fetch(section().dataset.follow, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ do: act, browser, ...what }),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.problem);
    return told;
  }

  const what = ({ dataset }) => (dataset.player ? { player: Number(dataset.player) } : { club: dataset.club });

  function followed({ dataset }, told) {
    if (dataset.player) return told.players.includes(Number(dataset.player));
    return dataset.club ? told.clubs.includes(dataset.club) : told.everything;
  }

  function show(told) {
    for (const button of buttons()) {
      button.dataset.on ||= button.textContent.trim();
      const on = followed(button, told);
      button.textContent = on ? button.dataset.off : button.dataset.on;
      button.setAttribute("aria-pressed", on);
    }
  }

  function complain(name, text) {
    part(name).hidden = false;
    if (text) part(name).textContent = text;
  }

  async function tap(button) {
    for (const name of ["blocked", "problem"]) part(name).hidden = true;
    button.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") return complain("blocked");
      const browser = await address(true);
      const act = button.getAttribute("aria-pressed") === "true" ? "stop" : "follow";
      show(await ask(act, browser, what(button)));
    } catch (error) {
      const offline = error instanceof TypeError || error instanceof DOMException;
      complain("problem", offline || !error.message ? section().dataset.failed : error.message);
    } finally {
      button.disabled = false;
    }
  }

  async function begin() {
    if (!section()) return;
    for (const link of section().querySelectorAll("[data-webcal]")) {
      link.href = link.href.replace(/^https?:/, "webcal:");
    }
    if (!able) {
      part("iphone").hidden = !apple;
      return;
    }
    part("buttons").hidden = false;
    for (const button of buttons()) button.setAttribute("aria-pressed", "false");
    if (Notification.permission !== "granted") return;
    try {
      const browser = await address(false);
      if (browser) show(await ask("look", browser));
    } catch { /* no connection: the buttons say what they do when it is back */ }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-follow] [data-part=buttons] button");
    if (button) tap(button);
  });
  document.addEventListener("hakem:replaced", begin);
  // News that came here while the page is open: see what it is about.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data === "hakem:news") document.dispatchEvent(new Event("visibilitychange"));
  });
  begin();
})();
