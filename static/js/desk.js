// Results by keyboard, kept until the server has them. Without this file every board still has
// its buttons, and the field takes a typed line.
//
// Where the focus is decides what a key means:
//   on a board    1 0 = + - ? x  its result, then the next open board;  ↑ ↓ move;  u undo;
//                 o  its other results (Esc closes them);  2–9 b / .  begin a board number
//                 in the field
//   where two games make a match, the first key is game 1 and the second game 2, both as the player
//   on the left sees them
//   in the field  "41 1", "41.0", "41=" Enter  that result;  "41" Enter  that board, whose
//                 result key leads back here;  Esc back to the boards
"use strict";

(() => {
  const form = document.querySelector("[data-results]");
  if (!form) return;

  const words = JSON.parse(document.getElementById("desk-words").textContent);
  const printed = JSON.parse(document.getElementById("desk-results").textContent);
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const kind = form.dataset.kind; // "enter", or "check" in the second pass
  const MATCHES = form.dataset.games === "2"; // a result has two codes, game 1 and game 2
  const field = document.getElementById("line");
  const echo = document.querySelector("[data-echo]");
  const state = document.querySelector("[data-state]");
  const conflicts = document.getElementById("conflicts");
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // --- What is not sent yet ------------------------------------------------------------------------
  // One list per user, in this browser: it outlives a lost connection, a reload, a closed tab.

  const store = `hakem.results.${form.dataset.user}`;
  let kept = []; // where the browser refuses to keep anything, at least this page does

  function waitingList() {
    try {
      return JSON.parse(localStorage.getItem(store)) || [];
    } catch {
      return kept;
    }
  }

  function keep(entries) {
    kept = entries;
    try {
      localStorage.setItem(store, JSON.stringify(entries));
    } catch { /* full or forbidden: kept in the page */ }
  }

  function change(key, edit) {
    keep(waitingList().flatMap((entry) => (entry.key === key ? edit(entry) : [entry])));
  }

  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  let inFlight = "";
  let takeBackWhenSent = ""; // the key of an entry

  function enter(row, code) {
    const entries = waitingList();
    const { pairing, version, board } = row.dataset;
    const result = row.dataset.result || row.dataset.half || "";
    const here = (entry) => entry.pairing === pairing && entry.kind === kind;
    const flying = entries.some((entry) => here(entry) && entry.key === inFlight);
    // A conflict is answered by what is typed now: the arbiter has both results in view.
    const rest = entries.filter((entry) => !here(entry) || entry.key === inFlight);
    const unchanged = kind === "enter" && code === result && !flying;
    if (!unchanged) {
      rest.push({
        key: newKey(),
        kind,
        url: form.action,
        round: form.dataset.round,
        state: "waiting",
        pairing,
        version,
        board,
        code,
      });
    }
    keep(rest);
    row.classList.remove("changed");
    paint(row);
    tell();
    flush();
  }

  // --- Sending -------------------------------------------------------------------------------------

  let offline = false;
  let signedOut = false;
  let sent = 0;
  let pause = 0;
  let busy = false;

  function again() {
    pause = Math.min(pause ? pause * 2 : 1000, 15000);
    setTimeout(flush, pause);
  }

  async function flush() {
    if (busy) return;
    busy = true;
    const locked = navigator.locks
      ? (work) => navigator.locks.request("hakem.results", work) // one tab at a time
      : (work) => work();
    try {
      await locked(async () => {
        let entry;
        while ((entry = waitingList().find((one) => one.state === "waiting"))) {
          inFlight = entry.key;
          tell();
          if (!(await send(entry))) break;
        }
      });
    } finally {
      inFlight = "";
      busy = false;
      tell();
    }
  }

  /** Send one entry; false when there is no point in sending the next one now. */
  async function send(entry) {
    let response, data;
    change(entry.key, (one) => [{ ...one, tried: true }]);
    try {
      response = await fetch(entry.url, {
        method: "POST",
        redirect: "manual",
        headers: { Accept: "application/json", "X-CSRFToken": token },
        body: new URLSearchParams({
          key: entry.key,
          kind: entry.kind,
          pairing: entry.pairing,
          version: entry.version,
          result: entry.code,
        }),
        signal: AbortSignal.timeout?.(10000),
      });
      if (response.type === "opaqueredirect" || response.status === 403) {
        signedOut = true;
        return false;
      }
      if (response.status >= 500 || response.status === 429) throw new Error("later");
      data = await response.json();
    } catch {
      offline = true;
      if (takeBackWhenSent) news(fill(words.onItsWay, { board: entry.board }));
      takeBackWhenSent = "";
      again();
      return false;
    }
    offline = signedOut = false;
    pause = 0;
    if (!response.ok) takeBackWhenSent = "";
    if (response.ok) {
      sent += 1;
      const now = data.boards[0];
      change(entry.key, () => []);
      keep(waitingList().map((one) => // what was typed after it builds upon it
        one.pairing === entry.pairing && one.state === "waiting"
        ? { ...one, version: String(now.version) } : one));
      if (entry.round === form.dataset.round) apply(data);
      if (takeBackWhenSent === entry.key) document.querySelector("[data-undo] button")?.click();
    } else if (response.status === 409 && data.board) {
      change(entry.key, (one) => [
        { ...one, state: "conflict", problem: data.problem, theirs: data.board },
    ]);
      if (entry.round === form.dataset.round) truth(data.board);
    } else {
      change(entry.key, (one) => [
        {
          ...one,
          state: "refused",
          problem: data.problem || data.detail,
          page: data.page,
          ask: data.ask,
        },
    ]);
    }
    const row = rowOf(entry.board);
    if (row && entry.round === form.dataset.round) paint(row);
    return true;
  }

  // --- What the server says ------------------------------------------------------------------------

  let last = Number(form.dataset.last); // so far we have heard of every board
  let at = last; // so far the column beside them is known

  function apply(data) {
    data.boards.forEach(truth);
    if (data.at >= at) showSide(data.side); // an older answer may arrive later
    at = Math.max(at, data.at);
    data.messages?.forEach(news);
  }

  /** The column beside the boards; a keyboard focus in it stays where it is. */
  let side = "";

  function showSide(html) {
    if (html === side) return;
    side = html;
    const place = document.getElementById("side");
    const name = (one) => one.getAttribute("aria-label") || one.getAttribute("href");
    const held = place.contains(document.activeElement) ? name(document.activeElement) : null;
    place.innerHTML = html;
    beside();
    if (held === null) return;
    const same = [...place.querySelectorAll("a, button")].find((one) => name(one) === held);
    if (same) same.focus({ preventScroll: true });
    else moveTo(current() || nextOpen(0));
  }

  /** What the column says is shown where the eye is, too: who is not there, how many are missing,
   * and that the round can be finished. */
  function beside() {
    form.querySelectorAll(".away").forEach((one) => one.remove());
    document.querySelectorAll("#side [data-chair]").forEach(({ dataset }) => {
      for (const [letter, seat] of [["w", ".white"], ["b", ".black"]]) {
        if (!dataset.chair.includes(letter)) continue;
        const mark = document.createElement("span");
        mark.className = "state warn away";
        mark.textContent = words.notHere;
        rowOf(dataset.at)?.querySelector(seat).append(" ", mark);
      }
    });
    document.querySelectorAll("#side [data-late]").forEach(({ dataset }) => {
      const mark = document.createElement("span");
      mark.className = "state warn away";
      mark.textContent = dataset.told;
      rowOf(dataset.at)?.querySelector(dataset.late === "w" ? ".white" : ".black").append(" ", mark);
    });
    form.querySelectorAll("[data-said]").forEach((one) => one.removeAttribute("data-said"));
    document.querySelectorAll("#side [data-says]").forEach(({ dataset }) => {
      const row = rowOf(dataset.at);
      row?.setAttribute("data-said", "");
      for (const button of row?.querySelectorAll(".segments button") ?? [])
        if (dataset.says && button.value.endsWith(`.${dataset.says}`)) {
          button.setAttribute("data-said", "");
          button.title = words.said;
        }
    });
    const missing = Number(document.querySelector("#side [data-missing]")?.dataset.missing ?? 0);
    const left = document.querySelector("[data-left]");
    if (left) left.textContent = missing ? fill(words.left, { count: missing }) : "";
    document.querySelector("[data-finish]")?.classList.toggle("main", !missing);
  }

  function truth(board) {
    const row = rowOf(board.board);
    if (!row || Number(row.dataset.version) > board.version) return;
    row.dataset.result = board.result;
    row.dataset.half = board.half || "";
    row.dataset.version = board.version;
    row.toggleAttribute("data-checked", board.checked);
    paint(row);
  }

  /** Every five seconds: say where we are, hear what others entered. */
  async function listen() {
    if (document.visibilityState !== "visible") return;
    const here = current()?.dataset.board || 0;
    try {
      const response = await fetch(`${form.dataset.live}?board=${here}&after=${last}`, {
        redirect: "manual",
        headers: { Accept: "application/json" },
      });
      if (!response.ok) return;
      const data = await response.json();
      const mine = new Set(waitingList().map((entry) => entry.pairing));
      for (const board of data.boards) {
        const row = rowOf(board.board);
        if (row && Number(row.dataset.version) < board.version && !mine.has(row.dataset.pairing)) {
          row.classList.add("changed");
          news(fill(words.changed, { board: board.board, result: board.printed || "–", by: board.by }));
        }
      }
      apply(data);
      last = Math.max(last, data.last); // no other answer tells of the boards of others
      offline = false;
      flush();
    } catch {
      offline = true;
    }
    tell();
  }

  // --- Showing -------------------------------------------------------------------------------------

  const rows = () => [...form.querySelectorAll("tr[data-board]")];
  const rowOf = (board) => form.querySelector(`tr[data-board="${board}"]`);
  const current = () => form.querySelector("tr.now");

  function pending(row) {
    const mine = waitingList().filter(
      (entry) => entry.pairing === row.dataset.pairing && entry.kind === kind &&
      entry.state === "waiting");
    return mine[mine.length - 1];
  }

  function paint(row) {
    const entry = pending(row);
    const code = row.dataset.begun || shownCode(row);
    row.classList.toggle("waiting", Boolean(entry));
    const whole = MATCHES ? code.length === 4 : Boolean(code);
    const open = kind === "check" ? row.dataset.result && !whole : !whole;
    row.toggleAttribute("data-open", Boolean(open));
    if (MATCHES) {
      paintMatch(row, code);
      return;
    }
    let main = false;
    for (const button of row.querySelectorAll(".segments button")) {
      const [, , its] = button.value.split(".");
      button.value = [row.dataset.pairing, row.dataset.version, its].join(".");
      button.setAttribute("aria-pressed", String(its === code));
      main ||= its === code;
    }
    const more = row.querySelector(".more");
    more.textContent = code && !main ? printed[code] : words.other;
    more.classList.toggle("set", Boolean(code && !main));
  }

  /** What stands on a board: typed and not sent yet, or with the server. */
  function shownCode(row) {
    const entry = pending(row);
    if (entry) return entry.code;
    if (kind === "check" && !row.hasAttribute("data-checked")) return "";
    return row.dataset.result || (kind === "enter" && row.dataset.half) || "";
  }

  function paintMatch(row, code) {
    const games = [code.slice(0, 2), code.slice(2)];
    const shown = [false, false];
    for (const button of row.querySelectorAll("[data-game] button")) {
      const game = Number(button.closest("[data-game]").dataset.game) - 1;
      const pressed = button.dataset.code === games[game];
      button.setAttribute("aria-pressed", String(pressed));
      button.disabled = game === 1 && !games[0];
      shown[game] ||= pressed;
    }
    const rare = (games[0] && !shown[0]) || (games[1] && !shown[1]);
    const more = row.querySelector(".more");
    more.textContent = rare ? printed[code] : words.other;
    more.classList.toggle("set", Boolean(rare));
  }

  function news(text) {
    const line = document.createElement("div");
    line.className = "note";
    line.append(Object.assign(document.createElement("p"), { textContent: text }));
    document.getElementById("news").replaceChildren(line);
  }

  function tell() {
    const entries = waitingList();
    const count = entries.filter((entry) => entry.state === "waiting").length;
    state.className = "state";
    if (signedOut && count) {
      state.textContent = fill(words.signedOut, { count });
      state.classList.add("bad");
    } else if (offline && count) {
      state.textContent = fill(words.offline, { count });
      state.classList.add("warn");
    } else if (offline) {
      state.textContent = words.unreachable;
      state.classList.add("warn");
    } else if (count) {
      state.textContent = fill(words.sending, { count });
    } else if (entries.length) {
      state.textContent = fill(words.decide, { count: entries.length });
      state.classList.add("bad");
    } else {
      state.textContent = sent ? words.saved : "";
    }
    conflicts.replaceChildren(...entries.filter((e) => e.state !== "waiting").map(conflictLine));
  }

  /** Send it as a plain form: the server answers with the page of its question. */
  function ask(entry) {
    const page = document.createElement("form");
    page.method = "post";
    page.action = entry.url;
    const sent = {
      csrfmiddlewaretoken: token,
      pairing: entry.pairing,
      version: entry.version,
      result: entry.code,
    };
    for (const [name, value] of Object.entries(sent)) {
      page.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(page);
    page.submit();
  }

  function conflictLine(entry) {
    const line = document.createElement("li");
    // A difference is told in the language of the page, whenever it was found.
    const told = entry.state === "conflict" && entry.kind === "check"
      ? fill(words.differs, {
        board: entry.board,
        theirs: entry.theirs.printed || words.none,
        yours: printed[entry.code] || words.none,
      })
      : entry.problem || "";
    line.append(Object.assign(document.createElement("span"), { textContent: told }));
    const offer = (text, act) => {
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "button slim",
        textContent: text,
      });
      button.addEventListener("click", () => {
        act();
        const row = rowOf(entry.board);
        if (row) paint(row);
        tell();
        flush();
      });
      line.append(button);
    };
    if (entry.state === "conflict") {
      const theirs = entry.theirs.printed || words.none;
      offer(fill(words.keep, { result: theirs }), () =>
        // Read again as it stands: the difference is settled.
        change(entry.key, (one) => entry.kind === "check" && entry.theirs.result
          ? [{ ...one, state: "waiting", key: newKey(), code: entry.theirs.result }] : []));
      offer(fill(words.take, { result: printed[entry.code] || words.none }), () =>
        change(entry.key, (one) => [{
          ...one,
          kind: "enter",
          state: "waiting",
          key: newKey(),
          version: String(entry.theirs.version),
      }]));
    } else {
      if (entry.ask) {
        offer(words.answer, () => {
          change(entry.key, () => []);
          ask(entry);
        });
      } else if (entry.page) {
        const link = Object.assign(document.createElement("a"), {
          href: entry.page,
          textContent: words.look,
        });
        line.append(link);
      }
      offer(words.dismiss, () => change(entry.key, () => []));
    }
    return line;
  }

  // --- Keys ----------------------------------------------------------------------------------------

  const KEYS = { 1: "10", 0: "01", "=": "==", "+": "+-", "-": "-+", "?": "??", x: "", Delete: "" };
  const TYPED = JSON.parse(document.getElementById("desk-typed").textContent);
  let backToField = false;

  function moveTo(row, focus = true) {
    if (!row) return;
    current()?.classList.remove("now");
    row.classList.add("now");
    if (focus) row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  /** Rows close together: where all boards fit below the field, the head gives them its room. */
  function allBoards() {
    const line = document.querySelector(".command");
    if (!document.querySelector(".compact") || innerWidth < 900 || location.hash || !line) return;
    const top = line.getBoundingClientRect().top + scrollY;
    const end = form.getBoundingClientRect().bottom + scrollY;
    if (end <= innerHeight || end - top > innerHeight) return;
    history.scrollRestoration = "manual"; // a page loaded again would be put back to its head
    scrollTo(0, top);
  }

  function nextOpen(board) {
    const open = rows().filter((row) => row.hasAttribute("data-open"));
    return open.find((row) => Number(row.dataset.board) > board) || open[0];
  }

  /** What to send for a key: of a match game 1 is noted at once, unless another result stands or
      the slips are read again; then both games go together. "" once: nothing to send yet. */
  function wholeCode(row, code) {
    if (!MATCHES || code.length !== 2) return code;
    const { begun } = row.dataset;
    const shown = shownCode(row);
    const half = begun || (shown.length === 2 ? shown : "");
    if (half) return half + code;
    if (kind === "enter" && !shown) return code;
    row.dataset.begun = code;
    return null;
  }

  function enterHere(row, typed) {
    if (kind === "check" && !row.dataset.result) return;
    const code = wholeCode(row, typed);
    if (code === null) {
      news(fill(words.second, { board: row.dataset.board, result: printed[typed] }));
      paint(row);
      moveTo(row);
      return;
    }
    delete row.dataset.begun;
    enter(row, code);
    if (MATCHES && code.length === 2 && !backToField) {
      moveTo(row); // game 2 of the same match
    } else if (backToField) {
      backToField = false;
      echo.textContent = `${label(row)} · ${printed[code] || words.none}`;
      field.focus();
    } else {
      moveTo(nextOpen(Number(row.dataset.board)) || row);
    }
  }

  /** The last entry of this page: still in the browser, on its way, or with the server. */
  function takeBack() {
    const mine = waitingList().filter(
      (entry) => entry.state === "waiting" && entry.kind === kind && entry.round === form.dataset.round);
    const last = mine[mine.length - 1];
    if (!last) {
      document.querySelector("[data-undo] button")?.click();
    } else if (last.tried) { // the server may have it already
      takeBackWhenSent = last.key === inFlight ? last.key : "";
      if (!takeBackWhenSent) news(fill(words.onItsWay, { board: last.board }));
    } else {
      change(last.key, () => []);
      paint(rowOf(last.board));
      moveTo(rowOf(last.board));
      tell();
    }
  }

  function label(row) {
    const names = [...row.querySelectorAll(".name")].map((name) => name.textContent);
    return `${row.dataset.board} · ${names.join(" – ")}`;
  }

  /** A board and, where one was typed, the code of its result. */
  function readLine(text) {
    const clean = text.trim().toLowerCase().replace(/[–−]/g, "-");
    const match = /^(\d{1,4})(?:[\s.,:*/]+(\S+)|([^\d\s.,:*/]\S*))?$/.exec(clean);
    if (!match) return null;
    const typed = match[2] ?? match[3];
    if (typed !== undefined && !(typed in TYPED)) return null;
    return { row: rowOf(Number(match[1])), board: match[1], code: TYPED[typed] };
  }

  field?.addEventListener("input", () => {
    const line = readLine(field.value);
    echo.textContent = line?.row
      ? `${label(line.row)}${line.code === undefined ? "" : ` · ${printed[line.code] || words.none}`}`
      : "";
  });

  field?.form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const line = readLine(field.value);
    if (!field.value.trim()) {
      moveTo(nextOpen(0));
    } else if (!line || !line.row) {
      echo.textContent = fill(line ? words.noBoard : words.notUnderstood, { board: line?.board, line: field.value });
      field.select();
    } else {
      field.value = "";
      const { row, code } = line;
      const stands = shownCode(row);
      const goesOn = MATCHES && stands.length === 2 && code?.length === 2; // game 2
      if (code === undefined || (kind === "enter" && code && stands && stands !== code && !goesOn)) {
        if (code !== undefined) {
          echo.textContent = fill(words.stands, { board: line.board, result: printed[stands] });
        }
        backToField = true;
        moveTo(row);
      } else {
        backToField = true;
        current()?.classList.remove("now");
        row.classList.add("now");
        row.scrollIntoView({ block: "nearest" });
        enterHere(row, code);
      }
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = current();
    if (event.target === field) {
      if (event.key === "Escape") {
        field.value = echo.textContent = "";
        moveTo(row || nextOpen(0));
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        moveTo(row || nextOpen(0));
      }
      return;
    }
    if (event.target.matches("input, select, textarea, summary")) return;
    const panel = form.querySelector(".others");
    if (event.key === "Escape" && panel) {
      closePanel(panel);
      return;
    }
    // A single key acts where the boards have the focus, not on a link elsewhere on the page.
    const onBoards = form.contains(event.target) || event.target === document.body;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      backToField = false;
      const all = rows();
      moveTo(row ? all[all.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)] : all[0]);
    } else if (row && onBoards && event.key in KEYS) {
      event.preventDefault();
      panel?.remove();
      enterHere(row, KEYS[event.key]);
    } else if (row && onBoards && event.key === "o") {
      openPanel(row);
    } else if (/^[2-9]$/.test(event.key)) {
      field.value = "";
      field.focus(); // the digit itself arrives there
    } else if (["b", "/", ".", "*"].includes(event.key) || (event.key === "Escape" && backToField)) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "u") {
      event.preventDefault();
      takeBack();
    }
  });

  // --- Mouse and touch -----------------------------------------------------------------------------

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const row = event.submitter.closest("tr[data-board]");
    backToField = false;
    row.querySelector(".others")?.remove();
    if (event.submitter.name === "chairs") {
      note(event.submitter);
      moveTo(row);
      return;
    }
    const game = event.submitter.closest("[data-game]")?.dataset.game;
    if (game) setGame(row, Number(game), event.submitter.dataset.code);
    else enterHere(row, event.submitter.value.split(".")[2]);
  });

  /** A button of one game of a match: the other game stays as it is. */
  function setGame(row, game, code) {
    const stands = row.dataset.begun || shownCode(row);
    if (game === 1 && stands.length === 4) enterHere(row, code + stands.slice(2));
    else if (game === 2) enterHere(row, stands.slice(0, 2) + code);
    else {
      if (kind === "enter" && stands.length === 2) { // game 1 was another one
        enter(row, code);
        return;
      }
      delete row.dataset.begun;
      enterHere(row, code);
    }
  }

  /** Sends the empty chairs of a board; no result, so it does not wait for a lost connection. */
  async function note(button) {
    try {
      const response = await fetch(button.formAction, {
        method: "POST",
        redirect: "manual",
        headers: { Accept: "application/json", "X-CSRFToken": token },
        body: new URLSearchParams({ chairs: button.value }),
      });
      if (!response.ok) throw new Error("not noted");
      apply(await response.json());
    } catch {
      news(words.notSent);
    }
  }

  /** The board that is clicked, or reached by Tab, is the one that keys mean. */
  function stand(event) {
    const row = event.target.closest("tr[data-board]");
    if (!row || row === current()) return;
    current()?.classList.remove("now");
    row.classList.add("now");
  }

  form.addEventListener("focusin", stand);
  form.addEventListener("click", (event) => {
    stand(event);
    if (!event.target.matches(".more")) return;
    event.preventDefault();
    const row = event.target.closest("tr[data-board]");
    if (row.querySelector(".others")) closePanel(row.querySelector(".others"));
    else openPanel(row);
  });

  function openPanel(row) {
    form.querySelectorAll(".others").forEach((one) => one.remove());
    const panel = document.getElementById("others").content.firstElementChild.cloneNode(true);
    panel.querySelectorAll("button").forEach((button) => {
      const { code, chairs } = button.dataset;
      const { pairing, version } = row.dataset;
      button.value = code === undefined
        ? [pairing, chairs].join(".") : [pairing, version, code].join(".");
    });
    row.querySelector(".more").after(panel);
    panel.querySelector("button").focus();
  }

  function closePanel(panel) {
    const row = panel.closest("tr[data-board]");
    panel.remove();
    row.querySelector(".more").focus();
  }

  addEventListener("hashchange", () => moveTo(form.querySelector("tr:target")));
  addEventListener("online", () => {
    flush();
    listen();
  });
  addEventListener("offline", () => {
    offline = true;
    tell();
  });
  addEventListener("storage", (event) => {
    if (event.key === store) {
      rows().forEach(paint);
      tell();
    }
  });

  beside();
  if (waitingList().length) rows().forEach(paint);
  moveTo(form.querySelector("tr:target") || nextOpen(0));
  allBoards();
  tell();
  flush();
  listen();
  setInterval(listen, 5000);
})();

// How long until the default time is over.
(() => {
  const show = () => {
    const clock = document.querySelector("[data-until]"); // the column is replaced now and then
    if (!clock) return;
    const seconds = Math.round((new Date(clock.dataset.until) - Date.now()) / 1000);
    clock.hidden = seconds <= 0 || seconds > 3 * 3600; // days before the round it tells nothing
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  show();
  setInterval(show, 1000);
})();
