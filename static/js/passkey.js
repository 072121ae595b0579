/* Passkeys: asks the device, and sends what it answers with the form around the button. */
(() => {
  "use strict";
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

  const read = (options) => {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    for (const name of ["excludeCredentials", "allowCredentials"]) {
      for (const one of options[name] || []) one.id = bytes(one.id);
    }
    return options;
  };

  const written = (key) => {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (key.response[name]) response[name] = text(key.response[name]);
    }
    return JSON.stringify({
      id: key.id,
      rawId: text(key.rawId),
      type: key.type,
      response
    });
  };

  const ask = async (form) => {
    if (form.dataset.options) {
      const publicKey = read(JSON.parse(form.dataset.options));
      return navigator.credentials.create({
        publicKey
      });
    }
    const answer = await fetch(form.dataset.ask, {
      method: "POST",
      body: new FormData(form)
    });
    if (!answer.ok) throw new Error(answer.status);
    const publicKey = read(await answer.json());
    return navigator.credentials.get({
      publicKey
    });
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const failed = form.querySelector("[data-failed]");
    if (!window.PublicKeyCredential) {
      form.querySelector("[data-unknown]").hidden = false;
      continue;
    }
    form.querySelector("button").hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      try {
        form.elements.answer.value = written(await ask(form));
      } catch (error) {
        failed.hidden = false;
        return;
      }
      form.submit();
    });
  }
})();
