// The slider, and the arrow keys anywhere on the page, show the table at another moment without loading the page anew.
"use strict";
(() => {
  const form = document.getElementById("slide"), range = document.getElementById("place");
  const moment = document.getElementById("moment"), seqs = JSON.parse(form.dataset.seqs);
  const here = new URLSearchParams(location.search).get("lang");
  let asked = null;
  form.querySelector("button").hidden = true;

  async function show(place) {
    asked?.abort();
    const mine = asked = new AbortController();
    const address = `${form.dataset.at}${seqs[place]}`;
    try {
      const answer = await fetch(`${address}?part=1${here ? `&lang=${here}` : ""}`, { signal: mine.signal });
      if (!answer.ok) return location.assign(address);
      const words = await answer.text();
      if (mine.signal.aborted) return;
      const focused = document.activeElement?.getAttribute("rel");
      moment.innerHTML = words;
      if (focused) (moment.querySelector(`a[rel=${focused}]`) || range).focus();
      range.value = place;
      range.setAttribute("aria-valuetext", document.getElementById("said").lastElementChild.textContent);
      history.replaceState(null, "", address);
      for (const field of document.querySelectorAll(".share input[name=seq]")) field.value = seqs[place];
      const link = document.getElementById("link");
      if (link) link.value = link.value.replace(/\d+$/, seqs[place]);
    } catch (error) {
      if (error.name !== "AbortError") location.assign(address);
    }
  }

  const go = place => {
    if (place < 0 || place >= seqs.length) return;
    range.value = place;
    show(place);
  };
  range.addEventListener("input", () => show(Number(range.value)));
  moment.addEventListener("click", event => {
    const step = event.target.closest("a[rel]");
    if (!step || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    go(Number(range.value) + (step.rel === "next" ? 1 : -1));
  });
  document.addEventListener("keydown", event => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    go(Number(range.value) + way * (document.dir === "rtl" ? -1 : 1));
  });
})();
