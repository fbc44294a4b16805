// The sheet: a tapped card lies at once, is sent in order, and stays in the outbox until the server has it.
"use strict";
(() => {
  const SAME_TAP = 250; // ms in which a second tap on the same place is not meant
  const SAME_PLACE = 24; // px
  const STILL = 300; // ms after a tap in which no key moves
  const LOOK_AGAIN = 20000; // in case the stream has fallen silent

  const sheet = () => document.getElementById("sheet");
  const data = sheet().dataset;
  const match = data.match, words = JSON.parse(data.words);
  const box = `outbox-${match}`;
  let version = Number(data.version);
  let outbox = load();
  let tried = new URLSearchParams(location.search).get("tried");
  let on = Number(data.on);
  let sending = false, underWay = false, offline = false, stopped = Boolean(tried);
  let lastTap = { time: -Infinity, x: 0, y: 0 }, touching = false;
  let served = html(sheet());

  function load() {
    try { return JSON.parse(localStorage.getItem(box)) || []; } catch { return []; }
  }
  function save() {
    try { outbox.length ? localStorage.setItem(box, JSON.stringify(outbox)) : localStorage.removeItem(box); } catch { /* memory will do */ }
  }
  const key = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join("-");
  const wait = ms => new Promise(done => setTimeout(done, ms));

  // What is seen.

  function html(root) {
    return new Map([...root.children].map(region => [region.id, region.outerHTML]));
  }

  // What waits is drawn over what the server said: its keys are gone, its cards lie, the next in order is marked.
  function paint() {
    const root = sheet(), players = Number(root.dataset.players);
    for (const slot of root.querySelectorAll(".slot.pending")) {
      slot.replaceChildren();
      slot.classList.remove("pending");
    }
    for (const lying of root.querySelectorAll("[data-lays] > .pending")) lying.remove();
    for (const button of root.querySelectorAll(".key.gone")) button.classList.remove("gone");
    let laid = Number(root.dataset.laid), turn = root.dataset.turn === "" ? null : Number(root.dataset.turn);
    for (const { event } of outbox) {
      const place = event.card && root.querySelector(`[data-lays="${event.type}"]`);
      if (place) {
        const card = document.createElement("span");
        card.className = "pile pending";
        card.textContent = document.getElementById(`key-${event.card}`)?.textContent ?? event.card;
        place.append(card);
      }
      if (event.type !== "card_played" || turn === null) continue;
      const button = document.getElementById(`key-${event.card}`);
      const slot = root.querySelector(`[data-slot="${turn}"]`);
      if (laid < players && slot) {
        const card = document.createElement("span");
        card.className = `card suit-${event.card[0]}`;
        card.dir = "ltr";
        card.textContent = button ? button.querySelector("i").textContent + button.querySelector("b").textContent : event.card;
        slot.append(card);
        slot.classList.add("pending");
        laid += 1;
        if (laid < players) turn = (turn + 1) % players;
        else turn = null;
      }
      button?.classList.add("gone");
    }
    if (turn !== null) {
      for (const marked of root.querySelectorAll(".name.turn, .slot.turn")) marked.classList.remove("turn");
      root.querySelector(`.name[data-seat="${turn}"]`)?.classList.add("turn");
      root.querySelector(`[data-slot="${turn}"]`)?.classList.add("turn");
      for (const asks of root.querySelectorAll("[data-asks]")) asks.hidden = Number(asks.dataset.asks) !== turn;
    }
    const state = document.getElementById("saving"), waiting = String(outbox.length);
    const text = offline ? (outbox.length ? words.offline : words.alone)
      : outbox.length > 1 || stopped && outbox.length ? words.waiting : outbox.length ? words.saving : words.saved;
    const said = text.replace("{number}", waiting);
    if (state.textContent !== said) state.textContent = said;
    state.classList.toggle("busy", !offline && outbox.length > 0);
    state.classList.toggle("off", offline);
  }

  // A region is replaced only when the server says something new of it, and never under a finger.
  async function refresh({ always = true } = {}) {
    const query = new URLSearchParams({ on });
    if (tried) query.set("tried", tried);
    else if (!always) query.set("have", version);
    let answer;
    try {
      answer = await fetch(`/m/${match}/sheet?${query}`, { headers: { Accept: "text/html" } });
      heard(true);
    } catch { heard(false); return; }
    if (answer.status === 404) location.reload(); // deleted: the page says so
    if (answer.status === 204 || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sheet");
    while (touching || performance.now() - lastTap.time < STILL) await wait(30);
    if (!page || (outbox.length && !stopped) || Number(page.dataset.version) < version) return;
    swap(page);
  }

  function swap(page) {
    const root = sheet(), focused = document.activeElement?.id, fresh = html(page);
    for (const region of [...page.children]) {
      const old = document.getElementById(region.id);
      if (fresh.get(region.id) !== served.get(region.id) || old.querySelector(".pending, .gone")) old.replaceWith(region);
    }
    for (const name of Object.keys(page.dataset)) root.dataset[name] = page.dataset[name];
    served = fresh;
    version = Number(root.dataset.version);
    Forms.furnish();
    paint();
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  }

  function heard(there) {
    if (offline === !there) return;
    offline = !there;
    paint();
  }

  // What is sent.

  function record(event) {
    const entry = { key: key(), event };
    if (stopped) outbox.unshift(entry);
    else outbox.push(entry);
    tried = null;
    stopped = false;
    document.getElementById("tried")?.remove();
    save();
    paint();
    flush();
  }

  async function post(path, body, idempotency) {
    return fetch(`/api/matches/${match}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": idempotency },
      body: JSON.stringify(body),
    });
  }

  async function flush() {
    if (sending || stopped) return;
    sending = true;
    let trouble = null;
    while (outbox.length && !stopped) {
      const [entry] = outbox, { event } = entry;
      entry.version ??= version; // a repeat is the same request, also after the page was opened anew
      save();
      let answer = null;
      underWay = true;
      try { answer = await post("events", { events: [event], expected_version: entry.version }, entry.key); } catch { /* no connection */ }
      underWay = false;
      if (!answer || answer.status >= 500 || answer.status === 429) {
        heard(false);
        await wait(Math.max(1000 * Number(answer?.headers.get("Retry-After") || 0), 1500));
        continue;
      }
      heard(true);
      if (answer.ok) {
        version = Math.max(version, (await answer.json()).version);
      } else {
        stopped = true;
        if (answer.status === 409 || answer.status === 422) tried = JSON.stringify(event);
        else trouble = (await answer.json().catch(() => ({}))).detail;
      }
      outbox.shift();
      save();
      paint();
    }
    sending = false;
    await refresh();
    if (trouble) tell(trouble);
  }

  // What stands in the way of recording anything at all.
  function tell(words) {
    const told = document.createElement("p");
    told.className = "tried";
    told.id = "tried";
    told.setAttribute("role", "alert");
    told.textContent = words;
    document.getElementById("pad").prepend(told);
  }

  async function undo(seq) {
    if (outbox.length > (underWay ? 1 : 0)) {
      outbox.pop();
      save();
      paint();
      return;
    }
    try {
      const answer = await post("corrections", { seq, event: null, expected_version: version }, key());
      if (answer.ok) version = (await answer.json()).version;
      heard(true);
    } catch { heard(false); }
    tried = null;
    stopped = false;
    await refresh();
  }

  // What is touched.

  document.addEventListener("pointerdown", () => { touching = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { touching = false; }, true);

  document.addEventListener("click", event => {
    if (event.detail === 0 || !event.target.closest("#pad button")) return;
    const { clientX: x, clientY: y } = event, time = performance.now();
    if (time - lastTap.time < SAME_TAP && Math.hypot(x - lastTap.x, y - lastTap.y) < SAME_PLACE) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    lastTap = { time, x, y };
  }, true);

  document.addEventListener("submit", event => {
    const form = event.target;
    if ("undo" in form.dataset) {
      event.preventDefault();
      undo(Number(form.dataset.undo));
    } else if ("record" in form.dataset) {
      event.preventDefault();
      form.closest("[popover]")?.hidePopover();
      record(event.submitter?.name === "event" ? { ...JSON.parse(event.submitter.value), ...Forms.along(form) } : Forms.event(form));
    }
  });

  document.addEventListener("click", event => {
    const going = event.target.closest("a[data-on]"), dismissed = event.target.closest("a[data-dismiss]");
    if (!going && !dismissed) return;
    event.preventDefault();
    if (going) on = Number(going.dataset.on);
    tried = null;
    stopped = false;
    history.replaceState(null, "", `/m/${match}?on=${on}`);
    outbox.length ? flush() : refresh();
  });

  // The screen stays on where the browser allows it: over https, or on this machine.
  function stayAwake() {
    if (!document.hidden && data.live) navigator.wakeLock?.request("screen").catch(() => {});
  }

  // Other phones: the stream only says that there is something new.
  let stream = null;
  function listen() {
    stream?.close();
    stream = null;
    if (document.hidden || !data.live) return;
    stream = new EventSource(`/api/matches/${match}/stream`);
    stream.addEventListener("version", event => {
      if (JSON.parse(event.data).version > version && !outbox.length && !sending) refresh({ always: false });
    });
  }

  // A phone that slept, was out of reach or went back to this page looks again at once.
  function wake() {
    listen();
    stayAwake();
    if (!document.hidden) outbox.length ? flush() : refresh({ always: false });
  }
  addEventListener("online", wake);
  addEventListener("pageshow", event => { if (event.persisted) wake(); });
  document.addEventListener("visibilitychange", wake);
  setInterval(() => { if (!document.hidden && !outbox.length && !sending && data.live) refresh({ always: false }); }, LOOK_AGAIN);

  listen();
  stayAwake();
  paint();
  if (outbox.length) flush();
})();
