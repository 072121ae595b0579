// The inbox by keyboard: arrows go from one to the next; what is new does not move a finger.
"use strict";
(() => {
  const place = document.getElementById("items");
  const all = () => [...place.querySelectorAll(".inbox > li")];

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 } [event.key];
    if (!step || event.target.matches("input, textarea, select")) return;
    const items = all();
    if (!items.length) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.contains(document.activeElement));
    const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
    (next.querySelector("button, a") ?? next).focus();
  });

  // Nothing changes under the hands of somebody who is at work in the list.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target === place && place.contains(document.activeElement)) event.detail.shouldSwap = false;
  });
})();
