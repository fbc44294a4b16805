// Steppers, lists of which so many are to be chosen, and sums that are counted while they are entered.
// Without this script the same forms are filled in plainly, and the server says what is not right.
"use strict";
const Forms = (() => {
  const digits = text => Number.parseInt(text, 10) || 0;
  const clamp = (number, input) => Math.min(Math.max(number, digits(input.min)), digits(input.max));
  const pattern = paths => new RegExp(`^${paths.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`);

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

  // Shows how far the form has come; what is not told yet, and what is not right, each with its place.
  function show(form) {
    const unset = [], wrong = [];
    let some = false, optional = false;
    for (const input of form.querySelectorAll("input[data-must]:enabled")) {
      if (input.value === "") unset.push([input, ""]);
    }
    for (const who of form.querySelectorAll("fieldset[data-must]")) {
      if (!chosen(who)) unset.push([who, ""]);
    }
    for (const list of form.querySelectorAll(".ordered.blank")) {
      if (!whole(list)) wrong.push([list.closest("fieldset"), ""]);
    }
    for (const list of form.querySelectorAll(".choose")) {
      const [least, most] = bounds(list), count = chosen(list), output = list.querySelector(".count");
      const said = `${count}/${least === most ? most : `${least}–${most}`}`, full = count >= least && count <= most;
      const any = least === 0 && most >= list.querySelectorAll("input").length;
      output.hidden = any && !("open" in form.dataset);
      output.textContent = any ? count : said;
      output.classList.toggle("full", full);
      optional ||= "orNone" in list.dataset;
      some ||= count > 0;
      if (!full && !("orNone" in list.dataset && count === 0)) wrong.push([list, ` ${said}`]);
      const folded = list.closest("details.folded");
      if (folded) folded.querySelector(".how-many").textContent = count || "";
    }
    for (const output of form.querySelectorAll(".sum")) {
      const ours = pattern(output.dataset.sum), low = digits(output.dataset.low), high = digits(output.dataset.high);
      let sum = 0, complete = true;
      for (const input of form.elements) {
        if (!ours.test(input.name) || input.type === "hidden") continue;
        if (input.type === "checkbox") sum += input.checked;
        else if (input.value === "") complete = false;
        else sum += digits(input.value);
      }
      output.textContent = sum;
      const line = output.closest("li"), right = sum >= low && sum <= high;
      line.classList.toggle("right", right && complete);
      line.classList.toggle("wrong", sum > high || complete && !right && "changed" in form.dataset);
      if (!right) wrong.push([line, line.textContent.replace(/\s+/g, " ").trim()]);
    }
    for (const few of form.querySelectorAll("[data-different]")) {
      const ours = pattern(few.dataset.different);
      const taken = [...form.elements].filter(one => ours.test(one.name) && one.checked && one.value && !few.contains(one));
      for (const input of few.querySelectorAll("input")) input.disabled = taken.some(one => one.value === input.value);
    }
    // A short form waits for its list; a long one says in words what it lacks when it is sent, or has it said.
    const send = form.querySelector("button[type=submit]");
    if (send && !form.dataset.words && !("open" in form.dataset)) send.disabled = wrong.length > 0 || optional && !some;
    return { unset, wrong };
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

  // What the places are about, and of whom.
  function named(places) {
    const whose = new Map();
    for (const [{ dataset }, more] of places) {
      const what = dataset.what ?? "";
      whose.set(what, [...whose.get(what) ?? [], (dataset.whose ?? "") + more]);
    }
    return [...whose].map(([what, all]) => [what, all.filter(Boolean).join(", ")].filter(Boolean).join(": ")).join(" · ");
  }

  // What was said to be wrong is not said any more once the form has changed.
  function changed(form) {
    form.dataset.changed = "yes";
    form.querySelector(".dock-trouble")?.remove();
    show(form);
  }

  // From nothing yet, less is an explicit zero; less than the lowest is nothing again, where there may be nothing.
  document.addEventListener("click", event => {
    const step = event.target.closest("button[data-step]");
    if (!step) return;
    const input = document.getElementById(step.dataset.for), by = digits(step.dataset.step);
    const emptied = "clear" in input.dataset && by < 0 && input.value === input.min;
    input.value = emptied ? "" : clamp(input.value === "" ? Math.max(by, 0) : digits(input.value) + by, input);
    input.dispatchEvent(new Event("change", { bubbles: true }));
    changed(input.form);
  });
  document.addEventListener("input", event => {
    if (event.target.dataset.each) spread(event.target);
    const form = event.target.closest("form[data-fill]");
    const list = event.target.closest(".choose");
    if (list) limit(list, event.target);
    if (form) changed(form);
  });

  document.addEventListener("submit", event => {
    const form = event.target;
    if (!form.dataset.words) return;
    const words = JSON.parse(form.dataset.words), { unset, wrong } = show(form);
    const [lacking, say] = unset.length ? [unset, words.unset] : [wrong, words.wrong];
    if (!lacking.length) return;
    event.preventDefault();
    form.querySelector(".dock-trouble")?.remove();
    const trouble = document.createElement("p");
    trouble.className = "trouble dock-trouble";
    trouble.setAttribute("role", "alert");
    trouble.textContent = say.replace("{what}", named(lacking));
    form.querySelector("button[type=submit]").before(trouble);
    const [place] = lacking[0];
    place.closest("details")?.setAttribute("open", "");
    place.closest(".field")?.scrollIntoView({ block: "center" });
  });

  // One number for all, or one for each; what is not asked has no say.
  function spread(box) {
    const one = document.getElementById(box.dataset.each), each = box.closest(".chips").nextElementSibling;
    one.disabled = box.checked;
    each.disabled = !box.checked;
    for (const input of [one, ...each.querySelectorAll("input")]) {
      input.required = true;
      input.dataset.must = "";
    }
  }

  function furnish() {
    for (const scripted of document.querySelectorAll("[data-scripted]")) scripted.hidden = false;
    for (const box of document.querySelectorAll("[data-each]")) spread(box);
    for (const step of document.querySelectorAll("button[data-step]")) step.hidden = false;
    // Steps are enough: a keypad would cover the form, and on phones it has no minus.
    for (const input of document.querySelectorAll(".stepper input")) input.inputMode = "none";
    for (const form of document.querySelectorAll("form[data-fill]")) {
      form.noValidate = Boolean(form.dataset.words) || "open" in form.dataset;
      show(form);
    }
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
      if (input.checked && (input.type === "checkbox" || input.value && input.offsetParent)) {
        chosen[input.dataset.with] = input.type === "checkbox" || input.value;
      }
    }
    for (const input of withs) input.checked = input.type === "radio" && !input.value;
    return chosen;
  }

  return { furnish, event, along };
})();
