// Comforts for players; every page is complete without them.
// The remembered player is kept on this device only: no account, no cookie.
"use strict";
(() => {
  const root = document.documentElement;
  const language = root.lang;
  const STORE = "hakem.me";
  const CHECK_EVERY = 30_000; // results, standings
  let pause = 1_200; // the news: each answer says how soon to ask again

  const read = (place) => place?.textContent.replace(/\s+/g, " ").trim() ?? "";

  // --- The remembered player ---------------------------------------------------------------

  function stored() {
    try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; }
  }
  const tournament = document.body.dataset.tournament;
  const mine = (where = tournament) => stored()[where] || [];

  function remember(id, on, where = tournament) {
    const all = stored();
    const others = (all[where] || []).filter((one) => one !== id);
    all[where] = on ? [id, ...others].slice(0, 8) : others;
    try { localStorage.setItem(STORE, JSON.stringify(all)); } catch { /* a private window */ }
    show();
  }

  // --- My seat on top ----------------------------------------------------------------------

  function seat(id, page = document, where = tournament) {
    const template = page.getElementById("seat");
    const row = page.querySelector(`tr[data-white="${id}"], tr[data-black="${id}"], tr[data-bye="${id}"]`);
    if (!template || !row) return match(id, page, where);
    const block = template.content.cloneNode(true);
    const part = (name) => block.querySelector(`[data-part="${name}"]`);
    const name = (cell) => cell.querySelector("a.name");
    let own;
    if (row.dataset.bye) {
      own = row.querySelector(".player");
      part("board").textContent = "–";
      part("board").removeAttribute("data-label");
      part("square").remove();
      part("colour").textContent = read(row.querySelector(".kind"));
      part("line").remove();
      part("fixed").remove();
      part("why").remove();
    } else {
      const white = row.dataset.white === id;
      const cells = [row.querySelector(".white .player"), row.querySelector(".black .player")];
      own = cells[white ? 0 : 1];
      const board = row.querySelector(".board");
      part("board").textContent = row.dataset.board ?? read(name(board) ?? board);
      if (!board.querySelector(".fixed")) part("fixed").remove();
      part("square").classList.add(white ? "w" : "b");
      part("colour").textContent = part("colour").dataset[white ? "w" : "b"];
      const other = cells[white ? 1 : 0];
      const rating = other.parentElement.querySelector(":scope > .points");
      part("opponent").append(other.cloneNode(true), ...(rating ? [" ", rating.cloneNode(true)] : []));
      const why = row.dataset.why ?? (name(board) ?? row.closest(".match")?.querySelector(".sum"))?.href;
      if (why) part("why").href = why;
      else part("why").remove();
      const result = row.dataset.result ?? read(row.querySelector(".result"));
      if (result && result !== "–") part("result").textContent = `· ${result}`;
      const told = part("told");
      told.textContent = told.dataset[white ? "w" : "b"].replace("{board}", part("board").textContent)
        .replace("{name}", read(name(other)));
    }
    part("card").href = name(own).href;
    part("card").textContent = read(name(own));
    part("say").href = `${part("card").href}me/`;
    part("results").href = `${part("card").href}#results`;
    part("follow").href = `${part("card").href}#follow`;
    part("forget").addEventListener("click", () => remember(id, false, where));
    if (part("game")) part("game").textContent = row.dataset.game;
    if (row.dataset.game) begins(part("when"), lastTie(page, id)?.closest(".stage"));
    row.classList.add("mine");
    return block;
  }

  function lastTie(page, id, team) {
    const mine = `.side[data-player="${id}"], .side[data-team="${team}"]`;
    return [...page.querySelectorAll(mine)].at(-1);
  }

  function begins(place, stage) {
    const time = stage?.querySelector("time[data-clock]");
    if (time) place.append(time.cloneNode(true), " ", time.nextElementSibling.cloneNode(true));
  }

  // No board on this page, but it knows of my team, or of my match in the bracket.
  function match(id, page, where) {
    const template = page.getElementById("my-match");
    if (!template) return null;
    const { teams = "", players } = page.getElementById("me").dataset;
    const block = template.content.cloneNode(true);
    const part = (name) => block.querySelector(`[data-part="${name}"]`);
    const team = teams.split(" ").find((one) => one.startsWith(`${id}:`))?.split(":")[1];
    const met = team && page.querySelector(`[data-first="${team}"], [data-second="${team}"]`);
    const side = lastTie(page, id, team);
    if (met) {
      part("number").textContent = met.dataset.number;
      const { first, firstName, secondName } = met.dataset;
      part("opponent").textContent = first === team ? secondName : firstName;
      part("state").textContent = first === team ? firstName : secondName;
      begins(part("when"), met.closest("table")?.previousElementSibling);
    } else if (side) {
      part("number").textContent = side.closest(".tie").dataset.name;
      const other = [...side.parentElement.children].find((one) => one !== side);
      part("opponent").textContent = read(other.querySelector(".name, .quiet"));
      part("state").textContent = read(side.querySelector(".unseen"));
      begins(part("when"), side.closest(".stage"));
      const own = read(side.querySelector(".name"));
      if (team) {
        part("state").textContent = [own, part("state").textContent].filter(Boolean).join(" · ");
        const boards = [...side.closest(".tie").querySelectorAll(".games a")].at(-1);
        if (boards) part("boards").href = boards.href;
        else part("boards").remove();
      } else part("card").textContent = own;
    } else return null;
    part("card").href = `${players}${id}/`;
    part("say").href = `${players}${id}/me/`;
    part("forget").addEventListener("click", () => remember(id, false, where));
    (met?.closest("tr") ?? side)?.classList.add("mine");
    return block;
  }

  // On the page of an event: my seat in any of its tournaments, as the page of the round has it.
  let wish = 0;

  async function seatsOfEvent() {
    const mark = ++wish;
    const seats = await Promise.all([...document.querySelectorAll("[data-plays]")].map(async ({ dataset }) => {
      const ids = mine(dataset.plays);
      if (!ids.length) return [];
      try {
        const answer = await fetch(dataset.now, { cache: "no-cache" });
        if (!answer.ok) return [];
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const from = new URL(dataset.now, location);
        for (const link of page.querySelectorAll("[href]")) {
          link.setAttribute("href", new URL(link.getAttribute("href"), from));
        }
        page.querySelectorAll("[data-why]").forEach((row) => { row.dataset.why = new URL(row.dataset.why, from); });
        const seats = ids.map((id) => seat(id, page, dataset.plays)).filter(Boolean);
        seats.forEach((block) => block.querySelector(".who").before(heading(page, from)));
        return [...page.querySelectorAll(".note.coming"), ...seats];
      } catch { return []; }
    }));
    if (mark !== wish) return; // somebody was remembered or forgotten meanwhile
    const place = document.getElementById("me");
    const found = document.createElement("div");
    found.append(...seats.flat());
    if (!seats.length || place.found === found.innerHTML) return; // nothing moves under a finger
    place.found = found.innerHTML;
    place.replaceChildren(...found.childNodes);
    clocks();
  }

  function heading(page, from) {
    const link = document.createElement("a");
    link.href = from;
    link.textContent = read(page.querySelector("h1"));
    const line = document.createElement("p");
    line.append(link);
    return line;
  }

  // In a long table my own line stands on top as well.
  function onTop(ids) {
    const table = document.querySelector("table.standings");
    table?.querySelector("tbody.own")?.remove();
    const rows = ids.map((id) => table?.querySelector(`tr[data-player="${id}"]`)).filter(Boolean);
    if (!rows.length || table.rows.length < 12) return;
    const own = document.createElement("tbody");
    own.className = "own";
    own.append(...rows.map((row) => {
      const copy = row.cloneNode(true);
      copy.removeAttribute("id");
      return copy;
    }));
    table.tHead.after(own);
  }

  function show() {
    const ids = mine();
    onTop(ids);
    document.querySelectorAll(".mine:not(.value tr)").forEach((row) => row.classList.remove("mine"));
    const place = document.getElementById("me");
    if (place && tournament) place.replaceChildren(...ids.map((id) => seat(id)).filter(Boolean));
    else if (place) seatsOfEvent();
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

  // Of a name that is not here the sentence says what stands in the field now.
  function tellNobody(none, typed) {
    const nobody = document.getElementById("nobody");
    nobody.hidden = !none;
    const told = nobody.querySelector("[data-nobody]");
    if (none && told) told.textContent = told.dataset.nobody.replace("{wanted}", () => typed.trim());
  }

  function filter() {
    const input = document.getElementById("q");
    if (!input) return;
    if ("everywhere" in input.form.dataset) {
      everywhere(input.value, input.value ? 200 : 0);
      return;
    }
    const wanted = fold(input.value);
    let found = 0;
    const rows = "table.boards tbody tr, table.byes tbody tr, section.match, section.tie, "
      + "table:is(.by-name, .people, .standings) tbody:not(.own) tr[data-player]";
    document.querySelectorAll(rows).forEach((row) => {
      const names = [...row.querySelectorAll(".name")].map((name) => fold(read(name)));
      if (row.dataset.clubs) names.push(...row.dataset.clubs.split(" · ").map(fold));
      row.hidden = wanted !== "" && !names.some((name) => name.includes(wanted));
      found += row.hidden ? 0 : 1;
    });
    tellNobody(found === 0, input.value);
    if (found > 0) offer(wanted);
    else offer("");
  }

  // Three letters, one tap: the players who may be meant, to be remembered at once.
  function offer(wanted) {
    const place = document.getElementById("is-me");
    if (!place) return;
    const seen = new Map();
    const see = (id, place) => { if (fold(read(place)).includes(wanted)) seen.set(id, read(place)); };
    if (wanted.length > 1) {
      document.querySelectorAll("tr[data-white], tr[data-bye]").forEach((row) => {
        for (const [one, cell] of [["white", ".white"], ["black", ".black"], ["bye", ""]]) {
          if (row.dataset[one]) see(row.dataset[one], row.querySelector(`${cell} .player a.name`));
        }
      });
      for (const side of document.querySelectorAll(".side[data-player]")) {
        see(side.dataset.player, side.querySelector(".name"));
      }
    }
    const known = mine();
    const people = [...seen].filter(([id]) => !known.includes(id)).slice(0, 6);
    buttons(place, people.map(([id, name]) => [id, name, tournament]));
  }

  function buttons(place, people) {
    place.hidden = !people.length;
    place.querySelectorAll("button").forEach((button) => button.remove());
    place.append(...people.map(([id, name, where]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = name;
      button.addEventListener("click", () => chosen(id, where));
      return button;
    }));
  }

  // The names of a whole event are too many for its page: the server looks.
  let typed = 0;

  async function everywhere(wanted, pause) {
    const mark = ++typed;
    await new Promise((done) => { setTimeout(done, pause); });
    if (mark !== typed) return;
    const address = new URL(location.pathname, location);
    address.searchParams.set("q", wanted);
    let found = null;
    if (fold(wanted).length > 1) {
      try {
        const answer = await fetch(address);
        if (answer.ok) found = new DOMParser().parseFromString(await answer.text(), "text/html");
      } catch { silent(); }
      if (mark !== typed) return;
    }
    const people = [...found?.querySelectorAll("#people a") ?? []];
    document.getElementById("people").replaceChildren();
    tellNobody(found !== null && !people.length, wanted);
    const offered = people
      .map((one) => [one.dataset.player, read(one), one.dataset.tournament])
      .filter(([id, , where]) => !mine(where).includes(id));
    buttons(document.getElementById("is-me"), offered.slice(0, 8));
  }

  function chosen(id, where) {
    const input = document.getElementById("q");
    input.value = "";
    keepSearch("");
    remember(id, true, where);
    filter();
    document.getElementById("me").scrollIntoView({ block: "center" });
  }

  // What is searched stays in the address: it can be passed on and found again.
  function keepSearch(typed) {
    const address = new URL(location.href);
    if (typed) address.searchParams.set("q", typed);
    else address.searchParams.delete("q");
    history.replaceState(history.state, "", address);
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

  document.querySelectorAll("[data-share], [data-print]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => ("print" in button.dataset ? print() : share(button)));
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
  let asked = 0;
  let checks = 0;

  // A form that somebody fills in stays as it is; the token in it is new with every answer.
  const plain = (html) => html.replace(/<input[^>]*csrfmiddlewaretoken[^>]*>/g, "");
  const fields = "form[method=post] :is(textarea, select, input:not([type=hidden]))";
  const writing = () => [...document.querySelectorAll(fields)]
    .some((one) => one === document.activeElement || (one.type === "radio" || one.type === "checkbox"
      ? one.checked !== one.defaultChecked : one.value !== (one.defaultValue ?? one.value)));

  async function check(news) {
    const others = [...new URLSearchParams(location.search).keys()].some((key) => key !== "q");
    if (document.hidden || others) return;
    if (writing()) return;
    const mark = ++checks;
    asked = Date.now();
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache", headers: { "X-Check": "1" } });
      if (answer.status === 404) document.body.dataset.news = news; // nothing more to come here
      if (!answer.ok) return;
      const text = await answer.text();
      if (mark !== checks) return; // a later question knows better
      const page = new DOMParser().parseFromString(text, "text/html");
      const kept = page.documentElement.dataset.kept;
      offline = Boolean(kept);
      if (!kept) {
        checked = new Date();
        const sent = page.getElementById("content").innerHTML;
        if (plain(sent) !== plain(known) && !writing()) replace(page);
        known = sent;
        document.body.dataset.news = page.body.dataset.news ?? "";
        delete root.dataset.kept;
      }
      if (!tournament) show(); // its seats come from other pages
    } catch { offline = true; }
    age();
  }

  function replace(page) {
    const input = document.getElementById("q");
    const typed = input?.value ?? "";
    const typing = document.activeElement === input;
    const chosen = [input?.selectionStart, input?.selectionEnd];
    const content = document.getElementById("content");
    content.replaceChildren(...page.getElementById("content").childNodes);
    const again = document.getElementById("q");
    if (again) {
      again.value = typed;
      if (typing) {
        again.focus();
        again.setSelectionRange(...chosen); // the next letter goes where it was meant to
      }
    }
    begin();
    document.dispatchEvent(new Event("hakem:replaced"));
  }

  function begin() {
    document.getElementById("q")?.addEventListener("input", (event) => {
      filter();
      keepSearch(event.target.value.trim());
    });
    filter();
    show();
  }

  function due() {
    if (Date.now() - asked > CHECK_EVERY) check();
  }

  // A round that comes out or is taken back is here at once: a few bytes tell of it.
  async function hear() {
    if (!document.hidden) {
      try {
        const told = await Promise.all(whoTells().map(async (one) => {
          const answer = await fetch(one.dataset.ask, { cache: "no-cache" });
          const { news, again = 30 } = answer.ok ? await answer.json() : {};
          const before = one === document.body ? one.dataset.news : heard.get(one.dataset.ask);
          heard.set(one.dataset.ask, news);
          return { news, again, another: before !== news };
        }));
        pause = 1_000 * (told.length ? Math.min(...told.map(({ again }) => again)) : 30);
        const first = told.find(({ another }) => another) ?? (offline ? told[0] : null);
        if (first) await check(first.news);
      } catch { silent(); }
    }
    setTimeout(hear, pause);
  }

  // The tournament of this page; on the page of an event those in which I play. Their first
  // answer counts as news: a round may have come out since the page was made.
  const heard = new Map();
  const whoTells = () => [...document.querySelectorAll("[data-ask]")]
    .filter((one) => one === document.body || mine(one.dataset.plays).length);

  function silent() {
    offline = true;
    age();
  }

  begin();
  age();
  setInterval(age, 5_000);
  setInterval(clocks, 20_000);
  asked = Date.now() - Math.random() * CHECK_EVERY; // a full hall does not ask in step
  setInterval(due, 1_000);
  setTimeout(hear, Math.random() * pause);
  addEventListener("online", () => check());
  addEventListener("offline", silent);
  // A phone taken out of the pocket, a page brought back: first see whether it still holds.
  document.addEventListener("visibilitychange", () => check());
  addEventListener("pageshow", (event) => { if (event.persisted) check(); });
  // This page came before its keeper (page.js): let it see the page and its files once more.
  const keeper = navigator.serviceWorker;
  if (keeper && !keeper.controller && document.body.dataset.worker) {
    keeper.addEventListener("controllerchange", () => {
      check();
      for (const { src } of document.scripts) fetch(src).catch(() => {});
    }, { once: true });
  }
})();
