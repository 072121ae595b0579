// A screen in the hall: turns its pages, and looks whether it should show something else.
"use strict";
const body = document.body;
let shown = -1;
let turning;

function turn() {
  const slides = [...document.querySelectorAll(".slide")];
  shown = (shown + 1) % slides.length;
  slides.forEach((slide, index) => { slide.hidden = index !== shown; });
}

function begin() {
  clearInterval(turning);
  shown = -1;
  turn();
  turning = setInterval(turn, Number(body.dataset.seconds) * 1000);
}

async function look() {
  try {
    const answer = await fetch(body.dataset.ask, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    const { state } = await answer.json();
    if (state !== body.dataset.state) await replace();
    document.getElementById("lost").hidden = true;
  } catch {
    document.getElementById("lost").hidden = false;
  }
}

async function replace() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["main", "footer"]) {
    document.querySelector(part).replaceWith(document.importNode(page.querySelector(part), true));
  }
  body.dataset.state = page.body.dataset.state;
  body.dataset.seconds = page.body.dataset.seconds;
  begin();
}

function tick() {
  const options = { hour: "2-digit", minute: "2-digit", timeZone: body.dataset.zone };
  const time = new Date().toLocaleTimeString(document.documentElement.lang, options);
  document.getElementById("clock").textContent = time;
}

body.classList.add("turning");
begin();
tick();
setInterval(tick, 5000);
setInterval(look, 4000);
