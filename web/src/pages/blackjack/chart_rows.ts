/** A chart from the lines of the server, and the hands that stand behind a cell. */
export const UPCARDS = "23456789TA";
export type Kind = "hard" | "soft" | "pair";

export interface ChartRow {
  kind: Kind;
  /** A total, or the value of a pair. */
  name: string;
  letters: string;
}

const KINDS: Record<string, Kind> = { H: "hard", S: "soft", P: "pair" };

/** Rows as charts are printed: the highest total first, what nobody looks up left out. */
export function chartRows(lines: readonly string[]): Record<Kind, ChartRow[]> {
  const rows: Record<Kind, ChartRow[]> = { hard: [], soft: [], pair: [] };
  for (const line of lines) {
    const [mark = "", name = "", letters = ""] = line.split(/\s+/);
    const kind = KINDS[mark];
    if (kind && letters.length === UPCARDS.length) rows[kind].push({ kind, name, letters });
  }
  rows.hard = rows.hard.filter((row) => Number(row.name) >= 5 && Number(row.name) <= 20).reverse();
  rows.soft = rows.soft.filter((row) => Number(row.name) >= 13 && Number(row.name) <= 20).reverse();
  // Aces first, as everywhere.
  rows.pair = [...rows.pair.filter((row) => row.name === "A"), ...rows.pair.filter((row) => row.name !== "A").reverse()];
  return rows;
}

/** The two-card hands of a row, as the server reads them. */
export function handsOf(kind: Kind, name: string): string[] {
  if (kind === "pair") return [name + name];
  if (kind === "soft") return [`A${Number(name) - 11}`.replace("A10", "AT")];
  const total = Number(name);
  const hands: string[] = [];
  for (let high = 10; high >= total - high; high--) {
    const low = total - high;
    if (low < 2 || low > 10) continue;
    if (low === high && total !== 20 && total !== 4) continue; // a pair has a row of its own
    hands.push(`${high === 10 ? "T" : high}${low === 10 ? "T" : low}`);
  }
  return hands;
}
