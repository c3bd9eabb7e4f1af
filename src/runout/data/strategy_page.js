"use strict";
const data = JSON.parse(document.getElementById("hands").textContent);
const detail = document.getElementById("detail");
const suits = { c: "♣", d: "♦", h: "♥", s: "♠" };
const percent = (share) => (share === null ? "-" : `${(100 * share).toFixed(1)} %`);
const chips = (value) => (value === null ? "-" : value.toFixed(Math.abs(value) < 999.995 ? 2 : 1).replace(/^-(0\.00)$/, "$1"));

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function cards(hand) {
  return [hand.slice(0, 2), hand.slice(2)].map((card) =>
    element("span", { class: `playing ${card[1]}` }, card[0] + suits[card[1]]));
}

function bar(actions) {
  const parts = actions.map(([share], i) => {
    const part = element("i");
    part.style.cssText = `width:${100 * (share ?? 0)}%;background:${data.actions[i].colour}`;
    return part;
  });
  return element("div", { class: "bar" }, ...parts);
}

function heading(text) {
  return element("th", { scope: "col" }, text);
}

function headings(acts) {
  const signs = (acts ? data.actions : []).map(({ sign, action, colour, ink }) => {
    const chip = element("span", { class: "sign", title: action }, sign);
    chip.style.cssText = `background:${colour};color:${ink};margin:0`;
    return heading(chip);
  });
  const titles = ["equity", "realised", "weight"].map(heading);
  return element("tr", {}, heading("hand"), heading("EV"), ...signs, ...titles);
}

function line([hand, weight, ev, equity, realised, actions, locked]) {
  const cell = (...inside) => element("td", {}, ...inside);
  const shares = actions.map(([share, value]) => cell(percent(share), element("span", { class: "ev" }, chips(value))));
  const first = cell(...cards(hand), ...(locked ? ["* locked"] : []), ...(actions.length ? [bar(actions)] : []));
  const worth = [equity, realised, weight].map((share) => cell(percent(share)));
  return element("tr", {}, first, cell(chips(ev)), ...shares, ...worth);
}

function show(cell) {
  const { hand, player } = cell.dataset;
  const hands = data.hands[player][hand] ?? [];
  document.querySelectorAll("td.chosen").forEach((other) => other.classList.remove("chosen"));
  cell.classList.add("chosen");
  const title = element("h2", {}, cell.title);
  if (!hands.length) return detail.replaceChildren(title);
  const acts = hands[0][5].length > 0;
  const table = element("table", { class: "numbers combos" }, headings(acts), ...hands.map(line));
  const note = acts ? [element("p", { class: "hint" }, "Under each frequency: the EV of that action.")] : [];
  detail.replaceChildren(title, element("div", { class: "scroll" }, table), ...note);
}

let pinned = null;
function pin(cell) {
  pinned = cell;
  show(cell);
}

const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
for (const table of document.querySelectorAll("table.grid")) {
  const rows = [...table.rows].map((row) => [...row.cells]);
  rows.forEach((row, y) => row.forEach((cell, x) => {
    cell.tabIndex = x || y ? -1 : 0;
    cell.addEventListener("click", () => (cell === pinned ? (pinned = null) : pin(cell)));
    cell.addEventListener("mouseenter", () => pinned || !cell.classList.contains("in") || show(cell));
    cell.addEventListener("focus", () => cell.matches(":focus-visible") && pin(cell));
    cell.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      rows[(y + step[0] + 13) % 13][(x + step[1] + 13) % 13].focus();
    });
  }));
}

let shown = document.querySelector(".what button[aria-pressed=true]").value;
function heat(player) {
  const grid = data.heats[player][shown];
  const cells = document.querySelectorAll(`[data-range=${player}] table.grid td`);
  cells.forEach((cell, number) => {
    const found = grid?.cells[number];
    const second = cell.querySelector("span");
    cell.classList.toggle("heat", Boolean(found));
    cell.classList.toggle("plain", Boolean(grid && !found));
    if (!second) return;
    second.dataset.signs ??= second.textContent;
    second.textContent = grid ? (found?.[0] ?? "") : second.dataset.signs;
    if (!found) return;
    cell.style.setProperty("--heat", found[1]);
    cell.style.setProperty("--heat-ink", found[2]);
  });
}

function measure(what) {
  shown = what;
  for (const button of document.querySelectorAll(".what button:not(.scaled)"))
    button.setAttribute("aria-pressed", String(button.value === what));
  Object.keys(data.heats).forEach(heat);
  document.querySelector(".scaled").hidden = what !== "strategy";
  describe();
}

function describe() {
  const player = document.querySelector(".tabs button[aria-pressed=true]").value;
  document.getElementById("measure").textContent = data.heats[player][shown]?.title ?? "";
  for (const button of document.querySelectorAll(".what button[data-of]"))
    button.hidden = button.dataset.of !== "" && button.dataset.of !== player;
  if (document.querySelector(".what button:not(.scaled)[aria-pressed=true][hidden]")) measure("strategy");
}

for (const button of document.querySelectorAll(".what button:not(.scaled)"))
  button.addEventListener("click", () => measure(button.value));
document.querySelector(".scaled").addEventListener("click", ({ target }) => {
  const even = target.closest(".panel").classList.toggle("evenly");
  target.setAttribute("aria-pressed", String(!even));
});

for (const button of document.querySelectorAll(".tabs button")) {
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll(".tabs button"))
      other.setAttribute("aria-pressed", String(other === button));
    for (const range of document.querySelectorAll("[data-range]")) range.hidden = range.dataset.range !== button.value;
    pinned = null;
    describe();
  });
}
measure(shown);

document.querySelector(".theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = dark ? "light" : "dark";
});
