/** The pages there are; each is loaded when it is first opened. */
import type { Component } from "svelte";
import { texts } from "./texts";

export interface Route {
  /** First part of the address; what follows is the page's own. */
  path: string;
  title: string;
  /** Goes there after `g`. */
  key: string;
  load: () => Promise<{ default: Component }>;
}

export const ROUTES: readonly Route[] = [
  {
    path: "/equity",
    title: texts.pages.equity,
    key: "e",
    load: () => import("../pages/equity/EquityPage.svelte"),
  },
  {
    path: "/blackjack",
    title: texts.pages.blackjack,
    key: "b",
    load: () => import("../pages/blackjack/BlackjackPage.svelte"),
  },
];

/** The page of a path: the first one at `/`, null where there is none. */
export function routeOf(path: string, routes: readonly Route[] = ROUTES): Route | null {
  if (path === "/" || path === "/index.html") return routes[0] ?? null;
  return routes.find((one) => path === one.path || path.startsWith(`${one.path}/`)) ?? null;
}
