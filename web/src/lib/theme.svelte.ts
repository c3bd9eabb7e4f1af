/** Light, dark, or as the machine has it; kept for the next visit. */
import { stored } from "./stored";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const kept = stored<Theme>("theme", "system", (value) => THEMES.includes(value as Theme));
export const theme = $state({ chosen: kept.read() });

export function followTheme(): void {
  if (theme.chosen === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme.chosen);
}

export function nextTheme(): void {
  theme.chosen = THEMES[(THEMES.indexOf(theme.chosen) + 1) % THEMES.length] as Theme;
  kept.write(theme.chosen);
  followTheme();
}
