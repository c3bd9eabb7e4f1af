/** The pages there are; each is loaded when it is first opened. */
import type { Component } from "svelte";
import { texts } from "./texts";

export interface Route {
  /** First part of the address; what follows is the page's own. */
  path: string;
  title: string;
  /** Goes there after `g`. */
  key: string;
  /** Its name leads to its beginning while it is shown: to all solutions from one. */
  begins?: true;
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
    path: "/solver",
    title: texts.pages.solver,
    key: "s",
    begins: true,
    load: () => import("../pages/solver/SolverPage.svelte"),
  },
  {
    path: "/results",
    title: texts.pages.results,
    key: "r",
    begins: true,
    load: () => import("../pages/results/ResultsPage.svelte"),
  },
  {
    path: "/library",
    title: texts.pages.library,
    key: "l",
    begins: true,
    load: () => import("../pages/library/LibraryPage.svelte"),
  },
  {
    path: "/reports",
    title: texts.pages.reports,
    key: "p",
    begins: true,
    load: () => import("../pages/reports/ReportsPage.svelte"),
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
