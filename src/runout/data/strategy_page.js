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

function headings(acts) {
  const row = element("tr");
  for (const title of ["hand", "weight", "EV", "equity", "raw"]) row.append(element("th", { scope: "col" }, title));
  if (acts) {
    for (const { sign, action, colour, ink } of data.actions) {
      const chip = element("span", { class: "sign", title: action }, sign);
      chip.style.cssText = `background:${colour};color:${ink};margin:0`;
      row.append(element("th", { scope: "col" }, chip));
    }
  }
  return row;
}

function line([hand, weight, ev, equity, raw, actions]) {
  const row = element("tr", {}, element("td", {}, ...cards(hand), ...(actions.length ? [bar(actions)] : [])));
  for (const text of [percent(weight), chips(ev), percent(equity), percent(raw)]) row.append(element("td", {}, text));
  for (const [share, value] of actions)
    row.append(element("td", {}, percent(share), element("span", { class: "ev" }, chips(value))));
  return row;
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

for (const button of document.querySelectorAll(".tabs button")) {
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll(".tabs button"))
      other.setAttribute("aria-pressed", String(other === button));
    for (const range of document.querySelectorAll("[data-range]")) range.hidden = range.dataset.range !== button.value;
    pinned = null;
  });
}

document.querySelector(".theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = dark ? "light" : "dark";
});
