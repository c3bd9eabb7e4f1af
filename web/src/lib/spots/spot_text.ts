/** What a text that was pasted may be. */

/** Weights or hands alone, as PioSOLVER and others write ranges. */
export function looksLikeRange(text: string): boolean {
  return /^[\s,:.;0-9AKQJTakqjtcdhsox+\-%[\]/]+$/.test(text);
}

/** A line that says what something is, or the head of a table: then it was meant as TOML. */
export function looksLikeToml(text: string): boolean {
  return /^\s*[\w."'-]+\s*=|^\s*\[/m.test(text);
}
