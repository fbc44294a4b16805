// Names of earlier players as chips: each tap seats the next one; a second tap lets them get up again.
"use strict";
(() => {
  const chips = document.getElementById("people");
  const names = [...document.querySelectorAll("#new input[name=name]")];
  if (!chips) return;
  chips.hidden = false;

  const same = (a, b) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();

  function show() {
    const full = names.every(input => input.value.trim());
    for (const chip of chips.querySelectorAll("button")) {
      const seated = names.some(input => same(input.value, chip.textContent));
      chip.setAttribute("aria-pressed", seated);
      chip.disabled = full && !seated;
    }
  }

  chips.addEventListener("click", event => {
    const chip = event.target.closest("button");
    if (!chip) return;
    const seated = names.find(input => same(input.value, chip.textContent));
    if (seated) {
      const left = names.map(input => input.value).filter((name, row) => names[row] !== seated);
      names.forEach((input, row) => { input.value = left[row] ?? ""; });
    } else {
      const free = names.find(input => !input.value.trim());
      if (free) free.value = chip.textContent;
    }
    show();
  });
  for (const input of names) input.addEventListener("input", show);
  show();
})();
