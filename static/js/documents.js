// The preview follows the options as they are chosen. Without this file a button shows it.
"use strict";

(() => {
  const form = document.querySelector("[data-paper]");
  const preview = document.querySelector("iframe[data-address]");
  if (!form || !preview) return;
  form.querySelector("[data-show]").hidden = true;
  form.addEventListener("change", () => {
    const chosen = new FormData(form);
    chosen.delete("csrfmiddlewaretoken");
    preview.src = `${preview.dataset.address}?${new URLSearchParams(chosen)}`;
  });
})();
