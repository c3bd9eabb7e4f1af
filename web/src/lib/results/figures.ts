/** Numbers as the pages write them; missing ones are a dash. */
import type { Value } from "./sheet";

/** What EVs of hands are rounded to, in significant digits: by the server, or in a file. */
let digits = 6;

/** Print no more digits of EVs than there are. */
export function setDigits(known: number): void {
  digits = known;
}

/** Chips: two decimals, fewer from a thousand up and where no more are known. */
export function chips(value: Value | undefined): string {
  if (value === null || value === undefined) return "–";
  const before = Math.floor(Math.log10(Math.max(Math.abs(value), 1))) + 1;
  const most = Math.abs(value) < 999.995 ? 2 : 1;
  const shown = value.toFixed(Math.max(Math.min(most, digits - before), 0));
  return (/^-0(\.0*)?$/.test(shown) ? shown.slice(1) : shown).replace("-", "−");
}

/** Chips in four characters where they have room, rounded: 9.87, 98.7, 987, −9.9. */
export function brief(value: number): string {
  const written = [2, 1, 0].map((decimals) => value.toFixed(decimals));
  const shown = written.find((one) => one.length <= 4) ?? value.toFixed(0);
  return (/^-0(\.0*)?$/.test(shown) ? shown.slice(1) : shown).replace("-", "−");
}

/** Chips of pots and stacks, without needless decimals. */
export function whole(value: number): string {
  return String(Math.round(value * 1e4) / 1e4).replace("-", "−");
}

/** A share in percent, without the sign. */
export function percent(share: Value | undefined, decimals = 1): string {
  if (share === null || share === undefined) return "–";
  const shown = (100 * share).toFixed(decimals);
  return (/^-0(\.0*)?$/.test(shown) ? shown.slice(1) : shown).replace("-", "−");
}

export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const place = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), units.length - 1);
  const value = count / 1000 ** place;
  return `${place && value < 100 ? value.toPrecision(2 + Number(value >= 10)) : value.toFixed(0)} ${units[place] ?? ""}`;
}

/** An estimated duration: ≈ 0.4 s; one too short to be told apart from none is < 0.1 s. */
export function about(seconds: number): string {
  return seconds < 0.05 ? "< 0.1 s" : `≈ ${duration(seconds)}`;
}

/** A duration as people say it: 0.4 s, 12 s, 3 min 20 s, 2 h 5 min. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${seconds.toFixed(0)} s`;
  const minutes = Math.round(seconds / 60);
  if (seconds < 600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
