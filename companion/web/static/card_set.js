// What is entered into a card set outlives a page that is left too early, until it has been kept.
"use strict";
(() => {
  const form = document.getElementById("card-set"), draft = document.getElementById("draft");
  const kept = document.getElementById("kept");
  const box = path => `card-set-${path}`;
  const forget = path => { try { localStorage.removeItem(box(path)); } catch { /* there is nothing then */ } };
  if (kept) forget(kept.dataset.form);
  if (!form) return;

  const load = () => { try { return JSON.parse(localStorage.getItem(box(location.pathname))); } catch { return null; } };
  const save = () => {
    const entered = [...new FormData(form)].filter(([name]) => name !== "key");
    try { localStorage.setItem(box(location.pathname), JSON.stringify(entered)); } catch { /* then it does not */ }
  };
  for (const kind of ["input", "change", "submit"]) form.addEventListener(kind, save);

  const before = load();
  if (!draft || !before) return;
  draft.hidden = false;
  draft.addEventListener("submit", () => {
    for (const [name, value] of before) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      draft.append(input);
    }
  });
  document.getElementById("drop-draft").addEventListener("click", () => {
    forget(location.pathname);
    draft.hidden = true;
  });
})();
