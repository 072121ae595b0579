// Two desks at one list: it is never replaced under a finger, and a scanner can go on at once.
"use strict";

(() => {
  let pressed = false;
  addEventListener("pointerdown", () => { pressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => setTimeout(() => { pressed = false; }, 50)); // after the click
  }

  // What the other desk did comes a second later then.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (pressed && event.detail.requestConfig.elt.id === "checkin") event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr.status !== 200) return;
    if (event.detail.requestConfig.verb === "post") document.getElementById("news").replaceChildren();
    if (event.target.matches("[data-number]")) event.target.reset();
  });
})();
