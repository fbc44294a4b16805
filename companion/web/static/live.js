// Following a match: the stream only says that there is something new. A page that is not seen asks for nothing.
"use strict";
const Live = (match, going, heard, woke) => {
  const LOOK_AGAIN = 20000; // ms, in case the stream has fallen silent
  let stream = null;

  function listen() {
    stream?.close();
    stream = null;
    if (document.hidden || !going()) return;
    stream = new EventSource(`/api/matches/${match}/stream`);
    stream.addEventListener("version", event => heard(JSON.parse(event.data).version));
  }

  // The screen stays on where the browser allows it: over https, or on this machine.
  function stayAwake() {
    if (!document.hidden && going()) navigator.wakeLock?.request("screen").catch(() => {});
  }

  // A phone that slept, was out of reach or went back to this page looks again at once.
  function wake() {
    listen();
    stayAwake();
    if (!document.hidden) woke();
  }
  addEventListener("online", wake);
  addEventListener("pageshow", event => { if (event.persisted) wake(); });
  document.addEventListener("visibilitychange", wake);
  setInterval(() => { if (!document.hidden && going()) heard(Infinity); }, LOOK_AGAIN);
  listen();
  stayAwake();
};
