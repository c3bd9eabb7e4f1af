'use strict';
// A book: walk through its nodes with the buttons; nothing is asked of any other machine.
const RANKS = 'AKQJT98765432';
const $ = (id) => document.getElementById(id);
const make = (tag, text, attributes = {}) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const SUITS = { c: '♣', d: '♦', h: '♥', s: '♠' };
const percent = (share) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);
let book, line = '', player = 'oop', chosen = null;

function colour(action, number) {
  if (action === 'fold') return '#4f7cc4';
  if (action === 'check' || action === 'call') return '#4fa56b';
  return ['#e08a7a', '#d2553f', '#a8321f', '#7a1f12', '#57140b'][Math.min(number, 4)];
}

function colours(actions) {
  let sizes = 0;
  return actions.map((action) => colour(action, /^(bet|raise|all-in)/.test(action) ? sizes++ : 0));
}

function className(hand) {
  const [a, b] = [hand[0], hand[2]].sort((x, y) => RANKS.indexOf(x) - RANKS.indexOf(y));
  return a === b ? a + b : a + b + (hand[1] === hand[3] ? 's' : 'o');
}

function classes(side) {
  const found = {};
  const hands = side.hands.match(/.{4}/g) || [];
  hands.forEach((hand, i) => {
    const name = className(hand);
    (found[name] ||= { rows: [], weight: 0 }).rows.push(i);
    found[name].weight += side.weight[i];
  });
  return [hands, found];
}

function combos(name) {
  return name.length === 2 ? 6 : name[2] === 's' ? 4 : 12;
}

function mean(side, rows, column) {
  let total = 0, weight = 0;
  for (const i of rows) if (column[i] !== null) { total += side.weight[i] * column[i]; weight += side.weight[i]; }
  return weight ? total / weight : null;
}

function go(to) {
  line = to; chosen = null;
  location.hash = encodeURIComponent(to);
  draw();
}

function drawStrip() {
  const steps = line ? line.split(' / ') : [];
  const strip = $('strip'); strip.replaceChildren();
  const start = make('button', book.nodes[''].board);
  start.onclick = () => go(''); strip.append(start);
  steps.forEach((step, i) => {
    const button = make('button', step);
    button.onclick = () => go(steps.slice(0, i + 1).join(' / '));
    strip.append(button);
  });
}

function drawNext(node) {
  const next = $('next'); next.replaceChildren();
  const after = (step) => (line ? `${line} / ${step}` : step);
  if (node.kind === 'action') {
    const tints = colours(node.actions);
    node.actions.forEach((action, i) => {
      const button = make('button', undefined);
      button.append(make('span', '', { class: 'swatch' }), `${action} `, make('small', percent(node.frequencies[action])));
      button.firstChild.style.background = tints[i];
      button.disabled = !(after(action) in book.nodes);
      button.onclick = () => go(after(action));
      next.append(button);
    });
  }
  if (node.kind === 'deal') {
    for (const rank of RANKS) for (const suit of 'shdc') {
      const card = rank + suit;
      if (!(after(card) in book.nodes)) continue;
      const button = make('button', rank + SUITS[suit], { class: suit, 'aria-label': card });
      button.onclick = () => go(after(card));
      next.append(button);
    }
  }
}

function drawTabs(node) {
  const tabs = $('tabs'); tabs.replaceChildren();
  for (const name of ['oop', 'ip']) {
    const button = make('button', name + (node.player === name ? ' acts' : ''), { 'aria-pressed': String(player === name) });
    button.onclick = () => { player = name; chosen = null; draw(); };
    tabs.append(button);
  }
}

function drawGrid(node) {
  const side = node.players[player], [hands, found] = classes(side);
  const tints = colours(node.actions), grid = make('div', undefined, { class: 'grid' });
  for (let row = 0; row < 13; row++) for (let column = 0; column < 13; column++) {
    const [a, b] = [RANKS[Math.min(row, column)], RANKS[Math.max(row, column)]];
    const name = row === column ? a + b : a + b + (column > row ? 's' : 'o');
    const cell = make('button', undefined, { class: 'cell' }), there = found[name];
    let words = `${name}: not here`;
    if (there) {
      const height = 100 * Math.min(1, there.weight / combos(name));
      const shares = side.strategy ? node.actions.map((_, i) => mean(side, there.rows, side.strategy[i]) || 0) : [1];
      let left = 0;
      shares.forEach((share, i) => {
        const bar = make('i');
        Object.assign(bar.style, { left: `${100 * left}%`, width: `${100 * share}%`, height: `${height}%`, background: side.strategy ? tints[i] : '#b89b3e' });
        left += share; cell.append(bar);
      });
      words = `${name}: ` + (side.strategy ? node.actions.map((action, i) => `${action} ${percent(shares[i])}`).join(', ') : `weight ${percent(there.weight / combos(name))}`);
      cell.onclick = () => { chosen = name; drawHands(node, side, hands, there.rows, name); };
    }
    cell.title = words; cell.setAttribute('aria-label', words);
    cell.append(make('b', name)); grid.append(cell);
  }
  $('grid').replaceChildren(grid);
  if (chosen && found[chosen]) drawHands(node, side, hands, found[chosen].rows, chosen);
}

function drawHands(node, side, hands, rows, name) {
  const table = make('table'), head = make('tr');
  const actions = side.strategy ? node.actions : [];
  for (const title of [name, 'weight', 'equity', 'EV', ...actions]) head.append(make('th', title));
  table.append(head);
  for (const i of rows) {
    const row = make('tr'), hand = make('td');
    for (const at of [0, 2]) hand.append(make('span', hands[i][at] + SUITS[hands[i][at + 1]], { class: hands[i][at + 1] }));
    row.append(hand, make('td', percent(side.weight[i])), make('td', percent(side.equity[i])), make('td', side.ev[i] === null ? '–' : side.ev[i]));
    actions.forEach((_, k) => {
      const ev = side.action_ev[k][i];
      row.append(make('td', `${percent(side.strategy[k][i])}${ev === null ? '' : ` (${ev})`}`));
    });
    table.append(row);
  }
  $('hands').replaceChildren(table);
}

function draw() {
  const node = book.nodes[line];
  drawStrip();
  const words = { action: `${node.player} acts`, deal: 'the next card', fold: 'a fold ends it', showdown: 'showdown' };
  $('state').textContent = `${node.board}: pot ${node.pot}, ${words[node.kind]}`;
  $('hands').replaceChildren(...(node.warnings || []).map((text) => make('p', text, { class: 'warn' })));
  drawNext(node);
  for (const id of ['tabs', 'grid']) $(id).replaceChildren();
  if (node.kind === 'action') { drawTabs(node); drawGrid(node); }
}

async function open() {
  const bytes = Uint8Array.from(atob($('book').textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  book = JSON.parse(await new Response(stream).text());
  const wanted = decodeURIComponent(location.hash.slice(1));
  line = wanted in book.nodes ? wanted : '';
  player = book.nodes[line].player || 'oop';
  addEventListener('hashchange', () => {
    const to = decodeURIComponent(location.hash.slice(1));
    if (to !== line && to in book.nodes) { line = to; draw(); }
  });
  draw();
}

open().catch((error) => { $('state').textContent = `This file cannot be opened: ${error}`; });
