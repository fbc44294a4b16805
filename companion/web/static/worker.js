// Opens the sheet that was seen last when there is no connection. Everything that is recorded goes past it.
"use strict";
const FILES = `files ${SHELL.join(" ")}`; // another shell is kept apart until the old one is let go
const SLOW = 4000; // ms after which a page that is known is shown as it was
const PAGES = 24; // kept at most
const KNOWN = /^\/($|m\/[^/]+(\/board)?$)/; // pages worth having: home, sheets, boards

self.addEventListener("install", event => {
  event.waitUntil(Promise.all([
    caches.open(FILES).then(files => files.addAll([...SHELL, AWAY])),
    caches.open("seen").then(seen => seen.add("/")),
  ]).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  event.waitUntil(caches.keys().then(names => Promise.all(
    names.filter(name => name.startsWith("files ") && name !== FILES).map(name => caches.delete(name)),
  )));
});

self.addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
});

// A file's address changes with its content; without a connection another version is better than none.
async function file(request, url) {
  const known = await caches.match(request).catch(() => undefined);
  if (known) return known;
  try {
    const answer = await fetch(request);
    if (answer.ok && url.searchParams.has("v")) await keep(FILES, request, answer.clone());
    return answer;
  } catch (lost) {
    const older = await caches.match(request, { ignoreSearch: true });
    if (older) return older;
    throw lost;
  }
}

async function page(request, url) {
  const known = await caches.match(url.pathname, { cacheName: "seen" }).catch(() => undefined);
  const answered = fetch(request).then(async answer => {
    if (answer.ok && !answer.redirected && KNOWN.test(url.pathname)) await keep("seen", url.pathname, answer.clone());
    return answer;
  });
  const late = known && new Promise(done => setTimeout(() => done(known), SLOW));
  try {
    return await (late ? Promise.race([answered, late]) : answered);
  } catch {
    return known ?? await caches.match(AWAY);
  }
}

// Where the storage is full or shut, whoever is online goes on all the same.
async function keep(name, request, answer) {
  try {
    const files = await caches.open(name);
    if (name === "seen") await files.delete(request); // the newest stands last
    await files.put(request, answer);
    const kept = name === "seen" ? await files.keys() : [];
    for (const old of kept.slice(0, Math.max(0, kept.length - PAGES))) await files.delete(old);
  } catch { /* it is as good without */ }
}
