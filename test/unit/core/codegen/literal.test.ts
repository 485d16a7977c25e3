import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commentText, literal, objectKey } from "../../../../src/core/codegen/javascript/literal.ts";

const read = (source: string): unknown => runInNewContext(`JSON.stringify((${source}))`);
/** JavaScript's own idea of a line's end, and what ends a comment, a script element, or starts a template. */
const breaksOut = /[\r\n\u2028\u2029]|\*\/|<\/|<!--|-->|\$\{/;

describe("literal", () => {
  it.each([
    ["*/ alert(1) /*"],
    ["</script><script>"],
    ["<!-- -->"],
    ["line\nbreak\r\n and \u2028 and \u2029"],
    ['"quoted" and \\ and \\"'],
    ["$" + "{template} `tick`"],
    ["\u202eright to left, \ufeff\u00a0\u200d"],
    ["half of a pair: \ud800"],
    ["日本 😀 é"],
  ])("%j comes back, and stays inside", (text) => {
    const source = literal(text);
    expect(JSON.parse(String(read(source)))).toBe(text);
    expect(source).not.toMatch(breaksOut);
  });

  it("gives back any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(String(read(literal(value, 4))))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("sets no prototype", () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"then":2}') as object;
    expect(read(literal(value))).toBe('{"__proto__":{"polluted":1},"then":2}');
  });

  it("indents by lines", () => {
    expect(literal({ a: [1], "b-c": {}, d: [] }, 2)).toBe(
      '{\n    a: [\n      1,\n    ],\n    "b-c": {},\n    d: [],\n  }',
    );
  });
});

it.each([
  ["headline", "headline"],
  ["with-dash", '"with-dash"'],
  ["a b", '"a b"'],
  ["*/", '"*\\u002f"'],
])("the key %j is declared as %s", (key, want) => expect(objectKey(key)).toBe(want));

describe("commentText", () => {
  it.each([
    ["Plain name", "Plain name"],
    [" two \r\n lines\u2028and \u0000 more ", "two lines and more"],
    ["what XML can't have: \uffff\ufffe", "what XML can't have:"],
    ["*/ end", "* / end"],
    ["*\u202e/ end", "* / end"],
    ["</script> <!-- x", "< /script> < !-- x"],
    ["@deprecated and {@link}", "(at)deprecated and {(at)link}"],
  ])("%j is %j", (given, want) => expect(commentText(given)).toBe(want));

  it("ends no comment, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("*", "/", "@", "\n", "\u2028", "\u202e", "<", "!", "-", "a") }),
        (text) => {
          expect(`${commentText(text)} `).not.toMatch(/[\r\n\u2028\u2029@]|\*\/|<\/|<!--/);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });
});
