// A key to print where there is a printer to ask.
"use strict";
for (const key of document.querySelectorAll("[data-print]")) {
  key.hidden = false;
  key.addEventListener("click", () => print());
}
