// Additions of account pages: a typed password can be shown, and links of mails that
// carried their secret behind the # still lead to the page that uses it.
"use strict";

(() => {
  const found = new URLSearchParams(location.hash.slice(1));
  if (found.get("token") || found.get("code")) {
    const address = new URL(location.href);
    for (const name of ["token", "code"]) if (found.get(name)) address.searchParams.set(name, found.get(name));
    address.hash = "";
    location.replace(address.href);
    return;
  }
  for (const button of document.querySelectorAll("[data-shows]")) {
    const input = document.getElementById(button.dataset.shows);
    button.hidden = false;
    button.addEventListener("click", () => {
      const on = input.type === "password";
      input.type = on ? "text" : "password";
      button.textContent = on ? button.dataset.hide : button.dataset.show;
      button.setAttribute("aria-pressed", on);
    });
    input.form.addEventListener("submit", () => { input.type = "password"; }); // or browsers would remember it as text
  }
})();
