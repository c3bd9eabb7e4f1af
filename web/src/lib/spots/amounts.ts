/** Numbers as people write them: "0,5" is one, too. */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number; what is none stays as it was written, to be refused. */
export function amount(text: string): number | string {
  const plain = text.trim().replace(",", ".");
  const value = Number(plain);
  return NUMBER.test(plain) && Number.isFinite(value) ? value : text;
}

/** A limit: a number above 0; null if the text is none. */
export function limit(text: string): number | null {
  const value = amount(text);
  return typeof value === "number" && value > 0 ? value : null;
}
