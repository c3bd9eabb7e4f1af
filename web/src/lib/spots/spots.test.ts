import { describe, expect, it } from "vitest";
import { inFormWords } from "./outlook";
import { PRESETS, sizeWords } from "./size_words";
import { SpotDraft, sizesOf, textsOf, type Spot } from "./spot_draft.svelte";
import { looksLikeRange, looksLikeToml } from "./spot_text";

describe("sizes in words", () => {
  it("say what is bet", () => {
    expect(sizeWords("33%, 75% a", "bet")).toBe("a third of the pot, three quarters of the pot or all-in");
    expect(sizeWords("2.5x", "raise")).toBe("2.5 times the bet");
    expect(sizeWords("100c 2e", "bet")).toBe("100 chips or equal shares that end all-in in 2 bets");
    expect(sizeWords("", "bet")).toBe("");
  });

  it("say nothing of what is no size", () => {
    expect(sizeWords("60", "bet")).toBe("");
    expect(sizeWords("2.5x", "bet")).toBe("");
  });

  it("know every preset", () => {
    for (const preset of PRESETS) {
      expect(sizeWords(preset.bets, "bet")).not.toBe("");
      expect(sizeWords(preset.raises, "raise")).not.toBe("");
    }
  });
});

describe("sizes of a street", () => {
  it("come back as they were", () => {
    const sizes = { oop: { bet: "33%", donk: "" }, ip: { raise: "3x" } };
    expect(sizesOf(textsOf(sizes))).toEqual(sizes);
    expect(sizesOf(textsOf(undefined))).toEqual({});
  });

  it("for both players are those of each", () => {
    expect(sizesOf(textsOf({ bet: "60%", donk: "20%", ip: { bet: "75%" } }))).toEqual({
      oop: { bet: "60%", donk: "20%" },
      ip: { bet: "75%" },
    });
  });
});

describe("general sizes", () => {
  const spot = { board: "Td9d6h", pot: 12, stack: 90, bets: "60%", range: { oop: "", ip: "" } };

  it("do nothing where there are some by street, until they are for all", () => {
    const draft = new SpotDraft({ ...spot, river: { ip: { raise: "" } } });
    expect(draft.byStreet).toBe(true);
    const before = draft.allSizes;
    draft.sizeAll("33%", "3x");
    expect(draft.byStreet).toBe(false);
    expect(draft.spot).toMatchObject({ bets: "33%", raises: "3x" });
    expect(draft.spot.river).toBeUndefined();
    draft.allSizes = before;
    expect(draft.spot).toMatchObject({ bets: "60%", river: { ip: { raise: "" } } });
  });

  it("are all there is in a spot without others", () => {
    expect(new SpotDraft(spot).byStreet).toBe(false);
  });
});

describe("what would help", () => {
  it("is said as the form says it", () => {
    const refusal =
      "the solve needs 541 GB, but 8 GB are free: compress=True would save 270.85 GB; merge=0.1 would save 3 GB; " +
      "force_allin=0.15 would save 2 GB; one bet size on the flop would save 1 GB";
    expect(inFormWords(refusal)).toBe(
      "the solve needs 541 GB, but 8 GB are free: “Half the memory” would save 270.85 GB; " +
        "“Merge sizes within” 10 % would save 3 GB; “All-in if this is left” at 15 % would save 2 GB; " +
        "one bet size on the flop would save 1 GB",
    );
    expect(inFormWords("use fewer sizes, or set force_allin and merge (with TexasSolver's rules, a lower raise_limit)")).toBe(
      "use fewer sizes, or set “All-in if this is left” and “Merge sizes within” (with TexasSolver's rules, a lower limit of raises)",
    );
  });
});

describe("a text that was pasted", () => {
  it("is a range, meant as TOML, or nothing known", () => {
    expect(looksLikeRange("AA,KK:0.5,AKs")).toBe(true);
    expect(looksLikeRange("hello world")).toBe(false);
    expect(["board = 7", "\n[spot", "# x\nrange.oop = 'AA'"].map(looksLikeToml)).toEqual([true, true, true]);
    expect(["hello world", "AA xx", "7"].map(looksLikeToml)).toEqual([false, false, false]);
  });
});

describe("a spot that was kept", () => {
  it("comes back as it was written, wrong numbers too", () => {
    const spot = { board: "Td9d6h", pot: 12.5, stack: 90, rake: 0.05, merge: 0, range: { oop: "", ip: "" } };
    const draft = new SpotDraft(spot);
    expect([draft.pot, draft.stack, draft.rake, draft.rakeCap, draft.merge]).toEqual(["12.5", "90", "5", "", ""]);
    const wrong = { ...spot, pot: "x", rake: "much" } as unknown as Spot;
    draft.take(wrong);
    expect([draft.pot, draft.rake]).toEqual(["x", "much"]);
  });
});
