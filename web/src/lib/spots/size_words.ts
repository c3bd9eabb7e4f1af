/** Bet sizes in plain words, and sets of them to begin with. */
import { texts } from "../texts";

const FRACTIONS: Record<string, string> = texts.sizes.fractions;

/** What a text of sizes says: "a third of the pot, three quarters of the pot or all-in". */
export function sizeWords(text: string, kind: "bet" | "raise"): string {
  const sizes = text.split(/[\s,]+/).filter(Boolean);
  const said = sizes.map((size) => oneSize(size, kind));
  if (said.some((words) => words === null)) return "";
  const last = said.pop();
  return said.length ? `${said.join(", ")} ${texts.sizes.or} ${last ?? ""}` : (last ?? "");
}

function oneSize(size: string, kind: "bet" | "raise"): string | null {
  const words = texts.sizes;
  const pot = /^(\d*\.?\d+)%$/.exec(size);
  if (pot?.[1]) return FRACTIONS[pot[1]] ?? words.ofPot(pot[1]);
  const faced = /^(\d*\.?\d+)x$/i.exec(size);
  if (faced?.[1] && kind === "raise") return words.timesTheBet(faced[1]);
  const chips = /^(\d*\.?\d+)c(?:\d+r)?$/i.exec(size);
  if (chips?.[1]) return words.chips(chips[1]);
  const even = /^(\d*)e(?:\d*\.?\d+%)?$/i.exec(size);
  if (even) return even[1] ? words.geometricIn(Number(even[1])) : words.geometric;
  return /^(a|allin|all-in)$/i.test(size) ? words.allIn : null;
}

export interface Preset {
  name: string;
  bets: string;
  raises: string;
}

/** From few sizes to many: each further one about doubles the tree. */
export const PRESETS: readonly Preset[] = [
  { name: texts.sizes.presets.one, bets: "66%", raises: "2.5x" },
  { name: texts.sizes.presets.two, bets: "33%, 75%", raises: "2.5x" },
  { name: texts.sizes.presets.twoAllIn, bets: "33%, 75%, a", raises: "2.5x, a" },
  { name: texts.sizes.presets.three, bets: "33%, 75%, 150%", raises: "60%, a" },
  { name: texts.sizes.presets.geometric, bets: "e", raises: "e" },
];
