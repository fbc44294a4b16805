// The picture of a ranking given to another app; where that is not offered it is saved, and without a script it is an SVG.
"use strict";
document.addEventListener("click", async event => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  const drawn = new Image();
  drawn.src = link.href;
  await drawn.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.width * 2, drawn.height * 2];
  canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise(done => canvas.toBlob(done, "image/png"));
  const file = new File([picture], `${link.dataset.picture}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: link.dataset.picture }).catch(() => {});
    return;
  }
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(picture);
  saved.download = file.name;
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
});
