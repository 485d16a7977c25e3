import { describe, expect, it } from "vitest";
import { differences, spokenSides } from "../../../../src/renderer/text/differences.ts";

const fans = { id: "scn_f", name: "Fans", rollout: 50 };
const rest = { id: "scn_d", name: "Default" };
const said = (before: unknown, after: unknown) => differences(before, after).map(spokenSides);

describe("both sides of a difference in words", () => {
  it.each([
    ["a thing that only mine has", [rest], [fans, rest], [["not there", "“Fans”"]]],
    ["a thing that only theirs has", [fans, rest], [rest], [["“Fans”", "not there"]]],
    ["a value that one side lacks", { button: "Play" }, {}, [["Play", "not set"]]],
    ["a value that is empty", { button: "" }, { button: null }, [["empty", "not set"]]],
  ])("%s", (_, before, after, want) => {
    expect(said(before, after)).toEqual(want);
  });
});
