/** The rules of a table as switches, and as the line of words that players and the server use. */

export interface Rules {
  decks: number;
  h17: boolean;
  hole: "PEEK" | "ENHC" | "OBO";
  double: "DOA" | "D9" | "D10";
  longDoubles: boolean;
  softDoubles: boolean;
  das: boolean;
  splits: number;
  rsa: boolean;
  hsa: boolean;
  surrender: "" | "LS" | "ES" | "ES10" | "ESA";
  pays: string;
}

export const DEFAULT_RULES: Rules = {
  decks: 6,
  h17: true,
  hole: "PEEK",
  double: "DOA",
  longDoubles: false,
  softDoubles: true,
  das: true,
  splits: 3,
  rsa: false,
  hsa: false,
  surrender: "LS",
  pays: "3:2",
};

export function rulesText(rules: Rules): string {
  return [
    `${rules.decks}D`,
    rules.h17 ? "H17" : "S17",
    rules.hole === "PEEK" ? "" : rules.hole,
    rules.double === "DOA" ? "" : rules.double,
    rules.longDoubles ? "DANY" : "",
    rules.softDoubles ? "" : "NDSOFT",
    rules.das ? "DAS" : "NDAS",
    rules.splits ? `SPL${rules.splits}` : "NOSPLIT",
    rules.rsa ? "RSA" : "",
    rules.hsa ? "HSA" : "",
    rules.surrender,
    rules.pays,
  ]
    .filter(Boolean)
    .join(" ");
}

const WORDS: Record<string, Partial<Rules>> = {
  S17: { h17: false },
  H17: { h17: true },
  PEEK: { hole: "PEEK" },
  ENHC: { hole: "ENHC" },
  OBO: { hole: "OBO" },
  DOA: { double: "DOA" },
  D9: { double: "D9" },
  D10: { double: "D10" },
  DANY: { longDoubles: true },
  NDSOFT: { softDoubles: false },
  DAS: { das: true },
  NDAS: { das: false },
  NOSPLIT: { splits: 0 },
  SPL1: { splits: 1 },
  SPL2: { splits: 2 },
  SPL3: { splits: 3 },
  RSA: { rsa: true },
  HSA: { hsa: true },
  LS: { surrender: "LS" },
  ES: { surrender: "ES" },
  ES10: { surrender: "ES10" },
  ESA: { surrender: "ESA" },
};

/** Rules from words; what is not said is as the words' own defaults, unknown words say nothing. */
export function readRules(text: string): Rules {
  const rules: Rules = { ...DEFAULT_RULES, h17: false, surrender: "" };
  for (const word of text.toUpperCase().split(/[\s,]+/)) {
    const decks = /^([1-8])D$/.exec(word);
    if (decks) rules.decks = Number(decks[1]);
    else if (/^[1-9]\d{0,5}:[1-9]\d{0,5}$/.test(word)) rules.pays = word;
    else Object.assign(rules, WORDS[word] ?? {});
  }
  return rules;
}
