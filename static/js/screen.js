// A screen in the hall: turns its pages, and looks whether it should show something else.
"use strict";
const body = document.body;
const LOOK_EVERY = 1_500;
let shown = 0;
let turning;
let heard = new Date();

const slides = () => [...document.querySelectorAll(".slide")];

function show(index) {
  const all = slides();
  shown = index % all.length;
  all.forEach((slide, place) => { slide.hidden = place !== shown; });
  fit(all[shown]);
}

// Letters as large as the page allows; long names that take two lines make them smaller.
function fit(slide) {
  const main = document.querySelector("main");
  const least = Math.max(Number(slide.dataset.lines) || 14, 6);
  for (let lines = least; lines <= 3 * least; lines += 1) {
    slide.style.setProperty("--lines", lines);
    if (main.scrollHeight <= main.clientHeight) break;
  }
}

function keepTurning() {
  clearInterval(turning);
  turning = setInterval(() => show(shown + 1), Number(body.dataset.seconds) * 1000);
}

async function look() {
  const lost = document.getElementById("lost");
  try {
    const answer = await fetch(body.dataset.ask, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    const { state, release } = await answer.json();
    if (release !== body.dataset.release) location.reload(); // the site was renewed
    else if (state !== body.dataset.state) await replace();
    heard = new Date();
    lost.hidden = true;
  } catch {
    lost.querySelector("time").textContent = clock(heard);
    lost.hidden = false;
  }
}

// A result does not turn the page back; a new round begins at the first.
async function replace() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["main", "footer"]) {
    document.querySelector(part).replaceWith(document.importNode(page.querySelector(part), true));
  }
  const before = { ...body.dataset };
  for (const name of ["state", "seconds", "rounds"]) body.dataset[name] = page.body.dataset[name];
  const another = before.rounds !== body.dataset.rounds;
  show(another ? 0 : shown);
  if (another || before.seconds !== body.dataset.seconds) keepTurning();
}

function clock(time) {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: body.dataset.zone };
  return time.toLocaleTimeString(document.documentElement.lang, options);
}

function tick() {
  document.getElementById("clock").textContent = clock(new Date());
}

// One question at a time, however slow the line is.
async function keepLooking() {
  await look();
  setTimeout(keepLooking, LOOK_EVERY);
}

body.classList.add("turning");
show(0);
keepTurning();
tick();
setInterval(tick, 5000);
addEventListener("resize", () => fit(slides()[shown]));
setTimeout(keepLooking, LOOK_EVERY);
