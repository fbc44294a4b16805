// The sheet: a tapped card lies at once, is sent in order, and stays in the outbox until the server has it.
"use strict";
(() => {
  const SAME_TAP = 250; // ms in which a second tap on the same place is not meant
  const SAME_PLACE = 24; // px
  const STILL = 300; // ms after a tap in which no key moves
  const SOON = 2000; // ms until a look that brought nothing is tried again
  const SAID = 6000; // ms for which a note stays

  const sheet = () => document.getElementById("sheet");
  const pad = () => document.getElementById("pad");
  const data = sheet().dataset;
  const match = data.match, words = JSON.parse(data.words);
  let version = Number(data.version), on = Number(data.on);
  let asked = new URLSearchParams(location.search).get("tried"); // refused before there was this script
  let offline = false, regret = false;
  let lastTap = { time: -Infinity, x: 0, y: 0 }, touching = false;
  let served = html(sheet()), shaken = null, trying = null;

  const wait = ms => new Promise(done => setTimeout(done, ms));
  const fill = (text, params) => text.replace(/\{(\w+)\}/g, (_, name) => params[name]);
  const buzz = pattern => navigator.vibrate?.(pattern);
  const named = list => list.map(entry => entry.label).join(" ");

  const outbox = Outbox(match, {
    changed: () => paint(),
    heard,
    version: reached => { version = Math.max(version, reached); },
    same: alike => note(fill(words.same, { entry: named(alike) })),
    settled: async () => {
      await refresh();
      if (regret) undo(Number(document.querySelector("[data-undo]")?.dataset.undo));
    },
  });

  // What is seen.

  function html(root) {
    return new Map([...root.children].map(region => [region.id, region.outerHTML]));
  }

  // What waits is drawn over what the server said: its keys are gone, its cards lie, the next in order is marked.
  // Who leads after a full trick is the rules' to say, and those are at the server: from there on it only waits in line.
  function paint() {
    const root = sheet(), players = Number(root.dataset.players), list = outbox.entries(), stuck = outbox.refused();
    for (const slot of root.querySelectorAll(".slot.pending")) {
      slot.replaceChildren();
      slot.classList.remove("pending");
    }
    for (const lying of root.querySelectorAll("[data-lays] > .pending")) lying.remove();
    for (const button of root.querySelectorAll(".key.gone")) button.classList.remove("gone");
    let laid = Number(root.dataset.laid), turn = root.dataset.turn === "" ? null : Number(root.dataset.turn);
    const inSlots = root.querySelector("[data-slot]") !== null;
    const line = [];
    for (const entry of stuck ? list.slice(1) : list) {
      const { event } = entry, key = event.type === "card_played" && document.getElementById(`key-${event.card}`);
      const place = event.card && root.querySelector(`[data-lays="${event.type}"]`);
      const slot = event.type === "card_played" && turn !== null && root.querySelector(`[data-slot="${turn}"]`);
      if (stuck) line.push(entry);
      else if (place) place.append(card("pile pending", entry));
      else if (slot) {
        slot.append(card(`card suit-${event.card[0]}`, entry));
        slot.classList.add("pending");
        laid += 1;
        turn = laid < players ? (turn + 1) % players : null;
      } else line.push(entry);
      if (key) key.classList.add("gone");
    }
    const full = turn === null && laid >= players && inSlots;
    mark(root, turn, full);
    ask(root, stuck ? [] : line, full && offline, turn);
    behind(stuck ? line : []);
    saving(list.length, stuck);
  }

  function card(classes, entry) {
    const made = document.createElement("span");
    made.className = classes;
    made.dir = "ltr";
    made.textContent = entry.label;
    return made;
  }

  function mark(root, turn, full) {
    if (turn === null && !full) return;
    for (const marked of root.querySelectorAll(".name.turn, .slot.turn")) marked.classList.remove("turn");
    root.querySelector(`.name[data-seat="${turn}"]`)?.classList.add("turn");
    root.querySelector(`[data-slot="${turn}"]`)?.classList.add("turn");
  }

  // Whose turn it is, or what waits in line where that is not known.
  function ask(root, line, full, turn) {
    const queued = document.getElementById("queued");
    for (const asks of turn === null ? [] : root.querySelectorAll("[data-asks]")) asks.hidden = Number(asks.dataset.asks) !== turn;
    if (!queued) return;
    queued.hidden = !line.length && !full;
    const cards = document.createElement("bdi");
    cards.textContent = line.length > 5 ? `… ${named(line.slice(-5))}` : named(line);
    queued.replaceChildren(...(line.length ? [cards, " "] : []), ...(full ? [words.next] : []));
    queued.parentElement.classList.toggle("waits", !queued.hidden);
  }

  // Of a refused entry: how it can be left out, and what goes on behind it.
  function behind(line) {
    const box = document.getElementById("tried");
    if (!box) return;
    const told = box.querySelector(".behind"), drop = box.querySelector("[data-drop]");
    if (told) {
      told.hidden = !line.length;
      told.textContent = fill(words.behind, { entries: named(line) });
    }
    if (drop) drop.hidden = !line.length && !box.classList.contains("said");
  }

  function saving(number, stuck) {
    const state = document.getElementById("saving");
    const text = offline ? (number ? words.offline : words.alone)
      : number > 1 || stuck ? words.waiting : number ? words.saving : words.saved;
    const said = fill(text, { number });
    if (state.textContent !== said) state.textContent = said;
    state.classList.toggle("busy", !offline && number > 0);
    state.classList.toggle("off", offline);
  }

  // A region is replaced only when the server says something new of it, and never under a finger.
  async function refresh({ always = true } = {}) {
    clearTimeout(trying);
    const query = new URLSearchParams({ on }), stuck = outbox.refused();
    if (stuck && shaken !== stuck.key) buzz([40, 60, 40]);
    shaken = stuck?.key;
    if (stuck?.refused.judged) {
      query.set("tried", JSON.stringify(stuck.event));
      query.set("since", stuck.version);
    } else if (asked) query.set("tried", asked);
    else if (!always) query.set("have", version);
    let answer, text;
    try {
      answer = await fetch(`/m/${match}/sheet?${query}`, { headers: { Accept: "text/html" } });
      text = await answer.text();
      heard(true);
    } catch {
      heard(false);
      if (stuck) explain(stuck);
      return soon();
    }
    if (answer.status === 404) location.reload(); // deleted: the page says so
    if (answer.status === 204) return;
    if (!answer.ok) return soon();
    const page = read(text);
    while (touching || performance.now() - lastTap.time < STILL) await wait(30);
    if (!page || outbox.refused()?.key !== stuck?.key || (outbox.entries().length && !stuck)) return;
    if (Number(page.dataset.version) < version) return soon();
    swap(page);
    if (stuck && !document.getElementById("tried")) explain(stuck);
    if (!stuck && !asked) keep(text);
  }

  function soon() {
    trying = setTimeout(() => { if (!document.hidden && !outbox.busy()) refresh(); }, SOON);
  }

  function read(text) {
    return new DOMParser().parseFromString(text, "text/html").getElementById("sheet");
  }

  function swap(page) {
    const root = sheet(), focused = document.activeElement?.id, fresh = html(page);
    for (const region of [...page.children]) {
      const old = document.getElementById(region.id);
      const drawn = old.querySelector(".pending, .gone, .waits, .said, .short") || !old.querySelector("#tried") !== !region.querySelector("#tried");
      if (fresh.get(region.id) !== served.get(region.id) || drawn) old.replaceWith(region);
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

  // The last seen sheet, for a page that is opened without a connection (the worker has the page around it).
  const seen = `/m/${match}/seen`;
  async function keep(text) {
    try {
      if (!await navigator.serviceWorker?.getRegistration()) return;
      const kept = await caches.open("seen");
      await kept.put(seen, new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
      if (!await kept.match(location.pathname)) await kept.add(location.pathname);
    } catch { /* the sheet is as good without */ }
  }
  async function recall() {
    if (!self.isSecureContext) return;
    const page = await caches.match(seen).then(found => found?.text()).then(text => text && read(text)).catch(() => null);
    if (page && Number(page.dataset.version) > version) swap(page);
    else if (!page) keep(sheet().outerHTML);
  }

  // What is said in passing.

  function note(text, button) {
    document.getElementById("note")?.remove();
    const made = document.createElement("div");
    made.id = "note";
    made.className = "note";
    made.setAttribute("role", "status");
    made.append(Object.assign(document.createElement("p"), { textContent: text }));
    if (button) made.append(Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: button }));
    made.addEventListener("click", () => made.remove());
    document.body.append(made);
    if (!button) setTimeout(() => made.remove(), SAID);
  }

  // A refusal that the server's page does not speak of: this phone may not record, or there is no connection now.
  function explain({ label, refused }) {
    document.getElementById("tried")?.remove();
    const box = document.createElement("div"), ways = document.createElement("div");
    box.id = "tried";
    box.className = "tried said";
    box.setAttribute("role", "alert");
    ways.className = "ways";
    for (const [text, mark] of [[words.again, "again"], [words.drop, "drop"]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text });
      button.dataset[mark] = "";
      ways.append(button);
    }
    const line = (text, name) => Object.assign(document.createElement(name), { textContent: text });
    const behind = Object.assign(line("", "p"), { className: "behind" });
    box.append(line(fill(words.refused, { entry: label }), "strong"), line(refused.detail ?? "", "p"), behind, ways);
    pad().prepend(box);
    paint();
  }

  // What is touched.

  function record(event, label) {
    buzz(10);
    asked = null;
    document.getElementById("tried")?.remove();
    outbox.add(event, label, version);
  }

  function settle() {
    asked = null;
    document.getElementById("tried")?.remove();
    if (outbox.refused()) outbox.drop(version);
    else refresh();
  }

  async function undo(seq) {
    if (outbox.pop()) return;
    regret = outbox.entries().length > 0; // it is on its way: taken back as soon as it has arrived
    if (regret || !seq) return;
    try {
      const answer = await outbox.post("corrections", { seq, event: null, expected_version: version }, outbox.key());
      const said = await answer.json();
      heard(true);
      if (answer.ok) version = said.version;
      else note(said.detail);
    } catch {
      heard(false);
      note(words.alone);
    }
    await refresh();
  }

  document.addEventListener("pointerdown", () => { touching = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { touching = false; }, true);

  document.addEventListener("click", event => {
    if (event.detail === 0 || !event.target.closest("#pad button, [data-record] button")) return;
    const { clientX: x, clientY: y } = event, time = performance.now();
    if (time - lastTap.time < SAME_TAP && Math.hypot(x - lastTap.x, y - lastTap.y) < SAME_PLACE) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    lastTap = { time, x, y };
  }, true);

  // As short as it can be said: a card by its sign, anything else by what stands on its key.
  function label(event, key) {
    const shown = key && [...key.querySelectorAll("i, b")].map(part => part.textContent);
    if (event.card && key?.dataset.card) return shown.reverse().join("");
    return (shown?.length ? shown.join(" ") : key?.innerText ?? event.type).trim();
  }

  document.addEventListener("submit", event => {
    const form = event.target, key = event.submitter;
    if ("undo" in form.dataset) {
      event.preventDefault();
      undo(Number(form.dataset.undo));
    } else if ("record" in form.dataset) {
      event.preventDefault();
      form.closest("[popover]")?.hidePopover();
      const told = key?.name === "event" ? { ...JSON.parse(key.value), ...Forms.along(form) } : Forms.event(form);
      // What is insisted on is the refused entry itself, under the name it had.
      record(told, form.closest("#tried") ? outbox.refused()?.label ?? label(told, null) : label(told, key));
    }
  });

  document.addEventListener("click", event => {
    const way = event.target.closest("[data-on], [data-dismiss], [data-drop], [data-again]");
    if (!way || way.id === "sheet") return;
    event.preventDefault();
    const told = way.dataset, waiting = outbox.entries();
    if ("on" in told) {
      on = Number(told.on);
      refresh();
    } else if ("again" in told) record(waiting[0].event, waiting[0].label);
    else if ("dismiss" in told && waiting.length > 1) document.getElementById("tried").classList.add("short"); // its place is kept
    else settle();
    history.replaceState(null, "", `/m/${match}?on=${on}`);
  });

  function following() {
    if (outbox.entries().length && !outbox.refused()) outbox.flush();
    else refresh({ always: false });
  }
  Live(match, () => sheet().dataset.live, news => { if (news > version && !outbox.busy()) refresh({ always: false }); }, following);

  paint();
  recall();
  if (outbox.refused() || !navigator.onLine) refresh();
  if (outbox.entries().length) outbox.flush();
  try {
    if (!self.isSecureContext && !localStorage.getItem("plain")) {
      note(words.plain, words.ok);
      localStorage.setItem("plain", "told");
    }
  } catch { /* then it is said again */ }
})();
