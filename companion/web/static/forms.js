// Steppers, and lists of which so many are to be chosen. Without this script the same forms are filled in plainly.
"use strict";
const Forms = (() => {
  const digits = text => Number.parseInt(text, 10) || 0;
  const clamp = (number, input) => Math.min(Math.max(number, digits(input.min)), digits(input.max));

  // What decides how many are to be chosen: the list's own bounds, or a number elsewhere in the form.
  function bounds(list) {
    if (!list.dataset.of) return [digits(list.dataset.least), digits(list.dataset.most)];
    const wanted = Math.floor(digits(document.getElementById(list.dataset.of).value) / digits(list.dataset.by));
    return [wanted, wanted];
  }

  const chosen = list => list.querySelectorAll("input:checked").length;

  function show(form) {
    let complete = true, some = false, optional = false;
    for (const list of form.querySelectorAll(".choose")) {
      const [least, most] = bounds(list), count = chosen(list), output = list.querySelector(".count");
      output.hidden = least === 0 && most >= list.querySelectorAll("input").length;
      output.textContent = `${count}/${least === most ? most : `${least}–${most}`}`;
      const none = "orNone" in list.dataset && count === 0;
      const full = count >= least && count <= most;
      optional ||= "orNone" in list.dataset;
      some ||= count > 0;
      output.classList.toggle("full", full);
      complete &&= full || none;
    }
    const send = form.querySelector("button[type=submit]");
    if (send) send.disabled = !complete || optional && !some;
  }

  // One chosen beyond the bound raises the number it hangs on; without such a number it is not taken.
  function limit(list, input) {
    const [, most] = bounds(list);
    if (input.type !== "checkbox" || !input.checked || chosen(list) <= most) return;
    const number = list.dataset.of && document.getElementById(list.dataset.of);
    const raised = number ? chosen(list) * digits(list.dataset.by) : 0;
    if (number && raised <= digits(number.max)) number.value = raised;
    else input.checked = false;
  }

  document.addEventListener("click", event => {
    const step = event.target.closest("button[data-step]");
    if (!step) return;
    const input = document.getElementById(step.dataset.for);
    input.value = clamp(digits(input.value) + digits(step.dataset.step), input);
    show(input.form);
  });
  document.addEventListener("input", event => {
    const one = event.target.dataset.each && document.getElementById(event.target.dataset.each);
    if (one) {
      one.disabled = event.target.checked;
      event.target.closest(".chips").nextElementSibling.disabled = !one.disabled;
    }
    const form = event.target.closest("form[data-fill]");
    const list = event.target.closest(".choose");
    if (list) limit(list, event.target);
    // What is known of a series once this is chosen, where nothing has been written yet.
    for (const [place, number] of Object.entries(JSON.parse(event.target.dataset.told ?? "{}"))) {
      const input = form.querySelectorAll(".ordered input[type=number]")[place];
      if (input && !input.value) input.value = number;
    }
    if (form) show(form);
  });

  function furnish() {
    for (const step of document.querySelectorAll("button[data-step]")) step.hidden = false;
    for (const form of document.querySelectorAll("form[data-fill]")) show(form);
  }
  furnish();

  // A form as the event it describes: names are paths, numbers and lists say so themselves.
  function event(form) {
    const event = {};
    for (const input of form.elements) {
      if (!input.name || ["version", "key", "on"].includes(input.name) || input.matches(":disabled")) continue;
      if (input.value === "" && !input.required && ["number", "text", "radio"].includes(input.type)) continue;
      const path = input.name.split("."), last = path.pop();
      let place = event;
      path.forEach((part, depth) => {
        const below = path[depth + 1] ?? last;
        place = place[part] ??= /^\d+$/.test(below) && !("bySeat" in input.dataset) ? [] : {};
      });
      const number = input.type === "number" || "number" in input.dataset;
      const value = number ? digits(input.value) : input.value;
      if ("list" in input.dataset) {
        place[last] ??= [];
        const kept = ["checkbox", "radio"].includes(input.type) ? input.checked : input.value !== "";
        if (kept) place[last].push("json" in input.dataset ? JSON.parse(value) : value);
      } else if ("texts" in input.dataset) {
        place[last] = input.value.split(/[,،]/).map(text => text.trim()).filter(Boolean);
      } else if ("yes" in input.dataset) {
        if (input.checked || "needed" in input.dataset) place[last] = input.checked;
      } else if (input.type !== "radio" || input.checked && input.value !== "") place[last] = value;
    }
    return event;
  }

  // What goes along with a card that is tapped; it is meant for that card alone.
  function along(form) {
    const chosen = {};
    const withs = [...form.elements].filter(input => input.dataset.with);
    for (const input of withs) {
      if (input.type === "checkbox" ? input.checked : input.value && input.offsetParent) {
        chosen[input.dataset.with] = input.type === "checkbox" || input.value;
      }
    }
    for (const input of withs) input.type === "checkbox" ? input.checked = false : input.value = "";
    return chosen;
  }

  return { furnish, event, along };
})();
