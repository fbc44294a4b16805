// The board follows the match and asks for nothing else.
"use strict";
(() => {
  const board = () => document.getElementById("board");
  const match = board().dataset.match;
  let looking = false;

  async function look() {
    if (looking) return;
    looking = true;
    try {
      const answer = await fetch(`/m/${match}/board?have=${board().dataset.version}`, { headers: { Accept: "text/html" } });
      document.getElementById("away").hidden = true;
      if (answer.status === 404) location.reload(); // deleted: the page says so
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("board");
        if (page && !document.querySelector(":popover-open")) board().replaceWith(page);
      }
    } catch {
      document.getElementById("away").hidden = false;
    }
    looking = false;
  }

  Live(match, () => board().dataset.live, version => { if (version > Number(board().dataset.version)) look(); }, look);
})();
