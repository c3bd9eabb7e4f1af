import { expect, it } from "vitest";
import { caretLines } from "./carets";

it("puts carets under the part", () => {
  expect(caretLines("QQ+,AKx", { start: 4, end: 7 })).toEqual({
    text: "QQ+,AKx", carets: "    ^^^",
  });
});

it("cuts long texts to a window in which part and carets stand below each other", () => {
  const text = `${"22,".repeat(60)}AKx${",33".repeat(60)}`;
  const { text: shown, carets } = caretLines(text, { start: 180, end: 183 });
  expect(shown.length).toBeLessThan(65);
  expect(shown.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)).toBe("AKx");
});

it("shows at least one caret, at the end too", () => {
  expect(caretLines("AA,", { start: 3, end: 3 }).carets).toBe("   ^");
});
