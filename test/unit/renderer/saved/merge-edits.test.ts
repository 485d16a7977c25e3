import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeEdits } from "../../../../src/renderer/saved/merge-edits.ts";

const row = (id: string, title: string, text = "") => ({ id, serve: { title, text } });
const [a, b, c] = [row("a", "A"), row("b", "B"), row("c", "C")];

describe("two edits of one value", () => {
  const together: [string, { base: unknown; mine: unknown; theirs: unknown; want: unknown }][] = [
    ["mine alone", { base: 1, mine: 2, theirs: 1, want: 2 }],
    ["theirs alone", { base: 1, mine: 1, theirs: 2, want: 2 }],
    ["the same twice", { base: 1, mine: 2, theirs: 2, want: 2 }],
    [
      "different members",
      { base: { x: 1, y: 1 }, mine: { x: 2, y: 1 }, theirs: { x: 1, y: 2 }, want: { x: 2, y: 2 } },
    ],
    ["members that come and go", { base: { x: 1 }, mine: { x: 1, y: 2 }, theirs: {}, want: { y: 2 } }],
    [
      "different members of one row",
      {
        base: [a, b],
        mine: [row("a", "Mine"), b],
        theirs: [row("a", "A", "Theirs"), b],
        want: [row("a", "Mine", "Theirs"), b],
      },
    ],
    [
      "a row here, another place there",
      { base: [a, b], mine: [row("a", "Mine"), b], theirs: [b, a], want: [b, row("a", "Mine")] },
    ],
    [
      "a row that came there, one changed here",
      { base: [a], mine: [row("a", "Mine")], theirs: [c, a], want: [c, row("a", "Mine")] },
    ],
    ["a row each, at the same place", { base: [a], mine: [a, b], theirs: [a, c], want: [a, b, c] }],
    [
      "rows of both, each after its neighbour",
      {
        base: [a, b],
        mine: [a, row("x", "X"), row("y", "Y"), b],
        theirs: [c, a, b],
        want: [c, a, row("x", "X"), row("y", "Y"), b],
      },
    ],
    [
      "a row that came here, another order there",
      { base: [a, b], mine: [a, c, b], theirs: [b, a], want: [b, a, c] },
    ],
    [
      "a row that came here, one that went there",
      { base: [a, b], mine: [a, b, c], theirs: [b], want: [b, c] },
    ],
    [
      "a row that went here, one changed there",
      { base: [a, b], mine: [a], theirs: [row("a", "Theirs"), b], want: [row("a", "Theirs")] },
    ],
  ];
  it.each(together)("stay both: %s", (_, { base, mine, theirs, want }) =>
    expect(mergeEdits(base, mine, theirs)).toEqual({ value: want, conflict: false }),
  );

  const against: [string, { base: unknown; mine: unknown; theirs: unknown; want: unknown }][] = [
    ["one value", { base: 1, mine: 2, theirs: 3, want: 2 }],
    ["one list without ids", { base: [1], mine: [1, 2], theirs: [1, 3], want: [1, 2] }],
    ["two orders", { base: [a, b, c], mine: [b, a, c], theirs: [a, c, b], want: [b, a, c] }],
    [
      "a row that went there and was changed here",
      { base: [a, b], mine: [row("a", "Mine"), b], theirs: [b], want: [row("a", "Mine"), b] },
    ],
    [
      "one member, with another that stays",
      {
        base: [row("a", "A", "Text")],
        mine: [row("a", "Mine", "Text")],
        theirs: [row("a", "Theirs", "Longer")],
        want: [row("a", "Mine", "Longer")],
      },
    ],
  ];
  it.each(against)("ask: %s", (_, { base, mine, theirs, want }) =>
    expect(mergeEdits(base, mine, theirs)).toEqual({ value: want, conflict: true }),
  );

  it("keep every row that either put there, and lose every one that either took away", () => {
    const rows = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });
    fc.assert(
      fc.property(rows, rows, rows, (was, here, there) => {
        const listOf = (ids: string[]) => ids.map((id) => row(id, id));
        const { value } = mergeEdits(listOf(was), listOf(here), listOf(there));
        const stays = (id: string) => (was.includes(id) ? here.includes(id) && there.includes(id) : true);
        const want = [...new Set([...here, ...there])].filter(stays);
        expect(value.map(({ id }) => id).sort()).toEqual(want.sort());
      }),
    );
  });

  const json = fc.jsonValue();
  it("are what one made where the other made nothing, whatever it is", () => {
    fc.assert(
      fc.property(json, json, (base, edit) => {
        expect(mergeEdits(base, edit, base)).toEqual({ value: edit, conflict: false });
        expect(mergeEdits(base, base, edit)).toEqual({ value: edit, conflict: false });
      }),
    );
  });
});
