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

  // Numbers in order may end early, but what stands after a gap would be taken for another place.
  function whole(list) {
    const values = [...list.querySelectorAll("input")].map(input => input.value);
    return !values.slice(0, values.findLastIndex(value => value !== "")).includes("");
  }
  const empty = input => input.required && input.value === "" && !input.matches(":disabled");

  function show(form) {
    let complete = [...form.querySelectorAll(".ordered.blank")].every(whole)
      && ![...form.querySelectorAll("[data-blank]")].some(empty);
    let some = false, optional = false;
    for (const list of form.querySelectorAll(".choose")) {
      const [least, most] = bounds(list), count = chosen(list), output = list.querySelector(".count");
      const any = least === 0 && most >= list.querySelectorAll("input").length;
      output.hidden = any && !("open" in form.dataset);
      output.textContent = any ? count : `${count}/${least === most ? most : `${least}–${most}`}`;
      const none = "orNone" in list.dataset && count === 0;
      const full = count >= least && count <= most;
      optional ||= "orNone" in list.dataset;
      some ||= count > 0;
      output.classList.toggle("full", full);
      complete &&= full || none;
    }
    const send = form.querySelector("button[type=submit]");
    if (send && !("open" in form.dataset)) send.disabled = !complete || optional && !some;
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
    const input = document.getElementById(step.dataset.for), by = digits(step.dataset.step);
    // A step down from the lowest number empties what may be empty; from there the first step up is a one, down a zero.
    const emptied = "clear" in input.dataset && by < 0 && input.value === input.min;
    input.value = emptied ? "" : clamp(input.value === "" && input.min === "0" && by < 0 ? 0 : digits(input.value) + by, input);
    input.dispatchEvent(new Event("change", { bubbles: true }));
    show(input.form);
  });
  document.addEventListener("input", event => {
    if (event.target.dataset.each) spread(event.target);
    const form = event.target.closest("form[data-fill]");
    const list = event.target.closest(".choose");
    if (list) limit(list, event.target);
    if (form) show(form);
  });

  // One number for all, or one for each; what is not asked has no say.
  function spread(box) {
    const one = document.getElementById(box.dataset.each), each = box.closest(".chips").nextElementSibling;
    one.disabled = box.checked;
    each.disabled = !box.checked;
    for (const input of [one, ...each.querySelectorAll("input")]) input.required = true;
  }

  function furnish() {
    for (const scripted of document.querySelectorAll("[data-scripted]")) scripted.hidden = false;
    for (const box of document.querySelectorAll("[data-each]")) spread(box);
    for (const step of document.querySelectorAll("button[data-step]")) step.hidden = false;
    for (const input of document.querySelectorAll("[data-blank]")) input.readOnly = true; // no keypad over the form
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
        place[last] = input.value.split(/[,،\n]/).map(text => text.trim()).filter(Boolean);
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
