/** How far a node can be trusted, in words: where next to nobody comes, nothing was learned. */
import { texts } from "../texts";
import { percent } from "./figures";
import { PLAYERS, type NodeSheet } from "./sheet";

const REACHED = 0.001; // the share of a range below which nobody is said to come
const MUCH = 1; // percent of the pot that stand out beside that

/** What to beware of at a node; nothing where both come. */
export function cautions(sheet: Pick<NodeSheet, "reach" | "regret" | "player">): string[] {
  const words = texts.results;
  const absent = PLAYERS.filter((name) => sheet.reach[name] < REACHED);
  const [one, other] = absent.map((name) => words.shareOf(shareWords(sheet.reach[name]), name));
  if (one === undefined) return [];
  const found = [words.hardlyAnybody(other === undefined ? one : words.both(one, other))];
  const { regret, player } = sheet;
  return regret !== null && player && regret >= MUCH ? [...found, words.couldGain(player, percent(regret / 100))] : found;
}

/** A share that may be tiny, in percent: 0.04 %, 0.00002 %, none. */
function shareWords(share: number): string {
  if (share <= 0) return texts.results.nobody;
  const shown = (100 * share).toLocaleString("en", { maximumSignificantDigits: 1, maximumFractionDigits: 20 });
  return `${shown} %`;
}
