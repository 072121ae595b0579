// Ticks in a list of players: the bar is there as soon as somebody is chosen, and the choice
// stays when the list is brought up to date.
"use strict";

(() => {
  const bar = document.getElementById("several");
  if (!bar) return;
  const chosen = new Set();
  const count = bar.querySelector("[data-count]");
  const none = bar.querySelector("[data-none]");
  const boxes = () => [...document.querySelectorAll("input[name=entry][form=several]")];
  let last = null;
  none.hidden = false;

  const show = () => {
    bar.toggleAttribute("data-quiet", chosen.size === 0);
    count.textContent = count.dataset.count.replace("{count}", chosen.size);
    const all = document.querySelector("[data-all]");
    if (!all) return;
    all.closest("label").hidden = false;
    const shown = boxes();
    all.checked = shown.length > 0 && shown.every((box) => box.checked);
    all.indeterminate = !all.checked && shown.some((box) => box.checked);
  };

  const set = (box, ticked) => {
    box.checked = ticked;
    if (ticked) chosen.add(box.value);
    else chosen.delete(box.value);
  };

  // A browser brings ticks back with the page.
  const read = () => {
    for (const box of boxes()) {
      if (chosen.has(box.value)) box.checked = true;
      else if (box.checked) chosen.add(box.value);
    }
    show();
  };

  document.addEventListener("click", (event) => {
    const box = event.target;
    if (!box.matches("input[name=entry][form=several]")) return;
    if (event.shiftKey && last?.isConnected) {
      const shown = boxes();
      const [from, to] = [shown.indexOf(last), shown.indexOf(box)].sort((a, b) => a - b);
      for (const one of shown.slice(from, to + 1)) set(one, box.checked);
    }
    last = box;
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-all]")) {
      for (const box of boxes()) set(box, event.target.checked);
    } else if (event.target.matches("input[name=entry][form=several]")) {
      set(event.target, event.target.checked);
    } else return;
    show();
  });

  // From a tick Enter leads to what can be done, Escape to nobody chosen.
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches("input[name=entry][form=several], [data-all]")) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (chosen.size) bar.querySelector("button[name=act]").focus();
    } else if (event.key === "Escape") none.click();
  });

  none.addEventListener("click", () => {
    for (const box of boxes()) box.checked = false;
    chosen.clear();
    show();
  });

  // Of those who are not on the list as it is shown now, too.
  bar.addEventListener("formdata", (event) => {
    const shown = new Set(boxes().map((box) => box.value));
    for (const pk of chosen)
      if (!shown.has(pk)) event.formData.append("entry", pk);
  });

  document.addEventListener("htmx:afterSwap", read);
  addEventListener("pageshow", read);
  read();
})();
