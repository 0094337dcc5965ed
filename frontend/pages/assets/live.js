// Keeps an open page of an event fresh, and the page of one of its tables.
//
// The page is complete without this file. With it, the page listens to the
// event's stream (each message has the revision as id), or to another tab that does; after a change
// it fetches its own address again, which the browser revalidates by
// ETag, and swaps the elements marked data-part that differ. While the stream is
// closed it asks every few seconds instead. The standings never move under a
// finger, a pointer or the keyboard: they wait behind a button that says how
// many changes there are, and a form that somebody fills in stays. All words come from the page, in its language.
"use strict";

(() => {
  let settingsText = document.getElementById("live").textContent;
  const settings = JSON.parse(settingsText);
  const words = settings.words;
  const form = new Intl.PluralRules(document.documentElement.lang);
  const counted = (one, other, n) => (form.select(n) === "one" ? one : other.replace("#", n));
  const parts = (root) => new Map([...root.querySelectorAll("main [data-part]")].map((e) => [e.dataset.part, e]));

  const POLL = 8_000; // without a stream
  const CHECK = 45_000; // with one, which may be open but silent
  const PATIENCE = 12_000; // for a late answer
  const LOST_AFTER = 10_000;

  // ---- saying what changed, to those who do not see it ----
  const status = document.getElementById("news");
  function say(text) {
    status.textContent = "";
    setTimeout(() => (status.textContent = text), 50);
  }

  // ---- connection ----
  const bar = document.getElementById("connection");
  let reachedAt = Date.now();
  function reached() {
    reachedAt = Date.now();
    if (bar.hidden) return;
    bar.hidden = true;
    say(words.back);
  }
  function failed() {
    if (!bar.hidden || (navigator.onLine && Date.now() - reachedAt < LOST_AFTER)) return;
    const since = new Date(reachedAt);
    const time = [since.getHours(), since.getMinutes()].map((n) => String(n).padStart(2, "0")).join(":");
    bar.textContent = words.lost.replace("{time}", time);
    bar.hidden = false;
  }

  // ---- a page that the server could not bring up to date says so, in the reader's time ----
  const aged = () => !document.getElementById("aged").hidden;
  function age(line) {
    const time = line.querySelector("time");
    if (!line.hidden && time.dateTime) time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang);
    document.getElementById("aged").replaceWith(line);
  }
  age(document.getElementById("aged"));

  // ---- fetching and swapping ----
  let revision = settings.revision;
  let seen = ""; // ETag of the shown page
  let fetching = false;
  let again = false;
  let waiting = null; // a newer document whose standings wait
  let changes = 0;
  // The parts as the server wrote them: changes made by this script since
  // are no news.
  const source = (e) => e.outerHTML.replace(/name="key" value="[^"]*"/g, ""); // differs in every answer
  const written = new Map([...parts(document)].map(([name, e]) => [name, source(e)]));

  async function refresh() {
    if (fetching) {
      again = true;
      return;
    }
    fetching = true;
    try {
      const answer = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status); // other refusals are pages
      const tag = answer.headers.get("ETag");
      const text = await answer.text();
      reached();
      if (!tag || tag !== seen) {
        seen = tag;
        show(new DOMParser().parseFromString(text, "text/html"));
      }
    } catch {
      failed();
    }
    fetching = false;
    if (again) {
      again = false;
      refresh();
    }
  }

  let soon = 0;
  function refreshSoon() {
    // Three hundred listeners do not ask in the same millisecond.
    soon ||= setTimeout(() => {
      soon = 0;
      refresh();
    }, Math.random() * 400);
  }

  // filled reports whether somebody has begun a form, or was refused after sending it.
  const filled = (part) => [...part.querySelectorAll("main form[method=post]")].some((form) =>
    form.querySelector(".fault") || [...form.querySelectorAll("input:not([type=hidden]), select")].some((f) =>
      f.value !== (f.options ? ([...f.options].find((o) => o.defaultSelected) ?? f.options[0]).value : f.defaultValue)));

  let turning = 0; // to another page
  function show(next) {
    const fresh = next.getElementById("live");
    if (next.getElementById("aged")) age(document.adoptNode(next.getElementById("aged")));
    if (fresh) revision = Math.max(revision, JSON.parse(fresh.textContent).revision);
    const now = parts(document);
    const then = parts(next);
    clearTimeout(turning);
    if (!fresh || [...now.keys()].join() !== [...then.keys()].join()) {
      // The event has entered another phase: another page.
      if (!busy() && !filled(document)) location.reload();
      else turning = setTimeout(() => show(next), 2_000);
      return;
    }
    for (const [name, element] of then) announce(now.get(name), element);
    for (const [name, element] of then) {
      if (element.querySelector("form[method=post]") && filled(now.get(name))) continue;
      if (name === "standings" && source(element) !== written.get(name) && busy()) {
        hold(next);
        continue;
      }
      swap(now.get(name), element);
    }
    if (fresh.textContent !== settingsText) adopt(fresh.textContent);
    tick();
  }

  // The clock may start with the next round, after the page was loaded.
  function adopt(text) {
    settingsText = text;
    settings.clock = JSON.parse(text).clock;
    if (settings.clock && !measured) measure();
  }

  function swap(old, element) {
    const name = element.dataset.part;
    const text = source(element);
    if (text === written.get(name)) return;
    written.set(name, text);
    const rows = [...old.querySelectorAll("tr[data-entry]")].map((row) => [row.dataset.entry, row.querySelector("details")]);
    const open = new Map(rows.map(([entry, details]) => [entry, details?.open]));
    for (const row of element.querySelectorAll("tr[data-entry]")) {
      const details = row.querySelector("details");
      // What the reader has opened or closed stays so; a row that has become
      // the first below the line opens by itself.
      if (open.get(row.dataset.entry)) details.open = true;
      else if (open.has(row.dataset.entry) && closed.has(row.dataset.entry)) details.open = false;
    }
    for (const opened of old.querySelectorAll("details[id][open]")) {
      const same = element.querySelector(`#${opened.id}`);
      if (same) same.open = true;
    }
    const at = keyboard(old);
    old.replaceWith(document.adoptNode(element));
    if (at) bring(at, element);
  }

  // ---- the keyboard stays where it was ----
  const reachable = "a[href], summary, button, input";
  let visited = ""; // the row that last had the keyboard
  document.addEventListener("focusin", (event) => {
    visited = event.target.closest?.("tr[data-entry]")?.dataset.entry ?? visited;
  });
  // keyboard finds the place of the keyboard in a part: its row or named element, the position among the reachable elements there, and
  // the height on the screen. After a press of the news button that is the row before.
  function keyboard(part) {
    const at = document.activeElement;
    if (!part.contains(at)) return null;
    const row = at.closest("tr[data-entry]") ?? (at.matches(".news") ? part.querySelector(`tr[data-entry="${visited}"]`) : null);
    const around = row ?? at.closest("[id]");
    const within = row ? `tr[data-entry="${row.dataset.entry}"]` : `#${CSS.escape(around.id)}`;
    return { within, nth: Math.max(0, [...around.querySelectorAll(reachable)].indexOf(at)), top: (row ?? at).getBoundingClientRect().top };
  }
  function bring({ within, nth, top }, part) {
    const around = document.querySelector(within) ?? part;
    const all = around.querySelectorAll(reachable);
    (all[nth] ?? all[0])?.focus({ preventScroll: true });
    scrollBy(0, around.getBoundingClientRect().top - top);
  }

  const closed = new Set(); // rows the reader has closed
  document.addEventListener("toggle", (event) => {
    const row = event.target.closest?.("tr[data-entry]");
    if (row) closed[event.target.open ? "delete" : "add"](row.dataset.entry);
  }, true);

  function announce(old, fresh) {
    const known = new Set([...old.querySelectorAll("[data-news]")].map((e) => e.dataset.news));
    const news = [...fresh.querySelectorAll("[data-news]")].map((e) => e.dataset.news).filter((text) => !known.has(text));
    if (news.length > 0) say(news.join(". "));
  }

  // ---- standings wait while somebody is on them ----
  let touchedAt = 0;
  for (const kind of ["pointerdown", "touchmove"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest?.("[data-part=standings] tbody")) touchedAt = Date.now();
    }, { passive: true });
  }
  function busy() {
    const standings = document.querySelector("[data-part=standings]");
    if (!standings) return false;
    const pointed = matchMedia("(hover: hover)").matches && standings.querySelector("tbody:hover");
    const typed = standings.querySelector("tbody :focus-visible");
    return Boolean(pointed || typed || Date.now() - touchedAt < 4_000);
  }
  function hold(next) {
    waiting = next;
    changes++;
    const standings = document.querySelector("[data-part=standings]");
    let button = standings.querySelector(".news");
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.className = "btn primary news";
      button.addEventListener("click", release);
      standings.append(button);
    }
    button.textContent = `${counted(words.newsOne, words.newsOther, changes)} · ${words.show}`;
  }
  function release() {
    if (!waiting) return;
    const fresh = parts(waiting).get("standings");
    waiting = null;
    changes = 0;
    if (fresh) swap(document.querySelector("[data-part=standings]"), fresh);
  }
  setInterval(() => {
    if (waiting && !busy()) release();
  }, 1_000);

  // ---- stream, and polling where there is none ----
  // A browser keeps six connections to a site, for all its tabs, and an open stream
  // holds one. So tabs share: among the visible tabs of this event one listens and
  // tells the others, and at most STREAMS events are listened to together.
  // A hidden tab holds no stream. If tabs cannot agree (no
  // locks outside of https) each visible tab listens for itself.
  const STREAMS = 3;
  const AGAIN = 5_000; // until the next look for a free place
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("referto:" + settings.stream) : null;
  let stream = null;
  let toldAt = 0; // when another tab last reported its stream
  let leave = null; // ends our turn, or our wait for it

  function news(latest) {
    reached();
    if (latest > revision) refreshSoon();
  }
  channel?.addEventListener("message", (event) => {
    toldAt = Date.now();
    if (event.data.revision) news(event.data.revision);
  });
  const hears = () => stream?.readyState === EventSource.OPEN || Date.now() - toldAt < 2 * AGAIN;

  // hear listens until the signal, and tells the other tabs.
  function hear(signal) {
    return new Promise((over) => {
      const tell = (latest) => channel?.postMessage({ revision: latest });
      let beat = 0;
      let later = 0;
      function open() {
        stream = new EventSource(settings.stream);
        stream.onopen = () => {
          reached();
          tell(0);
        };
        stream.addEventListener("changed", (event) => {
          const latest = Number(event.lastEventId);
          tell(latest);
          news(latest);
        });
        stream.onerror = () => {
          failed();
          if (stream.readyState === EventSource.CLOSED) later = setTimeout(open, 30_000);
        };
      }
      open();
      beat = setInterval(() => stream.readyState === EventSource.OPEN && tell(0), AGAIN);
      signal.addEventListener("abort", () => {
        clearInterval(beat);
        clearTimeout(later);
        stream.close();
        stream = null;
        over();
      });
    });
  }

  // place holds one of the few places of this browser while it listens; without a
  // free one it looks again, and the page polls meanwhile.
  async function place(signal) {
    while (!signal.aborted) {
      for (let n = 0; n < STREAMS && !signal.aborted; n++) {
        await navigator.locks.request(`referto:stream:${n}`, { ifAvailable: true }, (free) => free && hear(signal));
      }
      if (!signal.aborted) {
        await new Promise((then) => {
          setTimeout(then, AGAIN);
          signal.addEventListener("abort", then);
        });
      }
    }
  }

  function listen() {
    if (leave || document.hidden) return;
    leave = new AbortController();
    const { signal } = leave;
    if (!navigator.locks || !channel) {
      hear(signal);
      return;
    }
    navigator.locks.request("referto:" + settings.stream, { signal }, () => place(signal)).catch(() => {}); // left before its turn
  }
  function hide() {
    leave?.abort();
    leave = null;
  }

  let askedAt = Date.now();
  setInterval(() => {
    const pause = hears() && !aged() ? CHECK : POLL;
    if (document.hidden || Date.now() - askedAt < pause) return;
    askedAt = Date.now();
    refresh();
  }, 1_000);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return hide();
    listen();
    refresh();
  });
  addEventListener("pagehide", hide);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    listen();
    refresh();
  });
  addEventListener("online", refresh);
  addEventListener("offline", failed);
  listen();

  // ---- clock: the end comes from the server, and so does the time of day ----
  let offset = 0; // server minus device, milliseconds; 0 until it is measured
  let measured = false;
  let left = Infinity;
  async function measure() {
    try {
      const asked = Date.now();
      const answer = await fetch(settings.clock, { headers: { Accept: "application/json" } });
      const { now } = await answer.json();
      if (now) offset = Date.parse(now) - (asked + Date.now()) / 2;
      measured = true;
      tick();
    } catch {
      // The clock runs on by the device, until the next change.
    }
  }
  function tick() {
    const face = document.querySelector(".t[data-ends-at]");
    if (!face) return;
    const before = left;
    left = Math.max(0, Math.ceil((Date.parse(face.dataset.endsAt) - Date.now() - offset) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    face.classList.add("ticking");
    if (face.textContent !== text) face.textContent = text;
    const done = face.parentElement.querySelector(".track > i");
    face.classList.toggle("over", left === 0);
    const foot = face.parentElement.querySelector(".foot > span");
    foot.dataset.says ??= foot.textContent;
    foot.textContent = left === 0 ? words.timeUp : foot.dataset.says; // a wrong device clock may have ended it until it was measured
    if (done) done.style.width = `${Math.min(100, 100 - (100 * left) / Number(face.dataset.limit))}%`;
    if (left === before) return;
    if ([600, 300, 60].includes(left)) say(counted(words.minuteOne, words.minuteOther, left / 60));
    if (left === 0 && before === 1) say(words.timeUp);
  }
  tick();
  if (settings.clock) measure();
  setInterval(tick, 250);

  // ---- find my table while typing ----
  const field = document.getElementById("q");
  let typing = 0;
  function find() {
    const url = new URL(location.href);
    const name = field.value.trim();
    if (name === (url.searchParams.get("q") ?? "")) return;
    if (name) url.searchParams.set("q", name);
    else url.searchParams.delete("q");
    url.hash = "";
    history.replaceState(null, "", url);
    seen = "";
    refresh();
  }
  field?.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(find, 200);
  });
  field?.form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typing);
    find();
  });

  // ---- where one is on the page, on a phone; printing ----
  const links = [...document.querySelectorAll(".jump a")];
  if (links.length > 0 && "IntersectionObserver" in window) {
    const mark = () => {
      const middle = innerHeight / 2;
      const here = links.findLast((a) => document.querySelector(a.hash)?.getBoundingClientRect().top < middle) ?? links[0];
      for (const a of links) a === here ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current");
    };
    addEventListener("scroll", mark, { passive: true });
    mark();
  }
  const print = document.getElementById("print");
  if (print) {
    print.hidden = false;
    print.addEventListener("click", () => window.print());
  }
})();
