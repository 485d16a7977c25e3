import { describe, expect, it } from "vitest";
import { KeySequence, keyCaps, writtenKey } from "../../../../src/renderer/stores/key-sequence.ts";

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const known = ["g t", "g o", "?", "mod+k", "t"];

describe("KeySequence", () => {
  const cases: [string, { given: [string, number][]; want: (string | null)[] }][] = [
    ["one key", { given: [["?", 0]], want: ["?"] }],
    [
      "two in time",
      {
        given: [
          ["g", 0],
          ["t", 500],
        ],
        want: [null, "g t"],
      },
    ],
    [
      "two too slow",
      {
        given: [
          ["g", 0],
          ["t", 5000],
        ],
        want: [null, "t"],
      },
    ],
    [
      "a second that ends nothing",
      {
        given: [
          ["g", 0],
          ["x", 100],
          ["t", 200],
        ],
        want: [null, null, "t"],
      },
    ],
    [
      "a beginning typed twice",
      {
        given: [
          ["g", 0],
          ["g", 100],
          ["o", 200],
        ],
        want: [null, null, "g o"],
      },
    ],
    ["one that is unknown", { given: [["x", 0]], want: [null] }],
  ];
  it.each(cases)("%s", (_name, { given, want }) => {
    const sequence = new KeySequence();
    expect(given.map(([key, at]) => sequence.press(press(key), known, at))).toEqual(want);
  });
});

describe("keys in writing", () => {
  it.each([
    ["a letter", press("g"), "g"],
    ["a sign that needs shift", press("?", { shiftKey: true }), "?"],
    ["Ctrl", press("K", { ctrlKey: true }), "mod+k"],
    ["⌘", press("k", { metaKey: true }), "mod+k"],
    ["Alt", press("1", { altKey: true }), "alt+1"],
    ["Ctrl and Shift", press("Z", { ctrlKey: true, shiftKey: true }), "mod+shift+z"],
    ["a digit that needs shift", press("1", { altKey: true, shiftKey: true }), "alt+1"],
    ["the sign above a digit", press("!", { code: "Digit1", altKey: true, shiftKey: true }), "alt+!"],
    ["Option and a digit on a Mac", press("£", { code: "Digit3", altKey: true }), "alt+3"],
    ["Alt and a digit of a French keyboard", press("&", { code: "Digit1", altKey: true }), "alt+1"],
    ["Ctrl on a Russian keyboard", press("л", { code: "KeyK", ctrlKey: true }), "mod+k"],
    [
      "Ctrl and Shift on a Greek keyboard",
      press("Ζ", { code: "KeyZ", ctrlKey: true, shiftKey: true }),
      "mod+shift+z",
    ],
    ["a letter on a Russian keyboard", press("п", { code: "KeyG" }), "g"],
    ["a Latin letter elsewhere", press("ğ", { code: "KeyE" }), "ğ"],
    ["another keyboard's Latin letter", press("k", { code: "KeyV", ctrlKey: true }), "mod+k"],
    ["the space bar", press(" "), "Space"],
  ])("%s", (_name, given, want) => expect(writtenKey(given)).toBe(want));

  it.each([
    ["g t", false, ["G", "T"]],
    ["mod+k", false, ["Ctrl", "K"]],
    ["mod+k", true, ["⌘", "K"]],
    ["alt+ArrowUp", false, ["Alt", "↑"]],
    ["mod+shift+z", true, ["⌘", "⇧", "Z"]],
  ])("%s as caps", (keys, isMac, want) => expect(keyCaps(keys, isMac)).toEqual(want));
});
