"use strict";
for (const button of document.querySelectorAll(".what button")) {
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll(".what button"))
      other.setAttribute("aria-pressed", String(other === button));
    for (const grid of document.querySelectorAll("[data-grid]")) grid.hidden = grid.dataset.grid !== button.value;
  });
}

document.querySelector(".theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = dark ? "light" : "dark";
});
