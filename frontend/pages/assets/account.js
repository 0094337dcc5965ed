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
  const place = new URLSearchParams(location.search).get("tenant") ?? ""; // of a record's link or code
  let claim = {}; // the token or the code by which a record is claimed after signing in
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

  // takeClaim keeps what a letter's link or a printed code says of a record, and has the
  // languages of the page keep it too.
  function takeClaim() {
    const found = new URLSearchParams(location.hash.slice(1));
    const hash = location.hash.slice(1);
    if (!place || !(found.get("token") || found.get("code"))) return;
    claim = { token: found.get("token"), code: found.get("code") };
    history.replaceState(null, "", location.pathname + location.search);
    for (const a of switches) {
      const address = new URL(a.href);
      address.searchParams.set("tenant", place);
      address.hash = hash;
      a.href = address.href;
    }
    byId("code").value = claim.code ?? "";
    byId("code-tenant").value = claim.code ? place : "";
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

  // ---- the records of who has signed in ----
  function recordLine(name, over, state, label, act) {
    const item = byId("record").content.cloneNode(true);
    const [b, place, muted, button] = ["b", ".over", ".muted", "button"].map((s) => item.querySelector(s));
    b.textContent = name;
    place.textContent = over;
    muted.textContent = state;
    if (!act) button.remove();
    else {
      button.textContent = label;
      button.addEventListener("click", () => act(button));
    }
    return item;
  }

  // change does something about records, says what came of it and shows them anew.
  async function change(path, body, said) {
    if (sending) return;
    sending = true;
    say("record-refusal", "");
    const { data, problem } = await call("POST", path, body);
    sending = false;
    if (problem?.status === 401) return refuseSession(problem);
    if (problem) say("record-refusal", problem.detail);
    else {
      byId("news").textContent = said(data);
      claim = {};
      byId("code-entry").reset();
    }
    if (access) await showRecords();
    byId("h-records").focus();
  }

  const tenantPath = (slug) => "/v1/tenants/" + encodeURIComponent(slug);

  async function showRecords() {
    const [mine, asked] = await Promise.all([call("GET", "/v1/me/players?limit=100"), call("GET", "/v1/me/player-requests?limit=20")]);
    const problem = mine.problem ?? asked.problem;
    if (problem) return refuseSession(problem);
    byId("players").replaceChildren(...mine.data.items.map(({ tenant, player }) => recordLine(player.name, tenant.name, player.club ?? "", words.unlink, (button) => {
      if (!button.dataset.sure) { // what parts is asked twice
        button.dataset.sure = "yes";
        button.textContent = words.unlinkSure.replace("{name}", player.name);
        return;
      }
      change(tenantPath(tenant.slug) + "/my-player/unlinking", undefined, () => words.unlinked.replace("{name}", player.name));
    })));
    byId("requests").replaceChildren(...asked.data.items.map(({ tenant, request }) => {
      const what = request.kind === "name" ? words.name.replace("{name}", request.name) : words.claim;
      const state = [words[request.outcome], request.reason].filter(Boolean).join(": ");
      const back = request.outcome === "open" && (() => change(tenantPath(tenant.slug) + `/my-player-requests/${request.id}/withdrawal`, undefined, () => words.withdrawn));
      return recordLine(request.player.name, what + " · " + tenant.name, state, words.withdraw, back);
    }));
    byId("no-players").hidden = mine.data.items.length > 0;
    byId("asked").hidden = asked.data.items.length === 0;
    byId("link").hidden = !claim.token;
    byId("link-lead").textContent = claim.token ? words.linkOf.replace("{tenant}", place) : "";
  }

  const linked = (data) => words.linked.replace("{name}", data.player.name);

  byId("link")?.addEventListener("submit", (event) => {
    event.preventDefault();
    change(tenantPath(place) + "/link-claims", { token: claim.token }, linked);
  });

  byId("code-entry")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const { code, tenant } = Object.fromEntries(new FormData(event.target));
    const empty = [["code", code], ["code-tenant", tenant]].find(([, value]) => !value.trim());
    if (empty) return byId(empty[0]).focus();
    change(tenantPath(tenant.trim().toLowerCase()) + "/code-claims", { code }, linked);
  });

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
    await Promise.all([showRoles(), showRecords()]);
    byId("session").hidden = !access;
    byId(location.pathname.endsWith("/records") ? "h-records" : "h-offers").focus();
  }

  function signedOut() {
    access = "";
    byId("session").hidden = true;
    byId("offers").replaceChildren();
    byId("grants").replaceChildren();
    byId("players").replaceChildren();
    byId("requests").replaceChildren();
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
    if ("session" in form.dataset) takeClaim();
    form.hidden = false;
  }
  byId("sign-out")?.addEventListener("click", signOut);
  addEventListener("pagehide", signOut);
})();
