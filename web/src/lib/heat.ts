/** The colour of a number between the lowest and the highest of a heat map, as CSS. */
export function heat(value: number, low: number, high: number): string {
  const along = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
  const end = along < 0.5 ? "--heat-low" : "--heat-high";
  // Softened, so that the ink stays readable on both ends.
  const share = Math.round(Math.abs(along - 0.5) * 2 * 64);
  return `color-mix(in oklab, var(${end}) ${share}%, var(--heat-middle))`;
}
