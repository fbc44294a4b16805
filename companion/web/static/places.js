// Names at their seats: held by its handle a name is dragged to another seat; where a game is begun it can also go.
"use strict";
(() => {
  for (const list of document.querySelectorAll("ol.places")) furnish(list);

  function furnish(list) {
    const rows = [...list.children];
    const inputs = rows.map(row => row.querySelector("input[type=text]"));
    const begins = rows.map(row => row.querySelector("input[type=radio]"));
    const seated = () => rows.map((_, at) => ({ name: inputs[at].value, first: begins[at]?.checked }));

    // Whoever begins begins from any seat.
    function seat(people) {
      rows.forEach((_, at) => {
        inputs[at].value = people[at]?.name ?? "";
        if (people[at]?.first) begins[at].checked = true;
      });
      inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
    }
    function moved(people, from, to) {
      const left = [...people], [one] = left.splice(from, 1);
      left.splice(to, 0, one);
      return left;
    }

    rows.forEach((row, at) => {
      const handle = key("handle", "⠿", list.dataset.move, at);
      row.insertBefore(handle, row.querySelector("input[type=text]"));
      let before = null;
      handle.addEventListener("pointerdown", event => {
        before = seated();
        handle.setPointerCapture(event.pointerId);
        row.classList.add("held");
      });
      handle.addEventListener("pointermove", event => {
        if (!before) return;
        const over = rows.findIndex(other => event.clientY < other.getBoundingClientRect().bottom);
        const to = over < 0 ? rows.length - 1 : over;
        rows.forEach((other, place) => other.classList.toggle("held", place === to));
        seat(moved(before, at, to));
      });
      for (const end of ["pointerup", "pointercancel"]) {
        handle.addEventListener(end, event => {
          if (before && event.type === "pointercancel") seat(before);
          before = null;
          for (const other of rows) other.classList.remove("held");
        });
      }
      handle.addEventListener("keydown", event => {
        const to = at + { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!rows[to]) return;
        event.preventDefault();
        seat(moved(seated(), at, to));
        rows[to].querySelector(".handle").focus();
      });
      if (!list.dataset.leave) return;
      const leave = key("leave", "×", list.dataset.leave, at);
      leave.addEventListener("click", () => {
        const people = seated(), [gone] = people.splice(at, 1);
        const next = people[at] ?? people[0];
        if (gone.first) (next.name ? next : people[0]).first = true;
        seat(people);
      });
      row.append(leave);
    });
  }

  function key(kind, sign, words, at) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = `tool ${kind}`;
    made.setAttribute("aria-label", `${words} ${at + 1}`);
    made.textContent = sign;
    return made;
  }
})();
