// Turns the walls of a projector, runs its clock and keeps them fresh.
//
// The page is complete without this file: its walls stand one below the other. With it one is
// shown at a time, for a quarter of a minute; the space bar or the button holds it, arrows change it, F
// fills the screen. Every two seconds it fetches the page again, which the browser revalidates by
// its ETag. Without network the shown page stays, the clock runs on, and the foot tells the last contact.
"use strict";

(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const at = (id) => document.getElementById(id);
  const walls = at("main");
  const DWELL = 15_000;
  const POLL = 2_000;
  const LOST_AFTER = 6_000;
  const SLOW = 2_000; // an answer that took longer says too little about when the server read its clock
  const all = () => [...walls.querySelectorAll(".wall")];

  // ---- turning ----
  let current = 0;
  let since = performance.now();
  let held = false;
  function turn(to) {
    const list = all();
    current = (to + list.length) % list.length;
    list.forEach((wall, i) => { wall.hidden = i !== current; });
    since = performance.now();
    say();
  }
  function say() {
    const list = all();
    const left = Math.max(0, Math.ceil((DWELL - (performance.now() - since)) / 1000));
    const place = fill(words.of, { n: current + 1, m: list.length });
    const alone = list.length < 2;
    at("turn").hidden = at("pause").hidden = at("arrows").hidden = alone;
    at("turn").firstElementChild.style.width = held ? "0" : `${Math.min(100, ((performance.now() - since) / DWELL) * 100)}%`;
    at("says").textContent = alone ? "" : held ? `${place}, ${words.paused}` : `${place}, ${fill(words.next, { seconds: left, wall: list[current].dataset.next })}`;
    at("pause").textContent = held ? words.resume : words.pause;
    at("pause").setAttribute("aria-pressed", String(held));
  }
  function hold() {
    held = !held;
    since = performance.now();
    say();
  }
  at("pause").addEventListener("click", hold);
  addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    if (press.key === " " && document.activeElement !== at("pause")) hold();
    else if (press.key === "ArrowRight") turn(current + 1);
    else if (press.key === "ArrowLeft") turn(current - 1);
    else if (press.code === "KeyF") document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    else return;
    press.preventDefault();
  });

  // ---- the clock, by the server's time ----
  let ahead = 0; // milliseconds by which the server's clock is ahead of this one
  let asked = false; // until the server has told its time, the page stays as it came, free of the time of this device
  function tick() {
    if (asked) clocks();
    if (!held && performance.now() - since >= DWELL && all().length > 1) turn(current + 1);
    say();
    const minute = Math.floor(performance.now() / 60_000) % 4; // against burn-in
    walls.style.translate = [["0", "0"], ["2px", "0"], ["2px", "2px"], ["0", "2px"]][minute].join(" ");
  }
  function clocks() {
    for (const clock of walls.querySelectorAll("[data-ends]")) {
      const left = Math.ceil((Date.parse(clock.dataset.ends) - Date.now() - ahead) / 1000);
      const figure = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "0:00";
      if (clock.textContent !== figure) clock.textContent = figure;
      clock.classList.toggle("over", left <= 0);
      clock.setAttribute("aria-label", left > 0 ? fill(words.remaining, { time: figure }) : words.timeUp);
    }
    bars();
    hours();
  }

  // bars shows how much of the round's time is over.
  function bars() {
    for (const bar of walls.querySelectorAll(".track[data-limit]")) {
      const ends = bar.parentElement.querySelector("[data-ends]")?.dataset.ends;
      const left = ends ? (Date.parse(ends) - Date.now() - ahead) / 1000 : Number(bar.dataset.left ?? 0);
      bar.firstElementChild.style.width = `${Math.min(100, Math.max(0, 100 * (1 - left / Number(bar.dataset.limit))))}%`;
    }
  }

  // hours shows the time at the venue in the head of each wall, or the time left, on walls without the running clock.
  const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.body.dataset.zone });
  function hours() {
    const running = walls.querySelector("[data-ends]");
    for (const head of walls.querySelectorAll(".hour")) {
      const left = running && !head.closest(".wall").contains(running);
      head.firstElementChild.textContent = left ? words.left : words.hour;
      head.lastElementChild.textContent = left ? running.textContent : hour.format(Date.now() + ahead);
      head.hidden = false;
    }
  }

  // ---- keeping fresh ----
  let reachedAt = Date.now();
  let seen = "";
  async function refresh() {
    const began = Date.now();
    try {
      const answer = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      const date = Date.parse(answer.headers.get("Date"));
      const now = Date.now();
      if (date && now - began <= SLOW) ahead = date + 500 - (began + now) / 2;
      reachedAt = Date.now();
      const tag = answer.headers.get("ETag");
      if (!tag || tag !== seen) {
        seen = tag;
        show(new DOMParser().parseFromString(text, "text/html"));
      }
    } catch {
      // The shown page stays; the foot tells the last contact.
    }
    if (!asked) {
      asked = true;
      tick();
    }
    const lost = Date.now() - reachedAt > LOST_AFTER;
    if (lost) at("net").textContent = fill(words.lost, { time: hour.format(reachedAt + ahead) });
    at("net").hidden = !lost;
    setTimeout(refresh, POLL);
  }
  let written = walls.innerHTML;
  function show(next) {
    const fresh = next.getElementById("main");
    if (!fresh || fresh.innerHTML === written) return;
    written = fresh.innerHTML;
    const heading = all()[current]?.querySelector("h2").textContent;
    walls.replaceChildren(...document.adoptNode(fresh).childNodes);
    const list = all();
    const same = list.findIndex((wall) => wall.querySelector("h2").textContent === heading);
    const shown = list[current]?.querySelector("h2").textContent === heading ? current : Math.max(0, same);
    const began = since;
    turn(shown);
    since = began;
    tick();
  }

  document.body.classList.add("turning");
  turn(0);
  tick();
  setInterval(tick, 250);
  refresh();
})();
