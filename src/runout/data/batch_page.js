"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const PLAYERS = ["oop", "ip"];
const CHUNK = 60;  // rows that are added when the end of the table comes into view

// Words that repeat come as a list of all and numbers in it.
const words = (name) => {
  const given = data.boards[name];
  return Array.isArray(given) ? given : given.at.map((number) => given.of[number]);
};
const boards = Object.fromEntries(
  ["board", "name", "texture", "high", "pairing", "suits", "connection", "spot"].map((name) => [name, words(name)]));
const weight = data.boards.weight;
const looks = boards.board.map((board, i) =>
  [board, boards.name[i], boards.texture[i], boards.connection[i], boards.pairing[i]].join(" ").toLowerCase());
const all = weight.map((_, i) => i);

const state = { line: 0, spot: "", find: "", sort: "", down: true, rows: all, heat: 0, against: 0 };
const line = () => data.lines[state.line];
const column = (name) => line().columns[name];

const percent = (value, digits = 1) => value == null ? "–" : (100 * value).toFixed(digits) + " %";
const chips = (value) => value == null ? "–" : value.toFixed(line().decimals);
const ratio = (value) => value == null ? "–" : value.toFixed(2);
const element = (tag, text = "", attributes = {}) => {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

// Means and spreads, each board by its weight.
function mean(values, counts, rows) {
  let sum = 0, total = 0;
  for (const i of rows) if (values[i] != null && counts[i] > 0) { sum += values[i] * counts[i]; total += counts[i]; }
  return total > 0 ? sum / total : null;
}
function eqr(player, rows) {
  const ev = column("ev_" + player), equity = column("equity_" + player), pot = column("pot");
  let worth = 0, share = 0;
  for (const i of rows) if (ev[i] != null && equity[i] != null) { worth += weight[i] * ev[i]; share += weight[i] * pot[i] * equity[i]; }
  return share > 0 ? worth / share : null;
}
function spread(values, counts, rows) {
  const middle = mean(values, counts, rows);
  if (middle == null) return [null, null, null];
  let least = Infinity, most = -Infinity, sum = 0, total = 0;
  for (const i of rows) if (values[i] != null && counts[i] > 0) {
    least = Math.min(least, values[i]); most = Math.max(most, values[i]);
    sum += counts[i] * (values[i] - middle) ** 2; total += counts[i];
  }
  return [least, most, Math.sqrt(sum / total)];
}
const often = (number) => column("often" + number);
const taken = (number) => weight.map((w, i) => w * (often(number)[i] ?? 0));
function aggressive() {  // all bets and raises together
  const numbers = line().actions.flatMap((action, n) => /^(bet|raise|all-in)/.test(action.name) ? [n] : []);
  return weight.map((_, i) => {
    const known = numbers.map((n) => often(n)[i]).filter((value) => value != null);
    return known.length ? known.reduce((a, b) => a + b, 0) : numbers.length && often(0)[i] != null ? 0 : null;
  });
}
function measures() {  // what the heat map and the scatter can show
  const found = [];
  const big = line().actions.filter((action) => /^(bet|raise|all-in)/.test(action.name));
  if (big.length > 1) found.push({ name: big[0].name.startsWith("raise") ? "any raise" : "any bet", values: aggressive(), say: percent });
  const order = line().actions.map((action, n) => [action, n]).reverse();
  for (const [action, n] of order) found.push({ name: action.name, values: often(n), say: percent });
  for (const player of PLAYERS) {
    found.push({ name: `${player} EV`, values: column("ev_" + player), say: chips, worth: true });
    found.push({ name: `${player} equity`, values: column("equity_" + player), say: percent, worth: true });
  }
  return found;
}

function shown() {
  const wanted = state.find.toLowerCase().split(/[\s,]+/).filter(Boolean);
  const rows = all.filter((i) => (!state.spot || boards.spot[i] === state.spot) && wanted.every((word) => looks[i].includes(word)));
  const key = sortKey();
  if (key) rows.sort((a, b) => {
    const [x, y] = [key[a], key[b]];
    if (x == null || y == null) return (x == null) - (y == null);
    const order = typeof x === "string" ? x.localeCompare(y) : x - y;
    return (state.down ? -order : order) || a - b;
  });
  return rows;
}
function sortKey() {
  if (!state.sort) return null;
  return { board: all, name: boards.name, spot: boards.spot, weight }[state.sort] ?? column(state.sort) ?? null;
}

// The parts of the page.
function summary() {
  const { actions, player } = line(), rows = state.rows;
  by("said").textContent = `${rows.length.toLocaleString("en")} of ${all.length.toLocaleString("en")} boards, means by how often they come`
    + (data.condition ? `; boards with ${data.condition}` : "")
    + (data.left_out.length ? `; not in this page: ${data.left_out.join(", ")}` : "");
  by("acts").textContent = player ? `what ${player} does` : "nobody acts here";
  by("mean").replaceChildren(...actions.map((action, n) =>
    element("i", "", { style: `width:${100 * (mean(often(n), weight, rows) ?? 0)}%;background:${action.colour}` })));
  const titles = (names) => { const row = element("tr"); row.append(...names.map((name) => element("th", name, { scope: "col" }))); return row; };
  const cells = (values) => { const row = element("tr"); row.append(...values.map((value) => typeof value === "string" ? element("td", value) : value)); return row; };
  by("actions").replaceChildren(titles(["action", "frequency", "least", "most", "±", "EV"]), ...actions.map((action, n) => {
    const name = element("td"), sign = element("span", "\u00a0", { class: "sign", style: `background:${action.colour};color:${action.ink}` });
    name.append(sign, action.name);
    const [least, most, apart] = spread(often(n), weight, rows);
    return cells([name, percent(mean(often(n), weight, rows)), percent(least, 0), percent(most, 0), percent(apart, 0), chips(mean(column("worth" + n), taken(n), rows))]);
  }));
  by("players").replaceChildren(titles(["player", "EV", "±", "equity", "±", "EQR"]), ...PLAYERS.map((name) => {
    const ev = column("ev_" + name), equity = column("equity_" + name);
    const row = cells([name, chips(mean(ev, weight, rows)), chips(spread(ev, weight, rows)[2]), percent(mean(equity, weight, rows)), percent(spread(equity, weight, rows)[2]), ratio(eqr(name, rows))]);
    if (name === player) row.className = "acts";
    return row;
  }));
}

function sized(canvas) {
  const scale = devicePixelRatio || 1, width = canvas.clientWidth;
  const height = +(canvas.dataset.tall ??= canvas.getAttribute("height"));
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.height = height + "px";
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  return { pen, width, height };
}
const colour = (name) => getComputedStyle(document.body).getPropertyValue(name).trim();

function bars() {
  const { pen, width, height } = sized(by("bars"));
  const rows = state.rows, each = width / Math.max(rows.length, 1), gap = each > 6 ? 1 : 0;
  pen.fillStyle = colour("--none");
  pen.fillRect(0, 0, width, height);
  const pixel = devicePixelRatio || 1, edge = (place) => Math.round(place * each * pixel) / pixel;
  rows.forEach((i, place) => {
    const left = edge(place), wide = Math.max(edge(place + 1) - left - gap, 1 / pixel);
    let at = height;
    line().actions.forEach((action, n) => {
      const tall = (often(n)[i] ?? 0) * height;
      pen.fillStyle = action.colour;
      pen.fillRect(left, at - tall, wide, tall);
      at -= tall;
    });
  });
}
function barAt(event) {
  const box = by("bars").getBoundingClientRect();
  return state.rows[Math.min(state.rows.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * state.rows.length)))];
}

const SUITS = ["rainbow", "two-tone", "monotone"];
const SUIT_COLOURS = ["#8a94a3", "#e08a1e", "#7b4fd0"];
const suitColour = (i) => SUIT_COLOURS[SUITS.indexOf(boards.suits[i])] ?? "#4285d6";
let dots = [];
function scatter() {
  const canvas = by("scatter"), { pen, width, height } = sized(canvas);
  const chosen = measures().filter((one) => !one.worth)[state.against], player = line().player ?? "oop";
  const equity = column("equity_" + player), left = 44, bottom = 34, top = 8, right = 10;
  dots = [];
  if (!chosen) return;
  const known = state.rows.filter((i) => equity[i] != null && chosen.values[i] != null);
  const xs = known.map((i) => equity[i]);
  let low = Math.floor(20 * Math.min(...xs)) / 20, high = Math.ceil(20 * Math.max(...xs)) / 20;
  if (!known.length) [low, high] = [0, 1];
  if (high - low < 0.05) high = low + 0.05;
  const x = (value) => left + (value - low) / (high - low) * (width - left - right);
  const y = (value) => height - bottom - value * (height - bottom - top);
  pen.font = "12px system-ui, sans-serif";
  pen.strokeStyle = colour("--line");
  pen.fillStyle = colour("--soft");
  pen.lineWidth = 1;
  const rule = (a, b, c, d) => { pen.beginPath(); pen.moveTo(a, b); pen.lineTo(c, d); pen.stroke(); };
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    rule(left, y(share), width - right, y(share));
    pen.textAlign = "right";
    pen.fillText(percent(share, 0), left - 5, y(share) + 4);
  }
  const steps = Math.max(1, Math.round((high - low) / 0.05 / 6));
  pen.textAlign = "center";
  for (let value = low; value <= high + 1e-9; value += 0.05 * steps) {
    rule(x(value), top, x(value), height - bottom);
    pen.fillText(percent(value, 0), Math.min(x(value), width - 16), height - bottom + 16);
  }
  pen.fillText(`equity of ${player}`, (left + width - right) / 2, height - 3);
  const size = known.length > 400 ? 2.2 : known.length > 100 ? 3 : 4;
  pen.globalAlpha = known.length > 400 ? 0.65 : 0.85;
  for (const i of known) {
    pen.fillStyle = suitColour(i);
    pen.beginPath();
    pen.arc(x(equity[i]), y(chosen.values[i]), size, 0, 7);
    pen.fill();
    dots.push([x(equity[i]), y(chosen.values[i]), i]);
  }
  pen.globalAlpha = 1;
}
function dotAt(event) {
  const box = by("scatter").getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
  let best = null, near = 18 ** 2;
  for (const [x, y, i] of dots) {
    const apart = (x - px) ** 2 + (y - py) ** 2;
    if (apart < near) [best, near] = [i, apart];
  }
  return best;
}
function dotLegend() {
  const said = by("dot-said");
  said.replaceChildren();
  const there = SUITS.filter((word) => boards.suits.includes(word));
  there.forEach((word) => said.append(element("span", "", { class: "dot", style: `background:${SUIT_COLOURS[SUITS.indexOf(word)]}` }), word));
}

const KINDS = [
  ["rainbow", (i) => boards.pairing[i] === "unpaired" && boards.suits[i] === "rainbow"],
  ["two-tone", (i) => boards.pairing[i] === "unpaired" && boards.suits[i] === "two-tone"],
  ["mono\u00adtone", (i) => boards.pairing[i] === "unpaired" && boards.suits[i] === "monotone"],
  ["paired rainbow", (i) => boards.pairing[i] === "paired" && boards.suits[i] === "rainbow"],
  ["paired two-tone", (i) => boards.pairing[i] === "paired" && boards.suits[i] === "two-tone"],
  ["trips", (i) => boards.pairing[i] === "trips"],
  ["other", (i) => !["rainbow", "two-tone", "monotone"].includes(boards.suits[i]) || !["unpaired", "paired", "trips"].includes(boards.pairing[i])],
];
function mixed(low, high, along) {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [low, high].map((text) => parseInt(text.slice(at, at + 2), 16));
    return Math.round(a + along * (b - a));
  });
  const dark = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] <= 150;
  return `background:rgb(${parts});color:${dark ? "#fff" : "#000"}`;
}
function heat() {
  const chosen = measures()[state.heat];
  if (!chosen) return by("heat").replaceChildren();
  const kinds = KINDS.filter(([, test]) => state.rows.some(test));
  const ranks = [..."AKQJT98765432"].filter((rank) => state.rows.some((i) => boards.high[i] === rank));
  const table = ranks.map((rank) => kinds.map(([, test]) => {
    const rows = state.rows.filter((i) => boards.high[i] === rank && test(i));
    return rows.length ? [mean(chosen.values, weight, rows), rows.length] : null;
  }));
  const known = table.flat().filter((cell) => cell && cell[0] != null).map((cell) => cell[0]);
  const low = Math.min(...known), high = Math.max(...known);
  const head = element("tr");
  head.append(element("th"), ...kinds.map(([name]) => element("th", name, { scope: "col" })));
  by("heat").replaceChildren(head, ...ranks.map((rank, r) => {
    const row = element("tr");
    row.append(element("th", rank, { scope: "row" }));
    for (const cell of table[r]) {
      if (!cell || cell[0] == null) { row.append(element("td")); continue; }
      const along = high > low ? (cell[0] - low) / (high - low) : 0.5;
      const style = along < 0.5 ? mixed(data.heat[0], data.heat[1], 2 * along) : mixed(data.heat[1], data.heat[2], 2 * along - 1);
      const text = chosen.say === percent ? (100 * cell[0]).toFixed(0) : chosen.say(cell[0]);
      row.append(element("td", text, { style, title: `${rank}-high: ${chosen.name} ${chosen.say(cell[0])}, ${cell[1]} boards` }));
    }
    return row;
  }));
}

// The table: as many rows as are looked at.
let drawn = 0;
const cards = (board) => board.match(/../g).map((card) => {
  const made = element("span", card[0] + { c: "♣", d: "♦", h: "♥", s: "♠" }[card[1]], { class: `playing ${card[1]}` });
  return made;
});
function columns() {
  const found = [["board", "board"], ["name", "name"]];
  if (data.spots.length > 1) found.push(["spot", "spot"]);
  if (line().actions.length) found.push(["", ""]);
  line().actions.forEach((action, n) => found.push(["often" + n, action.name], ["worth" + n, "EV"]));
  for (const player of PLAYERS)
    for (const [what, word] of [["ev", "EV"], ["equity", "equity"], ["eqr", "EQR"]]) found.push([`${what}_${player}`, `${player} ${word}`]);
  found.push(["weight", "weight"]);
  return found;
}
function head() {
  const row = element("tr");
  for (const [key, title] of columns()) {
    const cell = element("th", "", { scope: "col" });
    if (["board", "name", "spot", ""].includes(key)) cell.className = "left";
    if (key) {
      const button = element("button", title + (state.sort === key ? (state.down ? " ↓" : " ↑") : ""), { type: "button" });
      button.addEventListener("click", () => {
        state.down = state.sort === key ? !state.down : !["board", "name", "spot"].includes(key);
        state.sort = key;
        draw();
      });
      if (state.sort === key) cell.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      cell.append(button);
    }
    row.append(cell);
  }
  document.querySelector("#boards thead").replaceChildren(row);
}
function split(i) {
  const stops = [];
  let at = 0;
  line().actions.forEach((action, n) => {
    const share = often(n)[i] ?? 0;
    stops.push(`${action.colour} ${(100 * at).toFixed(1)}% ${(100 * (at + share)).toFixed(1)}%`);
    at += share;
  });
  return `linear-gradient(90deg,${stops.join(",")})`;
}
function said(key, i) {
  if (key === "weight") return String(Math.round(10 * weight[i]) / 10);
  const value = column(key)[i];
  return key.startsWith("ev_") || key.startsWith("worth") ? chips(value) : key.startsWith("eqr") ? ratio(value) : percent(value);
}
function tableRow(i) {
  const row = element("tr", "", { tabindex: "0", "data-row": i });
  for (const [key] of columns()) {
    const cell = element("td");
    if (key === "board") { cell.append(...cards(boards.board[i])); cell.className = "left"; }
    else if (key === "name" || key === "spot") { cell.textContent = boards[key][i]; cell.className = "left name"; }
    else if (key === "") cell.append(element("i", "", { class: "split", style: `background:${split(i)}` }));
    else { cell.textContent = said(key, i); if (!key.startsWith("often")) cell.className = "soft"; }
    row.append(cell);
  }
  return row;
}
function moreRows() {
  const next = state.rows.slice(drawn, drawn + CHUNK);
  document.querySelector("#boards tbody").append(...next.map(tableRow));
  drawn += next.length;
  by("more").textContent = drawn < state.rows.length ? `${drawn} of ${state.rows.length} boards; more as you scroll` : state.rows.length ? "" : "no board has all these words";
}
function table() {
  head();
  document.querySelector("#boards tbody").replaceChildren();
  drawn = 0;
  moreRows();
}

// One board's grid at the first line.
let grids = null;
async function unpacked() {
  if (grids) return grids;
  const packed = Uint8Array.from(atob(data.grid.bytes), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  grids = new Uint8Array(await new Response(stream).arrayBuffer());
  return grids;
}
let open = null;
async function show(i) {
  if (i == null) return;
  open = i;
  by("one-cards").replaceChildren(...cards(boards.board[i]));
  by("one-name").textContent = boards.texture[i] + (data.spots.length > 1 ? `, ${boards.spot[i]}` : "");
  const { grid } = data, first = data.lines.find((one) => one.line === grid.line);
  const where = grid.line ? `after ${grid.line}` : "at the first action";
  by("one-said").textContent = grid.note ?? `${grid.player} ${where}; cells are filled by how much of the class is in the range`;
  by("one-legend").replaceChildren();
  by("one-grid").replaceChildren();
  if (!by("one").open) by("one").showModal();
  if (!grid.bytes) return;
  by("one-legend").append(...grid.actions.map((action, n) => {
    const word = element("span"), share = first ? first.columns["often" + n][i] : null;
    word.append(element("i", "", { style: `background:${action.colour}` }), action.name + (share == null ? "" : ` ${percent(share)}`));
    return word;
  }));
  const bytes = await unpacked(), each = 1 + grid.actions.length;
  if (open !== i) return;
  by("one-grid").replaceChildren(...Array.from({ length: 13 }, (_, r) => {
    const row = element("tr");
    row.append(...Array.from({ length: 13 }, (_, c) => cellOf(bytes, i, 13 * r + c, each, grid.actions)));
    return row;
  }));
}
function cellOf(bytes, i, number, each, actions) {
  const at = (i * 169 + number) * each, cell = element("td"), name = element("b", data.classes[number]);
  cell.append(name);
  if (!bytes[at]) return cell;
  const shares = actions.map((_, n) => bytes[at + 1 + n]), total = shares.reduce((a, b) => a + b, 0) || 1;
  let from = 0;
  const stops = shares.map((share, n) => {
    const to = from + 100 * share / total, stop = `${actions[n].colour} ${from.toFixed(1)}% ${to.toFixed(1)}%`;
    from = to;
    return stop;
  });
  cell.className = "in";
  cell.style.setProperty("--fill", bytes[at] + "%");
  cell.style.setProperty("--split", `linear-gradient(90deg,${stops.join(",")})`);
  cell.title = `${data.classes[number]}: ` + actions.map((action, n) => `${action.name} ${shares[n]} %`).join(", ");
  return cell;
}
const beside = (step) => {
  const place = state.rows.indexOf(open) + step;
  if (place >= 0 && place < state.rows.length) show(state.rows[place]);
};

function say(id, i, text) { if (i != null) by(id).textContent = `${boards.board[i]} ${boards.texture[i]}: ${text}`; }
function actionsSaid(i) {
  return line().actions.map((action, n) => `${action.name} ${percent(often(n)[i])}`).join(", ");
}

function options(select, names, chosen = 0) {
  select.replaceChildren(...names.map((name, n) => element("option", name, { value: n })));
  select.value = String(Math.min(chosen, names.length - 1));
}
function choices() {
  const known = measures();
  state.against = state.heat = 0;
  options(by("against"), known.filter((one) => !one.worth).map((one) => one.name));
  options(by("heat-what"), known.map((one) => one.name));
}
function draw() {
  state.rows = shown();
  summary();
  bars();
  scatter();
  heat();
  table();
}

options(by("line"), data.lines.map((one) => (one.line || "first action") + (one.player ? ` (${one.player})` : "")));
if (data.spots.length > 1) {
  by("spots").hidden = false;
  by("spot").replaceChildren(element("option", "all", { value: "" }), ...data.spots.map((name) => element("option", name, { value: name })));
}
choices();
dotLegend();
if (line().actions.length) state.sort = "often0";
draw();

by("line").addEventListener("change", (event) => { state.line = +event.target.value; if (!sortKey()) state.sort = ""; choices(); draw(); });
by("spot").addEventListener("change", (event) => { state.spot = event.target.value; draw(); });
by("find").addEventListener("input", (event) => { state.find = event.target.value; draw(); });
by("against").addEventListener("change", (event) => { state.against = +event.target.value; scatter(); });
by("heat-what").addEventListener("change", (event) => { state.heat = +event.target.value; heat(); });
by("bars").addEventListener("pointermove", (event) => say("bar-said", barAt(event), actionsSaid(barAt(event))));
by("bars").addEventListener("click", (event) => show(barAt(event)));
by("scatter").addEventListener("pointermove", (event) => {
  const i = dotAt(event);
  if (i == null) return;
  const chosen = measures().filter((one) => !one.worth)[state.against], player = line().player ?? "oop";
  say("dot-said", i, `equity ${percent(column("equity_" + player)[i])}, ${chosen.name} ${percent(chosen.values[i])}`);
});
by("scatter").addEventListener("pointerleave", dotLegend);
by("scatter").addEventListener("click", (event) => show(dotAt(event)));
document.querySelector("#boards tbody").addEventListener("click", (event) => show(+event.target.closest("tr").dataset.row));
document.querySelector("#boards tbody").addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(+event.target.closest("tr").dataset.row); }
});
by("before").addEventListener("click", () => beside(-1));
by("after").addEventListener("click", () => beside(1));
by("close").addEventListener("click", () => by("one").close());
by("one").addEventListener("click", (event) => { if (event.target === by("one")) by("one").close(); });
by("one").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") beside(-1);
  if (event.key === "ArrowRight") beside(1);
});
document.querySelector(".theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  root.dataset.theme = dark ? "light" : "dark";
  bars();
  scatter();
});
new IntersectionObserver((seen) => { if (seen[0].isIntersecting && drawn < state.rows.length) moreRows(); }, { rootMargin: "600px" }).observe(by("more"));
let resized = 0;
addEventListener("resize", () => { cancelAnimationFrame(resized); resized = requestAnimationFrame(() => { bars(); scatter(); }); });
const asked = boards.board.indexOf(decodeURIComponent(location.hash.slice(1)));
if (asked >= 0) show(asked);
document.body.dataset.ready = Math.round(performance.now());
