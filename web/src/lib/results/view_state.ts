/** What the page of results shows, as its address says it. */
import { MEASURES, type Measure } from "./class_cells";
import { GROUPINGS, type Grouping } from "./breakdown";
import { SPREADS, type Spread } from "./curves";
import { PLAYERS, type Player } from "./sheet";

export const TABS = ["hands", "groups", "cards", "curves", "range", "lock"] as const;
export type Tab = (typeof TABS)[number];

export interface ViewState {
  line: string;
  /** Whose grid; empty for the player to act. */
  player: Player | "";
  show: Measure;
  /** The class whose combos are listed. */
  hand: string;
  /** Empty for what suits the node. */
  tab: Tab | "";
  by: Grouping;
  /** Only the hands of this row of the breakdown. */
  group: string;
  /** Only the hands that a condition is true for. */
  filter: string;
  /** What the map of next cards shows. */
  card: string;
  curve: Spread;
}

export const START: ViewState = {
  line: "",
  player: "",
  show: "strategy",
  hand: "",
  tab: "",
  by: "made",
  group: "",
  filter: "",
  card: "ev",
  curve: "equity",
};

function among<T extends string>(value: string | null, known: readonly T[], otherwise: T): T {
  return known.find((one) => one === value) ?? otherwise;
}

/** What an address says; whatever it does not say, or says wrongly, is as at the start. */
export function readState(query: URLSearchParams): ViewState {
  return {
    line: query.get("line") ?? START.line,
    player: among<Player | "">(query.get("player"), PLAYERS, ""),
    show: among(query.get("show"), MEASURES, START.show),
    hand: query.get("hand") ?? START.hand,
    tab: among<Tab | "">(query.get("tab"), TABS, ""),
    by: among(query.get("by"), GROUPINGS, START.by),
    group: query.get("group") ?? START.group,
    filter: query.get("filter") ?? START.filter,
    card: query.get("card") ?? START.card,
    curve: among(query.get("curve"), SPREADS, START.curve),
  };
}

/** The query of an address; what is as at the start is left out. */
export function writeState(state: ViewState): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(START) as (keyof ViewState)[]) {
    if (state[name] !== START[name]) query.set(name, state[name]);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}
