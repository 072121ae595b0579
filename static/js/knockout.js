// Games of a knock-out by keyboard. Every result is a button of the form beside it, so that the
// page works the same without this file; here keys press them, and the next due game has the focus.
"use strict";

(() => {
  const rows = [...document.querySelectorAll("[data-due] [data-game]")];
  if (!rows.length) return;

  const CODES = { 1: "10", 0: "01", "=": "==", "½": "==", 5: "==", "+": "+-", "-": "-+" };
  let current = -1;

  function go(index) {
    if (index < 0 || index >= rows.length) return;
    rows[current]?.classList.remove("now");
    current = index;
    rows[current].classList.add("now");
    rows[current].focus({ preventScroll: false });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, summary, [open] .others")) return;
    const onGames = event.target === document.body || event.target.closest("[data-due]");
    if (event.key === "ArrowDown") go(current + 1);
    else if (event.key === "ArrowUp") go(current - 1);
    else if (!onGames) return;
    else if (event.key === "u") document.querySelector("[data-undo] button")?.click();
    else if (CODES[event.key]) {
      rows[current].querySelector(`[data-code="${CODES[event.key]}"]`).click();
    } else return;
    event.preventDefault();
  });

  for (const [index, row] of rows.entries()) row.addEventListener("click", () => go(index));
  go(0);
})();
