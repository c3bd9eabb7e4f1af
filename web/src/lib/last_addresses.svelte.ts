/** Where one was last on each page, as long as the tab lives: the shoe of tonight is there after a look elsewhere. */
import type { Route } from "./routes";

export class LastAddresses {
  private last = $state<Record<string, string>>({});

  /** One is on this page now, at this address. */
  remember(route: Route, address: string): void {
    this.last[route.path] = address;
  }

  /**
   * Where the name of a page leads to: where one was on it last. From a page with a beginning it leads there, as from
   * a solution to all of them; on one without it is the address that one is at.
   */
  of(route: Route, shown: Route | null): string {
    return route === shown && route.begins ? route.path : (this.last[route.path] ?? route.path);
  }
}
