// Comforts for players; every page is complete without them.
// Who I am is kept on this device only: no account, no cookie.
"use strict";
(() => {
  const root = document.documentElement;
  const language = root.lang;
  const STORE = "hakem.me";
  const CHECK_EVERY = 30_000;

  // --- Who I am ----------------------------------------------------------------------------

  function stored() {
    try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; }
  }
  const tournament = document.body.dataset.tournament;
  const mine = () => stored()[tournament] || [];

  function remember(id, on) {
    const all = stored();
    const others = (all[tournament] || []).filter((one) => one !== id);
    all[tournament] = on ? [id, ...others].slice(0, 8) : others;
    try { localStorage.setItem(STORE, JSON.stringify(all)); } catch { /* a private window */ }
    show();
  }

  // --- My seat on top ----------------------------------------------------------------------

  function seat(id) {
    const template = document.getElementById("seat");
    const row = document.querySelector(`tr[data-white="${id}"], tr[data-black="${id}"], tr[data-bye="${id}"]`);
    if (!template || !row) return null;
    const block = template.content.cloneNode(true);
    const part = (name) => block.querySelector(`[data-part="${name}"]`);
    const name = (cell) => cell.querySelector("a.name");
    let own;
    if (row.dataset.bye) {
      own = row.querySelector(".player");
      part("board").textContent = "–";
      part("square").remove();
      part("colour").textContent = row.querySelector(".kind").textContent;
      part("line").remove();
      part("why").remove();
    } else {
      const white = row.dataset.white === id;
      const cells = [row.querySelector(".white .player"), row.querySelector(".black .player")];
      own = cells[white ? 0 : 1];
      part("board").textContent = row.querySelector(".board").textContent;
      part("square").classList.add(white ? "w" : "b");
      part("colour").textContent = part("colour").dataset[white ? "w" : "b"];
      part("opponent").append(cells[white ? 1 : 0].cloneNode(true));
      part("why").href = name(row.querySelector(".board")).href;
      const result = row.querySelector(".result").textContent;
      if (result !== "–") part("result").textContent = `· ${result}`;
    }
    part("card").href = name(own).href;
    part("card").textContent = name(own).textContent;
    part("forget").addEventListener("click", () => remember(id, false));
    row.classList.add("mine");
    return block;
  }

  function show() {
    const ids = mine();
    document.querySelectorAll("tr.mine:not(.value tr)").forEach((row) => row.classList.remove("mine"));
    const place = document.getElementById("me");
    if (place) place.replaceChildren(...ids.map(seat).filter(Boolean));
    for (const id of ids) {
      document.querySelectorAll(`tr[data-player="${id}"]`).forEach((row) => row.classList.add("mine"));
    }
    document.querySelectorAll("[data-remember]").forEach((button) => {
      const known = ids.includes(button.dataset.remember);
      button.dataset.on ||= button.textContent;
      button.textContent = known ? button.dataset.off : button.dataset.on;
      button.hidden = false;
      button.onclick = () => remember(button.dataset.remember, !known);
    });
    clocks();
  }

  // --- Finding a name ----------------------------------------------------------------------

  const fold = (text) => text.replaceAll("İ", "i").replaceAll("I", "ı").toLowerCase().replaceAll("ı", "i")
    .normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  function filter() {
    const input = document.getElementById("q");
    if (!input) return;
    const wanted = fold(input.value);
    let found = 0;
    document.querySelectorAll("table.boards tbody tr, table.byes tbody tr").forEach((row) => {
      const names = [...row.querySelectorAll("a.name")].map((name) => fold(name.textContent));
      if (row.dataset.clubs) names.push(...row.dataset.clubs.split(" · ").map(fold));
      row.hidden = wanted !== "" && !names.some((name) => name.includes(wanted));
      found += row.hidden ? 0 : 1;
    });
    const nobody = document.getElementById("nobody");
    nobody.hidden = found > 0;
  }

  // --- Clocks ------------------------------------------------------------------------------

  const minute = { hour: "2-digit", minute: "2-digit" };

  function clocks() {
    document.querySelectorAll("time[data-clock]").forEach((time) => {
      const when = new Date(time.dateTime);
      const venue = time.dateTime.slice(11, 16);
      const here = when.toLocaleTimeString("en-GB", minute);
      if (here !== venue && !time.dataset.told) {
        time.dataset.told = "yes";
        const day = when.toLocaleDateString(language, { weekday: "short" });
        time.append(` (${day} ${here} ${time.dataset.yours})`);
      }
      const countdown = time.nextElementSibling;
      const left = Math.ceil((when - Date.now()) / 60_000);
      if (countdown?.classList.contains("countdown")) {
        countdown.textContent = left > 0 && left < 24 * 60 ? new Intl.RelativeTimeFormat(language, { style: "long" })
          .format(left < 90 ? left : Math.round(left / 60), left < 90 ? "minute" : "hour") : "";
      }
    });
  }

  // --- Passing it on -----------------------------------------------------------------------

  async function share(button) {
    const url = location.href.split("#")[0];
    if (navigator.share) {
      await navigator.share({ title: document.title, url }).catch(() => {}); // closed again
      return;
    }
    try { await navigator.clipboard.writeText(url); } catch { copyByHand(url); }
    const label = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = label; }, 3_000);
  }

  function copyByHand(text) { // where the page did not come by a safe line
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => share(button));
  });

  // --- How old is this ---------------------------------------------------------------------

  let checked = root.dataset.kept ? new Date(root.dataset.kept) : new Date();
  let offline = Boolean(root.dataset.kept);

  function age() {
    const label = document.querySelector(".age");
    if (!label) return;
    const seconds = Math.round((Date.now() - checked) / 1000);
    const [count, unit] = seconds < 90 ? [seconds, "second"] : seconds < 5400
      ? [Math.round(seconds / 60), "minute"] : [Math.round(seconds / 3600), "hour"];
    const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-count, unit);
    label.textContent = `${offline ? label.dataset.old : label.dataset.fresh} ${ago}`;
    label.classList.toggle("old", offline);
  }

  let known = document.getElementById("content").innerHTML; // as the server sent it

  async function check() {
    if (document.hidden || location.search) return;
    try {
      const answer = await fetch(location.href, { cache: "no-cache", headers: { "X-Check": "1" } });
      if (!answer.ok) return;
      const text = await answer.text();
      const page = new DOMParser().parseFromString(text, "text/html");
      const kept = page.documentElement.dataset.kept;
      offline = Boolean(kept);
      if (!kept) {
        checked = new Date();
        const sent = page.getElementById("content").innerHTML;
        if (sent !== known) replace(page);
        known = sent;
        delete root.dataset.kept;
      }
    } catch { offline = true; }
    age();
  }

  function replace(page) {
    const input = document.getElementById("q");
    const typed = input?.value ?? "";
    const typing = document.activeElement === input;
    const content = document.getElementById("content");
    content.replaceChildren(...page.getElementById("content").childNodes);
    const again = document.getElementById("q");
    if (again) {
      again.value = typed;
      if (typing) again.focus();
    }
    begin();
  }

  function begin() {
    document.getElementById("q")?.addEventListener("input", filter);
    filter();
    show();
  }

  begin();
  age();
  setInterval(age, 5_000);
  setInterval(clocks, 20_000);
  setTimeout(() => { check(); setInterval(check, CHECK_EVERY); }, 5_000 + Math.random() * 25_000);
  addEventListener("online", check);
  if ("serviceWorker" in navigator && document.body.dataset.worker) {
    addEventListener("load", () => navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {}));
  }
})();
