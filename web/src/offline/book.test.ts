import { expect, it } from "vitest";
import { BookSource, NotInBook, type Book, type BookNode } from "./book";

const average = { equity: 0.5, realised_equity: 0.5, ev: 1, eqr: 1 };
const plain = { board: "2c3c4d5h6s", pot: 10, stacks: { oop: 90, ip: 90 }, averages: { oop: average, ip: average } };

function node(actions: string[]): BookNode {
  return { ...plain, kind: "action", player: "oop", actions, frequencies: {} };
}

const book: Book = {
  name: "two steps",
  depth: 1,
  digits: 5,
  summary: { iterations: 1, exploitability: { percent: 1 } },
  nodes: { "": node(["check", "bet 5"]), check: node(["check", "bet 5"]), "bet 5": node(["fold", "call"]) },
};

it("says which nodes are in the file", async () => {
  const source = new BookSource(book);
  expect(["", "check", "bet 5"].every((line) => source.has(line))).toBe(true);
  expect(["check / check", "bet 5 / fold", "toString"].some((line) => source.has(line))).toBe(false);
  expect((await source.node("check")).actions).toEqual(["check", "bet 5"]);
  await expect(source.node("check / check")).rejects.toThrow(NotInBook);
});
