import { expect, it } from "vitest";
import { RangeDraft } from "./range_draft.svelte";

it("is any hand or none where nothing is written, as its page has it", () => {
  const hand = new RangeDraft("");
  expect([hand.combos, hand.isEmpty]).toEqual([1326, false]);
  const range = new RangeDraft("", "no hand");
  expect([range.combos, range.isEmpty]).toEqual([0, true]);
  range.type("random", 0);
  expect([range.combos, range.isEmpty]).toEqual([1326, false]);
  range.type(" ", 0);
  expect([range.combos, range.isEmpty]).toEqual([0, true]);
});
