import { describe, expect, it } from "vitest";
import { LastAddresses } from "./last_addresses.svelte";
import { routeOf, type Route } from "./routes";

function page(path: string): Route {
  const found = routeOf(path);
  if (!found) throw new Error(path);
  return found;
}

describe("the name of a page", () => {
  const [equity, results, blackjack] = ["/equity", "/results", "/blackjack"].map(page) as [Route, Route, Route];

  it("leads to where one was on it last", () => {
    const last = new LastAddresses();
    expect(last.of(blackjack, equity)).toBe("/blackjack");
    last.remember(blackjack, "/blackjack?dealt=5");
    last.remember(blackjack, "/blackjack?dealt=5+6");
    last.remember(results, "/results/1?line=check");
    expect(last.of(blackjack, equity)).toBe("/blackjack?dealt=5+6");
    expect(last.of(results, equity)).toBe("/results/1?line=check");
    expect(last.of(equity, results)).toBe("/equity");
  });

  it("leads to the beginning of a page that one is on, if it has one", () => {
    const last = new LastAddresses();
    last.remember(results, "/results/1?line=check");
    last.remember(equity, "/?player=AA&player=KK");
    last.remember(blackjack, "/blackjack?dealt=5");
    expect(last.of(results, results)).toBe("/results");
    expect(last.of(equity, equity)).toBe("/?player=AA&player=KK");
    expect(last.of(blackjack, blackjack)).toBe("/blackjack?dealt=5");
  });
});
