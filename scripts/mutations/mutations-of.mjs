/** How a line can be made a little wrong: what is looked for, and what stands there instead. */
const faults = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/\bawait /g, ""],
  [/ \+ 1\b/g, " + 2"],
  [/ - 1\b/g, ""],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\bif \(!/g, "if ("],
  [/\bMath\.max\(/g, "Math.min("],
  [/\bMath\.min\(/g, "Math.max("],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
];

/** Lines that run: no comment, no import, no type, no words for people. */
const runs = (line) =>
  !/^\s*(\*|\/\/|\/\*|import |export (type|interface) |type |interface |readonly |\| )/.test(line) &&
  !/: (true|false);$/.test(line) &&
  line.length < 200;

/**
 * Every small fault that a source could have: the number of its line (from 1), the line before and after. Within strings
 * and templates nothing is changed.
 *
 * @param {string} source
 * @returns {{ line: number, before: string, after: string }[]}
 */
export function mutationsOf(source) {
  return source.split("\n").flatMap((before, at) =>
    runs(before)
      ? faults.flatMap(([what, instead]) =>
          [...before.matchAll(what)]
            .filter(({ index }) => !insideText(before, index))
            .map(({ index, 0: found }) => ({
              line: at + 1,
              before,
              after: before.slice(0, index) + instead + before.slice(index + found.length),
            })),
        )
      : [],
  );
}

function insideText(line, at) {
  let quote = "";
  for (const char of line.slice(0, at))
    if (quote === "" && /["'`]/.test(char)) quote = char;
    else if (char === quote) quote = "";
  return quote !== "" || line.slice(0, at).includes("//");
}
