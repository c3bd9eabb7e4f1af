/** Running and true count of what was dealt. */
import { DECK_SIZE } from "../../lib/cards";
import { VALUES, valueOf } from "./dealt_shoe.svelte";

/** Sum of the tags of the cards that were seen. */
export function runningCount(tags: readonly number[], dealt: readonly string[]): number {
  return dealt.reduce((sum, card) => sum + (tags[valueOf(card)] ?? 0), 0);
}

/**
 * Count above what the cards' mean would give, for each deck that is left. A count whose tags do
 * not sum to 0 over a deck is measured from its mean, so that a full shoe is at 0.
 */
export function trueCount(tags: readonly number[], left: readonly number[]): number | null {
  const cards = left.reduce((sum, count) => sum + count, 0);
  if (!cards) return null;
  const perDeck = [...VALUES].map((value) => (value === "T" ? 16 : 4));
  const mean = perDeck.reduce((sum, count, at) => sum + count * (tags[at] ?? 0), 0) / DECK_SIZE;
  const rest = left.reduce((sum, count, at) => sum + count * ((tags[at] ?? 0) - mean), 0);
  return rest === 0 ? 0 : (-rest / cards) * DECK_SIZE;
}

/** EV of insurance for each unit of it, of the cards that nobody has seen; null where none is left. */
export function insuranceEv(left: readonly number[]): number | null {
  const cards = left.reduce((sum, count) => sum + count, 0);
  return cards ? (3 * (left[VALUES.indexOf("T")] ?? 0)) / cards - 1 : null;
}
