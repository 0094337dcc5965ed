// Signs somebody in and shows the report of an event, which not everybody may read, in
// place of the form.
//
// The report is a page that the API makes for whoever asks; its tables as CSV are asked
// for in the same way. The token of the session is kept in this script's memory and
// nowhere else: leaving the page ends the session.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const { report, words } = JSON.parse(byId("settings").textContent);
  const form = byId("entry");
  let access = "";

  // call answers with what the API says, or with the problem in words.
  async function call(path, { headers, ...options } = {}) {
    headers = { "Accept-Language": document.documentElement.lang, ...headers };
    if (access) headers.Authorization = "Bearer " + access;
    let answer;
    try {
      answer = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
    } catch {
      return { problem: words.unreachable };
    }
    if (answer.ok) return { answer };
    const problem = await answer.json().catch(() => null);
    return { problem: problem?.detail ?? words.failed };
  }

  function say(text) {
    const place = byId("problem") ?? byId("news");
    place.textContent = text;
    if (place.id === "problem") place.hidden = !text;
  }

  function signOut() {
    if (!access) return;
    call("/v1/sessions/current", { method: "DELETE", keepalive: true });
    access = "";
  }

  async function show() {
    const { answer, problem } = await call(report + "?format=html");
    if (problem) {
      signOut();
      return say(problem);
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = page.title;
    byId("main").replaceChildren(...page.getElementById("main").childNodes);
    byId("print").hidden = false;
    byId("print").addEventListener("click", () => print());
    scrollTo(0, 0);
    byId("main").focus();
  }

  let sending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    say("");
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    try {
      const { answer, problem } = await call(form.getAttribute("action"), { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (problem) return say(problem);
      access = (await answer.json()).accessToken;
      await show();
    } catch {
      signOut();
      say(words.failed);
    } finally {
      sending = false;
    }
  });

  for (const button of form.querySelectorAll("[data-shows]")) {
    const input = byId(button.dataset.shows);
    button.addEventListener("click", () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      button.textContent = shown ? words.show : words.hide;
      button.setAttribute("aria-pressed", !shown);
    });
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[download]");
    if (!link || !access) return;
    event.preventDefault();
    const { answer, problem } = await call(link.getAttribute("href"));
    if (problem) return say(problem);
    const file = URL.createObjectURL(await answer.blob());
    Object.assign(document.createElement("a"), { href: file, download: link.download }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  });

  form.hidden = false;
  addEventListener("pagehide", signOut);
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // its session is over, and the report was for who had signed in
  });
})();
