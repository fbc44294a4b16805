// What was tapped and the server does not have yet: kept in the page's storage, sent in order, one entry at a time.
"use strict";
const Outbox = (match, told) => {
  const PATIENCE = 10000; // ms until a request without an answer counts as lost
  const AGAIN = 1500;
  // Entries of other phones that leave the play as it was.
  const BESIDE = new Set(["phone_added", "seat_claimed", "sheet_locked", "hosting_taken", "seats_named", "seat_handed", "noted", "score_adjusted"]);
  const name = `outbox-${match}`;
  let memory = null; // where the storage is shut
  let sending = false, underWay = null, hurry = () => {};

  function entries() {
    if (memory) return memory;
    try { return JSON.parse(localStorage.getItem(name)) || []; } catch { return []; }
  }

  // Read anew each time: the same sheet may be open twice on this phone.
  function change(how) {
    const list = entries();
    how(list);
    try {
      if (list.length) localStorage.setItem(name, JSON.stringify(list));
      else localStorage.removeItem(name);
    } catch { memory = list; }
    told.changed();
  }

  const key = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join("-");
  const refused = () => entries()[0]?.refused ? entries()[0] : null;

  // The first of all is judged by what its finger saw, each other one by what the one before it made of the table.
  // What is tapped while a refused entry is shown takes its place, and the rest goes on behind it.
  function add(event, label, version) {
    change(list => {
      const entry = { key: key(), event, label };
      if (list[0]?.refused) list[0] = { ...entry, version };
      else list.push(list.length ? entry : { ...entry, version });
    });
    flush();
  }

  function drop(version) {
    change(list => {
      list.shift();
      if (list.length) list[0].version = version;
    });
    flush();
  }

  // The last one that waits, unless it may have arrived already.
  function pop() {
    const list = entries(), last = list[list.length - 1];
    if (!last || last.key === underWay) return false;
    change(list => { list.pop(); });
    return true;
  }

  async function post(path, body, idempotency) {
    return fetch(`/api/matches/${match}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": idempotency },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(PATIENCE),
    });
  }

  // Until it is time to try again, or there is reason to think that it works now.
  function again(ms) {
    return new Promise(done => {
      const timer = setTimeout(done, ms);
      hurry = () => { clearTimeout(timer); done(); };
    });
  }

  async function flush() {
    hurry();
    if (sending) return;
    sending = true;
    for (let head; (head = entries()[0]) && !head.refused;) {
      let answer = null, said = null;
      underWay = head.key;
      try {
        answer = await post("events", { events: [head.event], expected_version: head.version }, head.key);
        said = await answer.json();
      } catch { /* no connection, or it broke off */ }
      underWay = null;
      if (!said || answer.status >= 500 || answer.status === 429) {
        told.heard(false);
        await again(Math.max(1000 * Number(answer?.headers.get("Retry-After") || 0), AGAIN));
        continue;
      }
      told.heard(true);
      if (answer.ok) accepted(head, said.version);
      else if (said.code === "version_conflict") meanwhile(head, said);
      else refuse(head, said, answer.status === 422);
    }
    sending = false;
    await told.settled();
  }

  function accepted(head, version) {
    told.version(version);
    change(list => {
      const place = list.findIndex(entry => entry.key === head.key);
      if (place >= 0) list.splice(place, 1);
      if (place === 0 && list.length) list[0].version = version;
    });
  }

  // `judged`: it was the rules, so that the server's page can say more of it; otherwise this phone may not record.
  function refuse(head, said, judged) {
    change(list => {
      if (list[0]?.key === head.key) list[0].refused = { detail: said.detail, judged };
    });
  }

  // Others recorded first. What is the same stands once and this phone says so; what is beside the play changes nothing.
  function meanwhile(head, said) {
    const later = said.since.filter(row => !BESIDE.has(row.type));
    const untold = said.version - head.version - said.since.length;
    const alike = [];
    change(list => {
      if (list[0]?.key !== head.key) return;
      while (!untold && alike.length < Math.min(later.length, list.length) && same(list[alike.length].event, later[alike.length])) {
        alike.push(list[alike.length]);
      }
      list.splice(0, alike.length);
      if (!list.length) return;
      const open = untold || alike.length < later.length;
      list[0].version = open ? (alike.length ? later[alike.length - 1].seq : head.version) : said.version;
      if (open) list[0].refused = { detail: said.detail, judged: true };
    });
    told.version(said.version);
    if (alike.length) told.same(alike);
  }

  function same(event, row) {
    return row.state === "active" && Object.keys(event).every(name => JSON.stringify(event[name]) === JSON.stringify(row[name]));
  }

  addEventListener("storage", event => { if (event.key === name) told.changed(); });

  return { entries, refused, add, drop, pop, flush, post, key, busy: () => sending && !refused() };
};
