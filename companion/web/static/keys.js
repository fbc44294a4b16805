// The pad by keyboard: a card is typed as it is named, h7, s10, sq. What can be typed is what stands on the pad.
"use strict";
(() => {
  let typed = "";

  const takes = target => target.closest("input, select, textarea, [contenteditable]");
  const open = () => document.querySelector(":popover-open");

  // By what is typed for it, every key that can be pressed.
  function keys() {
    const found = new Map();
    for (const key of document.querySelectorAll("#sheet button[data-code]")) {
      const code = key.dataset.code.toLowerCase();
      if (!found.has(code) && !key.disabled && key.checkVisibility({ visibilityProperty: true })) found.set(code, key);
    }
    return found;
  }

  // Latin letters and digits, whatever the keyboard's language is.
  function letter(event) {
    const plain = /^[a-z0-9_]$/i.test(event.key) ? event.key : event.code.replace(/^(Key|Digit|Numpad)(?=.$)/, "");
    return /^[a-z0-9_]$/i.test(plain) && event.key.length === 1 ? plain.toLowerCase() : null;
  }

  function show(all) {
    const place = document.getElementById("typed");
    if (place) place.textContent = typed.toUpperCase();
    for (const [code, key] of all) key.classList.toggle("typed", typed !== "" && code.startsWith(typed));
  }

  function press(key, all) {
    typed = "";
    show(all);
    key.click();
  }

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || takes(event.target) || open()) return;
    const all = keys(), next = letter(event);
    if (event.key === "Escape" || event.key === "Backspace") {
      if (!typed) return;
      typed = event.key === "Escape" ? "" : typed.slice(0, -1);
    } else if (event.key === "Enter" && typed) {
      const fitting = [...all].filter(([code]) => code.startsWith(typed));
      const meant = all.get(typed) ?? (fitting.length === 1 ? fitting[0][1] : null);
      event.preventDefault();
      if (meant) press(meant, all);
      return;
    } else if (next) {
      const begun = [...all.keys()].filter(code => code.startsWith(typed + next));
      if (begun.length) typed += next;
      else if (!typed && next === "u") document.querySelector("[data-undo] button")?.click();
      else return; // a slip of the finger takes nothing back
      if (begun.length === 1 && begun[0] === typed) return press(all.get(typed), all);
    } else return;
    event.preventDefault();
    show(all);
  });
})();
