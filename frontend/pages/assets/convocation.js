// Shows what a convocation is about and sends the answer to the API.
//
// The token of the letter's link stands behind the # of the address, which browsers
// send to no server; it is taken from there and out of the address bar. Opening the
// page asks and changes nothing; only one of the two buttons answers. All words come
// from the page or from the API, both in the page's language.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const { open, words } = JSON.parse(byId("settings").textContent);
  const form = byId("entry");
  const lang = document.documentElement.lang;
  let token = ""; // of the letter's link

  function say(id, text) {
    const place = byId(id);
    place.textContent = text;
    place.hidden = !text;
  }

  // call answers with data or, where it was refused, with a problem (RFC 9457).
  async function call(path, body) {
    const headers = { "Accept-Language": lang, "Content-Type": "application/json" };
    let answer;
    try {
      answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), cache: "no-store", credentials: "omit" });
    } catch {
      return { problem: { detail: words.unreachable } };
    }
    const data = await answer.json().catch(() => null);
    if (answer.ok) return { data };
    return { problem: { detail: words.failed, ...data } };
  }

  // cite is an explanation with its paragraph, "" where there is none.
  const cite = (e) => (e?.rule?.paragraph ? `${e.text} (${e.rule.code} ${e.rule.paragraph})` : (e?.text ?? ""));

  function show(c) {
    say("final", `${c.title} · ${c.season}`);
    const facts = {
      when: c.when,
      where: c.venue && [c.venue.name, c.venue.address, c.venue.city].filter(Boolean).join(", "),
      right: cite(c.right),
      refund: cite(c.refundExplanation),
      until: c.answer === "ended" ? "" : c.until,
      next: [c.follows?.player?.name, cite(c.follows?.explanation)].filter(Boolean).join(" · "),
    };
    for (const [id, text] of Object.entries(facts)) {
      byId(id).textContent = text ?? "";
      byId("fact-" + id).hidden = !text;
    }
    say("answer", [words[c.answer], cite(c.ended)].filter(Boolean).join(" "));
    form.hidden = ["overdue", "lapsed", "ended"].includes(c.answer);
    byId("convocation").hidden = false;
  }

  function refuse(problem) {
    say("problem", problem.reason === "link-invalid" ? words.stale : problem.detail);
  }

  async function takeToken() {
    const found = new URLSearchParams(location.hash.slice(1)).get("token");
    if (found) {
      token = found;
      history.replaceState(null, "", location.pathname + location.search);
      for (const a of document.querySelectorAll(".languages a, .themes a")) a.hash = "token=" + encodeURIComponent(token);
    }
    byId("missing").hidden = Boolean(token);
    if (!token) return;
    const { data, problem } = await call(open, { token });
    if (problem) refuse(problem);
    else show(data);
  }

  let sending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    say("problem", "");
    const { data, problem } = await call(form.getAttribute("action"), { token, coming: event.submitter?.value === "true" });
    sending = false;
    if (problem) return refuse(problem);
    show(data);
    byId("answer").focus();
  });

  addEventListener("hashchange", takeToken);
  takeToken();
})();
