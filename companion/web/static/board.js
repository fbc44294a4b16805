// The board follows the match and asks for nothing else.
"use strict";
(() => {
  const board = () => document.getElementById("board");
  const match = board().dataset.match;
  const NARROW = 420; // px that the sheet needs at its own size
  let looking = false;

  // As large as all of it can be seen at once.
  function fit() {
    const style = board().style, whole = document.documentElement;
    for (let tenths = 50; tenths >= 10; tenths -= 1) {
      const zoom = style.zoom = tenths / 10;
      style.minBlockSize = `${innerHeight / zoom}px`;
      if (whole.scrollHeight <= innerHeight && whole.scrollWidth <= innerWidth && innerWidth / zoom >= NARROW) return;
    }
  }

  async function look() {
    if (looking) return;
    looking = true;
    try {
      const answer = await fetch(`/m/${match}/board?have=${board().dataset.version}`, { headers: { Accept: "text/html" } });
      document.getElementById("away").hidden = true;
      if (answer.status === 404) location.reload(); // deleted: the page says so
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("board");
        if (page && !document.querySelector(":popover-open")) {
          board().replaceWith(page);
          fit();
        }
      }
    } catch {
      document.getElementById("away").hidden = false;
    }
    looking = false;
  }

  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
  Live(match, () => board().dataset.live, version => { if (version > Number(board().dataset.version)) look(); }, look);
})();
