/** Locks as they are painted: what a class, a hand or a whole range does at a node. */
import { strategyOf } from "./class_cells";
import { classOf, className } from "./hands";
import { countsOf, type Columns, type NodeSheet, type Player } from "./sheet";

/** Share of each action, by its name; they sum to one. */
export type Play = Record<string, number>;

/** A lock as the server takes it. */
export interface Lock {
  line: string;
  hands?: string;
  play?: Play;
  frequencies?: Play;
}

/** A lock whose hands are named one by one, each a class or a hand. */
export interface NamedLock extends Omit<Lock, "hands"> {
  names: readonly string[];
}

/** What was painted at one node. */
export interface Painted {
  /** By class or hand, what it does. */
  hands: Record<string, Play>;
  /** How often the range as a whole takes actions; instead of hands. */
  range: Play | null;
}

export const UNPAINTED: Painted = { hands: {}, range: null };

/** A brush that always does one thing. */
export function pure(actions: readonly string[], action: string): Play {
  return Object.fromEntries(actions.map((one) => [one, one === action ? 1 : 0]));
}

/** One action's share changed, the others scaled so that all sum to one. */
export function adjusted(play: Play, action: string, share: number): Play {
  const others = Object.keys(play).filter((one) => one !== action);
  const before = others.reduce((sum, one) => sum + (play[one] ?? 0), 0);
  const rest = 1 - share;
  const changed: Play = { [action]: share };
  for (const one of others) {
    changed[one] = before > 0 ? ((play[one] ?? 0) / before) * rest : rest / others.length;
  }
  return Object.fromEntries(Object.keys(play).map((one) => [one, changed[one] ?? 0]));
}

/** What is painted with one stroke more; a class takes its single hands with it. */
export function paint(painted: Painted, hands: readonly string[], play: Play | null): Painted {
  const isStruck = (known: string): boolean =>
    hands.includes(known) || (known.length === 4 && hands.includes(className(classOf(known))));
  const rest = Object.entries(painted.hands).filter(([known]) => !isStruck(known));
  const struck = play ? hands.map((one) => [one, play] as const) : [];
  return { hands: Object.fromEntries([...rest, ...struck]), range: null };
}

/** What is painted at all nodes after a stroke at one; a node without any is none of them. */
export function struckAt(all: Record<string, Painted>, line: string, hands: readonly string[], play: Play | null): Record<string, Painted> {
  const here = paint(all[line] ?? UNPAINTED, hands, play);
  const others = Object.entries(all).filter(([one]) => one !== line);
  return Object.fromEntries(Object.keys(here.hands).length ? [...others, [line, here]] : others);
}

/** One hand freed, also out of a painted class: its other hands stay as they were painted. */
export function freedAt(all: Record<string, Painted>, line: string, hand: string, held: readonly string[]): Record<string, Painted> {
  const painted = all[line] ?? UNPAINTED;
  const name = className(classOf(hand));
  const play = painted.hands[name];
  if (!play) return struckAt(all, line, [hand], null);
  const others = held.filter((one) => one !== hand && className(classOf(one)) === name && !(one in painted.hands));
  const kept = Object.entries(painted.hands).filter(([known]) => known !== name && known !== hand);
  const hands = Object.fromEntries([...kept, ...others.map((one) => [one, play] as const)]);
  return Object.keys(hands).length ? { ...all, [line]: { hands, range: null } } : struckAt(all, line, [name], null);
}

/** Everything that was painted, by line, as locks: classes first, because later locks hold. */
export function locksOf(all: Record<string, Painted>): Lock[] {
  return Object.entries(all).flatMap(([line, painted]) =>
    painted.range ? [{ line, frequencies: painted.range }] : handLocks(line, painted.hands),
  );
}

/** The other way round. */
export function paintedOf(locks: readonly NamedLock[]): Record<string, Painted> {
  const all: Record<string, Painted> = {};
  for (const { line, names, play, frequencies } of locks) {
    all[line] = frequencies ? { hands: {}, range: frequencies } : paint(all[line] ?? UNPAINTED, names, play ?? null);
  }
  return all;
}

/** Both changes of what was painted before: a node that was painted here stays so, others are as they are there. */
export function merged(
  before: Record<string, Painted>,
  mine: Record<string, Painted>,
  theirs: Record<string, Painted>,
): Record<string, Painted> {
  const lines = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const isMine = (line: string): boolean => JSON.stringify(mine[line]) !== JSON.stringify(before[line]);
  return Object.fromEntries(
    lines.flatMap((line) => {
      const painted = isMine(line) ? mine[line] : theirs[line];
      return painted ? [[line, painted] as const] : [];
    }),
  );
}

/** Whether a class or a hand is one of a player's. */
export function isHeld(columns: Columns, name: string): boolean {
  return columns.hands.some((hand) => hand === name || className(classOf(hand)) === name);
}

function handLocks(line: string, hands: Record<string, Play>): Lock[] {
  const alike = new Map<string, { names: string[]; play: Play }>();
  const names = Object.keys(hands).sort((a, b) => a.length - b.length);
  for (const name of names) {
    const play = whole(hands[name] ?? {});
    const key = `${name.length > 3} ${JSON.stringify(play)}`;
    const found = alike.get(key);
    if (found) found.names.push(name);
    else alike.set(key, { names: [name], play });
  }
  return [...alike.values()].map(({ names: together, play }) => ({ line, hands: together.join(","), play }));
}

/** Shares that sum to one, without actions that are never taken. */
function whole(play: Play): Play {
  const taken = Object.entries(play).filter(([, share]) => share > 0);
  const sum = taken.reduce((total, [, share]) => total + share, 0) || 1;
  return Object.fromEntries(taken.map(([action, share]) => [action, share / sum]));
}

/** Every hand of the player to act, doing what it does now. */
export function frozen(sheet: NodeSheet, player: Player): Painted {
  const columns = sheet.players[player];
  const hands: Record<string, Play> = {};
  columns.hands.forEach((hand, row) => {
    const shares = sheet.actions.map((action, number) => [action, columns.strategy?.[number]?.[row] ?? 0] as const);
    if (shares.some(([, share]) => share > 0)) hands[hand] = Object.fromEntries(shares);
  });
  return { hands, range: null };
}

/** The node as it looks with what was painted: what hands do, and how often the range does it. */
export function previewed(sheet: NodeSheet, painted: Painted | undefined): NodeSheet {
  const player = sheet.player;
  if (!painted || !player || !Object.keys(painted.hands).length) return sheet;
  const columns = sheet.players[player];
  const plays = columns.hands.map((hand) => painted.hands[hand] ?? painted.hands[className(classOf(hand))] ?? null);
  const changed: Columns = {
    ...columns,
    strategy: sheet.actions.map((action, number) =>
      plays.map((play, row) => (play ? (play[action] ?? 0) : (columns.strategy?.[number]?.[row] ?? null))),
    ),
    locked: plays.map((play, row) => play !== null || (columns.locked?.[row] ?? false)),
  };
  const shares = strategyOf(changed, countsOf(changed), [...columns.hands.keys()]);
  const frequencies = shares.length ? Object.fromEntries(sheet.actions.map((action, number) => [action, shares[number] ?? 0])) : sheet.frequencies;
  return { ...sheet, frequencies, players: { ...sheet.players, [player]: changed } };
}

/** What hands of a node were locked to when it was solved, as locks again. */
export function keptLocks(sheet: NodeSheet): Lock[] {
  if (!sheet.player) return [];
  const columns = sheet.players[sheet.player];
  const told = columns.hands.filter((_, row) => columns.locked?.[row]);
  const all = frozen(sheet, sheet.player).hands;
  return handLocks(sheet.line, Object.fromEntries(told.flatMap((hand) => (all[hand] ? [[hand, all[hand]]] : []))));
}
