/** A spot while it is being set up: what the form holds, as the server writes spots. */
import { cardsText, readCards } from "../cards";
import { RangeDraft } from "../range_draft.svelte";
import { amount } from "./amounts";

export const STREETS = ["flop", "turn", "river"] as const;
export type Street = (typeof STREETS)[number];

/** What one player may bet on a street; missing says nothing, empty that there is none. */
export interface PlayerSizes {
  bet?: string;
  raise?: string;
  donk?: string;
}

export interface StreetSizes extends PlayerSizes {
  oop?: PlayerSizes;
  ip?: PlayerSizes;
}

/** A spot as the server takes it. */
export interface Spot {
  board: string;
  pot: number;
  stack: number;
  chip?: number;
  bets?: string;
  raises?: string;
  rake?: number;
  rake_cap?: number;
  add_allin?: number;
  force_allin?: number;
  merge?: number;
  range: { oop: string; ip: string };
  flop?: StreetSizes;
  turn?: StreetSizes;
  river?: StreetSizes;
  [other: string]: unknown;
}

/** The five fields of a street: who bets what. */
export const SIZE_FIELDS = ["oop.bet", "oop.raise", "oop.donk", "ip.bet", "ip.raise"] as const;
export type SizeField = (typeof SIZE_FIELDS)[number];
export type StreetTexts = Record<SizeField, string>;

/** General ones, and those by street and player. */
export interface AllSizes {
  bets: string;
  raises: string;
  sizes: Record<Street, StreetTexts>;
}

const FORM_KEYS = [
  "board", "pot", "stack", "bets", "raises", "rake", "rake_cap", "add_allin", "force_allin", "merge", "range",
  ...STREETS,
];

function noTexts(): StreetTexts {
  return { "oop.bet": "", "oop.raise": "", "oop.donk": "", "ip.bet": "", "ip.raise": "" };
}

/** How a size that is not to be is written in a field; an empty field says nothing. */
export const NONE = "none";

export class SpotDraft {
  cards = $state<number[]>([]);
  pot = $state("");
  stack = $state("");
  rake = $state("");
  rakeCap = $state("");
  bets = $state("");
  raises = $state("");
  addAllin = $state("");
  forceAllin = $state("");
  merge = $state("");
  sizes = $state<Record<Street, StreetTexts>>({ flop: noTexts(), turn: noTexts(), river: noTexts() });
  readonly oop = new RangeDraft("", "no hand");
  readonly ip = new RangeDraft("", "no hand");
  /** What a file said that the form has no field for: rules, lines, locks. */
  private rest = $state.raw<Record<string, unknown>>({});
  /** What the form was filled with last. */
  taken = $state.raw<Spot | null>(null);

  constructor(spot: Spot) {
    this.take(spot);
  }

  /** Fill the form. */
  take(spot: Spot): void {
    this.cards = readCards(spot.board) ?? [];
    this.pot = written(spot.pot);
    this.stack = written(spot.stack);
    this.rake = percent(spot.rake);
    this.rakeCap = written(spot.rake_cap);
    this.bets = spot.bets ?? "";
    this.raises = spot.raises ?? "";
    this.addAllin = percent(spot.add_allin);
    this.forceAllin = percent(spot.force_allin);
    this.merge = percent(spot.merge);
    for (const street of STREETS) this.sizes[street] = textsOf(spot[street]);
    this.oop.type(spot.range.oop, 0);
    this.ip.type(spot.range.ip, 0);
    this.rest = Object.fromEntries(Object.entries(spot).filter(([key]) => !FORM_KEYS.includes(key)));
    this.taken = spot;
  }

  /** Some sizes are given by street and player: there the general ones do nothing. */
  get byStreet(): boolean {
    return STREETS.some((street) => SIZE_FIELDS.some((field) => this.sizes[street][field].trim()));
  }

  get allSizes(): AllSizes {
    return { bets: this.bets, raises: this.raises, sizes: $state.snapshot(this.sizes) };
  }

  set allSizes(given: AllSizes) {
    this.bets = given.bets;
    this.raises = given.raises;
    this.sizes = structuredClone(given.sizes);
  }

  /** General sizes for every street and both players. */
  sizeAll(bets: string, raises: string): void {
    this.allSizes = { bets, raises, sizes: { flop: noTexts(), turn: noTexts(), river: noTexts() } };
  }

  get board(): string {
    return cardsText(this.cards);
  }

  /** What a file said beyond the form, by name. */
  get others(): string[] {
    return Object.keys(this.rest);
  }

  forgetOthers(): void {
    this.rest = {};
  }

  /** The spot as it stands; numbers that are none stay as they were written, to be refused. */
  get spot(): Spot {
    const spot: Record<string, unknown> = { board: this.board, pot: amount(this.pot), stack: amount(this.stack) };
    put(spot, "bets", this.bets.trim());
    put(spot, "raises", this.raises.trim());
    for (const [key, text] of [
      ["rake", this.rake],
      ["add_allin", this.addAllin],
      ["force_allin", this.forceAllin],
      ["merge", this.merge],
    ] as const) {
      if (text.trim()) spot[key] = share(text);
    }
    if (this.rakeCap.trim()) spot["rake_cap"] = amount(this.rakeCap);
    spot["range"] = { oop: this.oop.text, ip: this.ip.text };
    for (const street of STREETS) put(spot, street, sizesOf(this.sizes[street]));
    return { ...spot, ...this.rest } as unknown as Spot;
  }
}

function put(spot: Record<string, unknown>, key: string, value: string | StreetSizes): void {
  if (typeof value === "string" ? value : Object.keys(value).length) spot[key] = value;
}

/** A number as text; what was none when it was kept is the text that it was. */
function written(value: number | string | undefined): string {
  return typeof value === "number" ? String(Math.round(value * 1e6) / 1e6) : (value ?? "");
}

function percent(share: number | string | undefined): string {
  return written(typeof share === "number" ? 100 * share || "" : share);
}

/** A share from percent. */
function share(text: string): number | string {
  const value = amount(text.replace("%", ""));
  return typeof value === "number" ? Math.round(value * 1e8) / 1e10 : value;
}

/** The fields of a street; sizes for both players stand in both players' fields. */
export function textsOf(sizes: StreetSizes | undefined): StreetTexts {
  const texts = noTexts();
  for (const field of SIZE_FIELDS) {
    const [player, kind] = field.split(".") as ["oop" | "ip", keyof PlayerSizes];
    const common = kind === "donk" && player === "ip" ? undefined : sizes?.[kind];
    const given = sizes?.[player]?.[kind] ?? common;
    if (given !== undefined) texts[field] = given || NONE;
  }
  return texts;
}

/** The other way round. */
export function sizesOf(texts: StreetTexts): StreetSizes {
  const sizes: StreetSizes = {};
  for (const field of SIZE_FIELDS) {
    const [player, kind] = field.split(".") as ["oop" | "ip", keyof PlayerSizes];
    const text = texts[field].trim();
    if (text) sizes[player] = { ...sizes[player], [kind]: text === NONE ? "" : text };
  }
  return sizes;
}
