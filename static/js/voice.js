// What a player says without a line stays on the phone, and is sent once when the line is back.
// Without this script the forms are sent as any others.
"use strict";
(() => {
  const STORE = "hakem.unsent";
  const AGAIN = 8_000;
  let sending = false;

  function unsent() {
    try { return JSON.parse(localStorage.getItem(STORE)) || []; } catch { return []; }
  }

  function keep(list) {
    try { localStorage.setItem(STORE, JSON.stringify(list)); } catch { /* a private window */ }
    tell();
  }

  function tell() {
    const note = document.getElementById("unsent");
    if (note) note.hidden = !unsent().length;
  }

  async function send() {
    if (sending) return;
    sending = true;
    let sent = 0;
    try {
      for (const one of unsent()) {
        const body = new URLSearchParams(one.fields);
        const answer = await fetch(one.to, { method: "POST", body, redirect: "manual" });
        if (answer.status >= 500) break;
        keep(unsent().filter((other) => other.id !== one.id));
        sent += 1;
      }
    } catch { /* no line: once more later */ } finally { sending = false; }
    tell();
    if (sent) location.replace(location.pathname);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-voice]") || event.defaultPrevented) return;
    event.preventDefault();
    const fields = [...new FormData(form, event.submitter)];
    const id = `${Date.now()}.${Math.random()}`;
    const rest = unsent().filter((one) => one.to !== form.action); // the latest word counts
    keep([...rest, { id, to: form.action, fields }]);
    if (unsent().some((one) => one.id === id)) send();
    else form.submit();
  });

  tell();
  send();
  addEventListener("online", send);
  setInterval(() => { if (unsent().length) send(); }, AGAIN);
})();
