// Where a phone can hand files on to other apps, each file gets a key for that; elsewhere they are downloaded.
"use strict";
const able = navigator.canShare && navigator.canShare({files: [new File(["x"], "x.txt", {type: "text/plain"})]});
for (const key of document.querySelectorAll("[data-share]")) {
  const link = key.parentElement.querySelector("a");
  key.hidden = !able;
  key.addEventListener("click", async () => {
    const answer = await fetch(link.href);
    const name = (answer.headers.get("Content-Disposition") || "").split("filename=")[1];
    // Apps take few kinds of file from a page: all of these are text.
    const file = new File([await answer.blob()], name, {type: name.endsWith(".csv") ? "text/csv" : "text/plain"});
    navigator.share({files: [file]}).catch(() => {});
  });
}
