// Pairing by hand with a mouse: a click fills the next number in, dropping one player on another
// fills both. The form does the same by typing.
"use strict";

(() => {
  const form = document.querySelector("[data-hand]");
  if (!form) return;
  const one = form.querySelector("#one");
  const two = form.querySelector("#two");

  function choose(number) {
    (one.value && !two.value ? two : one).value = number;
    if (one.value === two.value) two.value = "";
    show();
  }

  function show() {
    for (const seat of form.querySelectorAll("[data-tpn]")) {
      seat.classList.toggle("chosen", [one.value, two.value].includes(seat.dataset.tpn));
    }
  }

  form.addEventListener("click", (event) => {
    const seat = event.target.closest("[data-tpn]");
    if (seat && !event.target.closest("button")) {
      if (one.value && two.value) one.value = two.value = "";
      choose(seat.dataset.tpn);
    }
  });

  for (const seat of form.querySelectorAll("[data-tpn]")) {
    seat.draggable = true;
    seat.addEventListener("dragstart", (event) => {
      event.dataTransfer.setData("text/plain", seat.dataset.tpn);
    });
    seat.addEventListener("dragover", (event) => event.preventDefault());
    seat.addEventListener("drop", (event) => {
      event.preventDefault();
      one.value = event.dataTransfer.getData("text/plain");
      two.value = seat.dataset.tpn;
      show();
      const both = seat.closest(".waiting") &&
        form.querySelector(`.waiting [data-tpn="${one.value}"]`);
      form.querySelector(`button[value="${both ? "seat" : "swap"}"]`).focus();
    });
  }

  one.addEventListener("input", show);
  two.addEventListener("input", show);
  show();
})();
