// Results by keyboard. Without this file every board still has its buttons.
//   digits then Enter   go to a board        1 0 =  result of the board in focus, then the next
//   ↑ ↓                 previous, next       + -    forfeit win for White, for Black     u  undo
"use strict";

const table = document.querySelector("[data-results]");
if (table) {
  const typed = document.querySelector("[data-typed]");
  const keys = { "1": "10", "0": "01", "=": "==", "+": "+-", "-": "-+" };
  let number = "";

  const rows = () => [...table.querySelectorAll("tr[data-board]")];
  const current = () => table.querySelector("tr.now");

  function moveTo(row) {
    if (!row) return;
    current()?.classList.remove("now");
    row.classList.add("now");
    row.querySelector("button")?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  function next(row, step = 1) {
    const all = rows();
    return all[all.indexOf(row) + step];
  }

  function nextOpen(board) {
    const open = rows().filter((row) => row.dataset.result === "");
    return open.find((row) => Number(row.dataset.board) > board) || open[0];
  }

  function show() {
    if (typed) typed.textContent = number;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) return;
    const row = current();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      moveTo(row ? next(row, event.key === "ArrowDown" ? 1 : -1) : rows()[0]);
    } else if (event.key === "b" || event.key === "g") {
      number = "#";
      show();
    } else if (number && /^\d$/.test(event.key)) {
      event.preventDefault();
      number += event.key;
      show();
    } else if (number && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      moveTo(table.querySelector(`tr[data-board="${Number(number.slice(1))}"]`));
      number = "";
      show();
    } else if (event.key === "Escape") {
      number = "";
      show();
    } else if (row && keys[event.key] && event.target.tagName !== "A") {
      event.preventDefault();
      row.querySelector(`button[value="${keys[event.key]}"]`)?.click();
    } else if (event.key === "u") {
      document.querySelector("[data-undo] button")?.click();
    }
  });

  table.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-board]");
    if (row) {
      current()?.classList.remove("now");
      row.classList.add("now");
    }
  });

  // The row came back from the server: go on with the next board that has no result.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const board = Number(event.detail.requestConfig?.parameters?.board ||
      event.detail.requestConfig?.elt?.closest("tr")?.dataset.board);
    if (board) moveTo(nextOpen(board) || table.querySelector(`tr[data-board="${board}"]`));
  });

  moveTo(document.querySelector("tr:target") || nextOpen(0));
}
