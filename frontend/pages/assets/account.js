// Sends the form of an account page to the API and says what came of it.
//
// The token of a mail's link stands behind the # of the address, which browsers
// send to no server; it is taken from there and out of the address bar. Tokens of
// a session are kept in this script's memory and nowhere else: leaving the page
// ends the session. All words come from the page or, for what was refused, from
// the API, both in the page's language.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const { words, roles } = JSON.parse(byId("settings").textContent);
  const form = byId("entry");
  const lang = document.documentElement.lang;
  const switches = document.querySelectorAll(".languages a, .themes a");
  let token = ""; // of the mail's link
  let access = ""; // of the session

  function say(id, text) {
    const place = byId(id);
    place.textContent = text;
    place.hidden = !text;
  }

  // call answers with data or, where it was refused, with a problem (RFC 9457).
  async function call(method, path, body, keepalive = false) {
    const headers = { "Accept-Language": lang };
    if (body) headers["Content-Type"] = "application/json";
    if (access) headers.Authorization = "Bearer " + access;
    let answer;
    try {
      answer = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store", credentials: "omit", keepalive });
    } catch {
      return { problem: { detail: words.unreachable } };
    }
    const data = await answer.json().catch(() => null);
    if (answer.ok) return { data };
    return { problem: { detail: words.failed, ...data, status: answer.status } };
  }

  // ---- the token of a link ----
  function takeToken() {
    const found = new URLSearchParams(location.hash.slice(1)).get("token");
    if (found) {
      token = found;
      history.replaceState(null, "", location.pathname + location.search);
      for (const a of switches) a.hash = "token=" + encodeURIComponent(token); // to go on in another language
    }
    byId("missing").hidden = Boolean(token);
    form.hidden = !token;
  }

  // ---- the form ----
  function clear() {
    say("problem", "");
    for (const input of form.querySelectorAll("input[aria-describedby]")) {
      input.removeAttribute("aria-invalid");
      say(input.name + "-fault", "");
    }
  }

  // refuse says a fault at its field, and all else above the form.
  function refuse(problem) {
    const faults = (problem.errors ?? []).map((e) => [e.pointer?.slice(1), e.text]);
    if (faults.length === 0) faults.push([problem.reason?.split("-")[0], problem.detail]);
    for (const [name, text] of faults) {
      const input = byId(name);
      if (input?.form !== form) {
        say("problem", name === "token" || name === "link" ? words.stale : text);
      } else if (!input.hasAttribute("aria-invalid")) {
        input.setAttribute("aria-invalid", "true");
        say(name + "-fault", text);
      }
    }
    form.querySelector("[aria-invalid]")?.focus();
  }

  let sending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    clear();
    const values = Object.fromEntries(new FormData(form));
    const { data, problem } = await call("POST", form.getAttribute("action"), token ? { ...values, token } : values);
    sending = false;
    if (problem) return refuse(problem);
    form.reset();
    form.hidden = true;
    if ("session" in form.dataset) return signedIn(data.accessToken, values.email);
    byId("done").hidden = false;
    byId("done").focus();
  });

  for (const button of form.querySelectorAll("[data-shows]")) {
    const input = byId(button.dataset.shows);
    const show = (on) => {
      input.type = on ? "text" : "password";
      button.textContent = on ? words.hide : words.show;
      button.setAttribute("aria-pressed", on);
    };
    button.addEventListener("click", () => show(input.type === "password"));
    form.addEventListener("reset", () => show(false));
  }

  // ---- the roles of who has signed in ----
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "long" });

  async function nameOfScope({ tenant, scope }) {
    if (scope.kind === "tenant") return "";
    const base = "/v1/tenants/" + tenant.slug;
    const { data } = await call("GET", base + (scope.kind === "stage" ? "/events/" + scope.id : "/regions"));
    return (data?.title ?? data?.items?.find((region) => region.id === scope.id)?.name ?? words[scope.kind]) + " · ";
  }

  async function line(role, until, accept) {
    const over = await nameOfScope(role);
    const item = byId("role").content.cloneNode(true);
    const [name, place, end, button] = ["b", ".over", ".muted", "button"].map((s) => item.querySelector(s));
    name.textContent = roles[role.role] ?? role.role;
    const home = document.createElement("a");
    home.textContent = role.tenant.name;
    home.href = "/t/" + role.tenant.slug + location.search;
    place.append(over, home);
    end.textContent = until ? words.until.replace("{date}", date.format(new Date(until))) : "";
    if (accept) button.addEventListener("click", () => accept(name.textContent));
    else button.remove();
    return item;
  }

  async function showRoles() {
    const [offers, grants] = await Promise.all([call("GET", "/v1/me/invitations"), call("GET", "/v1/me/grants")]);
    const problem = offers.problem ?? grants.problem;
    if (problem) return refuseSession(problem);
    const offered = await Promise.all(offers.data.items.map((o) => line(o, o.expiresAt, (name) => accept(o.id, name))));
    const held = await Promise.all(grants.data.items.map((g) => line(g, g.until)));
    byId("offers").replaceChildren(...offered);
    byId("grants").replaceChildren(...held);
    byId("no-offers").hidden = offered.length > 0;
    byId("held").hidden = held.length === 0;
  }

  async function accept(id, name) {
    if (sending) return;
    sending = true;
    say("refusal", "");
    const { problem } = await call("POST", `/v1/me/invitations/${id}/acceptance`);
    sending = false;
    if (problem) refuseSession(problem);
    else byId("news").textContent = words.accepted.replace("{role}", name);
    if (access) await showRoles();
    byId("h-offers").focus();
  }

  function refuseSession(problem) {
    if (problem.status !== 401) return say("refusal", problem.detail);
    signedOut();
    say("problem", problem.detail);
  }

  async function signedIn(accessToken, email) {
    access = accessToken;
    byId("person").textContent = words.signedIn.replace("{email}", email);
    byId("also").hidden = true;
    await showRoles();
    byId("session").hidden = !access;
    byId("h-offers").focus();
  }

  function signedOut() {
    access = "";
    byId("session").hidden = true;
    byId("offers").replaceChildren();
    byId("grants").replaceChildren();
    byId("also").hidden = form.hidden = false;
  }

  function signOut() {
    if (!access) return;
    call("DELETE", "/v1/sessions/current", undefined, true);
    signedOut();
  }

  if ("token" in form.dataset) {
    addEventListener("hashchange", takeToken);
    takeToken();
  } else {
    form.hidden = false;
  }
  byId("sign-out")?.addEventListener("click", signOut);
  addEventListener("pagehide", signOut);
})();
