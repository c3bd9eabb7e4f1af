/** Colours of actions and heat maps: folds blue, checks and calls green, bets amber over red to purple. */

export type Colour = readonly [number, number, number];

const FOLD: Colour = [61, 124, 201];
const CHECK: Colour = [63, 158, 98];
const BETS: readonly Colour[] = [
  [232, 172, 60],
  [205, 65, 52],
  [126, 52, 148],
];
const HEAT: readonly Colour[] = [
  [196, 78, 66],
  [238, 229, 203],
  [52, 145, 98],
];
/** Of a range whose player does not act. */
export const RANGE: Colour = [70, 130, 150];
const SMALLEST = 0.25; // bets, in pots, at the two ends of the scale
const LARGEST = 2;
const SIGNS: Record<string, string> = {
  fold: "F",
  check: "X",
  call: "C",
  bet: "B",
  raise: "R",
  "all-in": "A",
};

/** What an action is: its first word. */
export function kindOf(action: string): string {
  return action.split(" ")[0] ?? action;
}

/** A colour for each action of a node; the larger the bet, the further along the scale. */
export function actionColours(actions: readonly string[], pot: number): Colour[] {
  return actions.map((action) => colourOf(action, pot));
}

function colourOf(action: string, pot: number): Colour {
  const kind = kindOf(action);
  if (kind === "fold") return FOLD;
  if (kind === "check" || kind === "call") return CHECK;
  if (kind === "all-in") return BETS.at(-1) as Colour;
  const size = Math.max(Number(action.split(" ")[1]) / pot, SMALLEST);
  return between(BETS, Math.log2(size / SMALLEST) / Math.log2(LARGEST / SMALLEST));
}

/** The colour at a place from 0 to 1 on a scale. */
export function between(scale: readonly Colour[], along: number): Colour {
  const place = Math.min(Math.max(along, 0), 1) * (scale.length - 1);
  const first = Math.min(Math.floor(place), scale.length - 2);
  const low = scale[first] as Colour;
  const high = scale[first + 1] as Colour;
  const mix = (part: 0 | 1 | 2): number => Math.round(low[part] + (place - first) * (high[part] - low[part]));
  return [mix(0), mix(1), mix(2)];
}

/** The colour of a value between the lowest and the highest of a heat map. */
export function heatColour(value: number, [low, high]: readonly [number, number]): Colour {
  return between(HEAT, high > low ? (value - low) / (high - low) : 0.5);
}

export function css(colour: Colour): string {
  return `rgb(${colour.join(" ")})`;
}

/** Black or white, whichever can be read on a colour. */
export function ink([red, green, blue]: Colour): string {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
}

/** A short sign for each action, so that colour is never the only one: F, X, C, B1, B2, R, A. */
export function signsOf(actions: readonly string[]): string[] {
  const kinds = actions.map(kindOf);
  return kinds.map((kind, number) => {
    const alike = kinds.filter((one) => one === kind).length;
    const place = kinds.slice(0, number).filter((one) => one === kind).length + 1;
    return (SIGNS[kind] ?? "?") + (alike > 1 ? String(place) : "");
  });
}
