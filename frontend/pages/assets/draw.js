// Repeats the draw of an event on its page, as docs/draws.md says.
//
// The page is complete without this file. With it a button fetches the documents of the draw,
// computes everything that follows from the secret and the list of players, and compares it
// with the documents and with the page. All words come from the page.
"use strict";

(() => {
  const { data, rounds, words } = JSON.parse(document.getElementById("draw").textContent);
  const button = document.getElementById("check");
  const checked = document.getElementById("checked");
  const verdict = document.getElementById("verdict");

  // ---- bytes ----
  const ascii = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
  const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
  // The form of RFC 8785, from which the fingerprint of a document is made.
  const canonical = (v) =>
    Array.isArray(v) ? `[${v.map(canonical)}]`
    : v && typeof v === "object" ? `{${Object.keys(v).sort().map((k) => JSON.stringify(k) + ":" + canonical(v[k]))}}`
    : JSON.stringify(v);
  const same = (a, b) => canonical(a ?? null) === canonical(b ?? null);

  // ---- drawing ----
  function below(seed, purpose) {
    let numbers = [];
    let blocks = 0n;
    return async (n) => {
      for (;;) {
        if (numbers.length === 0) {
          const count = new DataView(new ArrayBuffer(8));
          count.setBigUint64(0, blocks++);
          const block = new DataView((await sha(seed, ascii(purpose), new Uint8Array(1), count)).buffer);
          numbers = Array.from({ length: 8 }, (_, i) => block.getUint32(4 * i));
        }
        const v = numbers.shift();
        if (v < 2 ** 32 - (2 ** 32 % n)) return v % n;
      }
    };
  }
  async function shuffle(seed, purpose, entries) {
    const order = [...entries].sort((a, b) => a - b);
    const draw = below(seed, purpose);
    for (let i = order.length - 1; i > 0; i--) {
      const j = await draw(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
  // Gives ascending numbers to shuffled entries, and lists them by entry.
  const numbered = (order, numbers) =>
    order.map((entry, i) => ({ entry, number: numbers[i] })).sort((a, b) => a.entry - b.entry);

  // ---- figures: "3", "85.68", "1/3" ----
  function exact(text) {
    const [over, under = "1"] = text.split("/");
    const [whole, part = ""] = over.split(".");
    return [BigInt(whole + part), BigInt(under) * 10n ** BigInt(part.length)];
  }
  function compared(a, b, criteria) {
    for (const [i, { figure, best }] of criteria.entries()) {
      const [x, y] = [exact(a.figures[i]), exact(b.figures[i])];
      const difference = x[0] * y[1] - y[0] * x[1];
      if (difference !== 0n) return { figure, right: best === "fewest" ? difference < 0n : difference > 0n };
    }
    return { right: a.entry < b.entry };
  }

  // ---- what is said ----
  let wrong = 0;
  let left = 0; // statements that this file does not check
  function say(right, text) {
    if (right === undefined) left++;
    else if (!right) wrong++;
    const line = document.createElement("li");
    line.className = right === undefined ? "muted" : right ? "pine" : "brick";
    line.textContent = `${right === undefined ? "–" : right ? "✓" : "✗"} ${text}`;
    checked.append(line);
  }
  async function get(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  }
  async function fingerprint(document) {
    const { hash, ...rest } = document;
    return { hash, right: hex(await sha(ascii(canonical(rest)))) === hash };
  }

  async function lots(draw) {
    const shown = (name) => document.querySelector(`[data-fact=${name}]`)?.textContent;
    const rows = [...document.querySelectorAll("#lots tbody tr")].map((row) => ({
      entry: Number(row.lastElementChild.textContent), number: Number(row.firstElementChild.textContent),
    })).sort((a, b) => a.entry - b.entry);
    const facts = ["commitment", "secret", "seed"].every((name) => shown(name) === draw[name]);
    say(facts && same(rows, draw.lots) && (await fingerprint(draw)).right, words.page);

    const secret = unhex(draw.secret);
    say(hex(await sha(secret)) === draw.commitment, words.commitment);
    const list = draw.entrants.map((e) => e.player).sort().map((id) => id + "\n").join("");
    const seed = await sha(secret, ascii(list));
    say(hex(seed) === draw.seed, words.seed);

    const entries = draw.entrants.map((e) => e.entry);
    const order = await shuffle(seed, "lots", entries);
    say(same(numbered(order, order.map((_, i) => i + 1)), draw.lots), words.lots);
    const first = await shuffle(seed, "first-round", entries);
    say(same(first, draw.firstRound), words.first);
    if (draw.places) {
      const places = draw.places.map((p) => p.number).sort((a, b) => a - b);
      say(same(numbered(await shuffle(seed, "places", entries), places), draw.places), words.places);
    }
    return { seed, entries, first };
  }

  async function round(draw, { seed, entries, first }, { name, address, hash }) {
    const of = (text) => text.replace("{round}", name);
    const document = await get(address);
    const print = await fingerprint(document);
    const alike = ["commitment", "secret", "seed", "entrants", "lots", "firstRound", "places"].every((k) => same(document.draw[k], draw[k]));
    say(print.right && print.hash === hash && alike, of(words.document));

    const { basis, byHand, criteria, order, out = [], seeds } = document.seating;
    const seated = order.map((ranked) => ranked.entry);
    if (basis === "draw" && !byHand) {
      const instead = new Map((document.replacements ?? []).map((r) => [r.replaces, r.entry]));
      const plays = (entry) => (instead.has(entry) ? plays(instead.get(entry)) : entry);
      const drawn = document.round > 1 ? await shuffle(seed, `round-${document.round}`, entries) : first;
      say(same(drawn.map(plays).filter((entry) => !out.some((o) => o.entry === entry)), seated), of(words.order));
    } else if (criteria) {
      const right = order.every((ranked, i) => {
        if (i === 0) return true;
        const { figure, right } = compared(order[i - 1], ranked, criteria);
        return right && figure === ranked.decidedBy;
      });
      say(right, of(words.figures));
    }

    let plan;
    if (seeds) plan = seeds.map((ranks) => ranks.map((rank) => seated[rank - 1]));
    else if (["draw", "standings", "previous"].includes(basis)) {
      plan = document.plan.map((table) => table.entries.length).map((size, i, sizes) => {
        const from = sizes.slice(0, i).reduce((a, b) => a + b, 0);
        return seated.slice(from, from + size);
      });
    }
    const tables = (list) => list.map((table) => table.entries);
    if (!plan || document.moves || document.absent || document.change) say(undefined, of(words.not));
    else say(same(plan, tables(document.plan)) && plan.flat().length === (seeds ? plan : [seated]).flat().length && same(tables(document.plan), tables(document.tables)), of(words.tables));
  }

  async function check() {
    button.disabled = true;
    checked.replaceChildren();
    wrong = left = 0;
    try {
      const draw = await get(data);
      const drawn = await lots(draw);
      for (const one of rounds) await round(draw, drawn, one);
      verdict.textContent = wrong ? words.no : left ? words.partly : words.yes;
      verdict.className = `answer ${wrong ? "brick" : "pine"}`;
    } catch {
      verdict.textContent = words.failed;
      verdict.className = "answer";
    }
    button.disabled = false;
  }

  if (globalThis.crypto?.subtle) {
    button.hidden = false;
    button.addEventListener("click", check);
  } else verdict.textContent = words.unable;
})();
