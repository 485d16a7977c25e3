import {
  type CodegenCase,
  collectionOf,
  experienceOf,
  productionKey,
  publishedOf,
  sectionOf,
  spaceOf,
  typeOf,
} from "../helpers/codegen-spaces.ts";

/** Words that a language keeps, or that a runtime or a standard library has. Keys are in small letters. */
const words =
  "abstract actor and any array as associatedtype async await base bool boolean break byte case catch char class client collection collections color companion const constructor continue convenience crossinline data date deinit delegate deinit deprecated didset do double dynamic each else end enum equals error eval event exit experience extension fallbacks false file final finally float fallthrough field fileprivate float for function fun func get global goto guard hash hashcode id if import in indirect infix init inline inner inout int integer interface internal invalid is it key lateinit lazy left let library line list log long m map metadata mod mutating nil next nonmutating not null object open operator option optional or out override package pair param pos postfix precedence prefix print private property protected protocol public receiver reified rem repeat required rethrows return right run sealed section self session set setparam short some space static step stop string struct sub subscript super suspend switch tab tailrec task that then this throw throws to tostring true try type typealias typeof undefined unit unknown unowned until url val value values var vararg void volatile wait weak when where while willset with xor yield".split(
    " ",
  );

const everyKind = (key: string) => [
  { key, type: "string", default: '$x $y \\ " \u2028 */ /* <!-- 😀' },
  {
    key: `${key}_`,
    type: "select",
    options: [key, key.toUpperCase(), "", "😀", "日本", "1", "Þin", "Łas", "日is", key].filter(Boolean),
  },
  { key: key.toUpperCase(), type: "number", default: 1e21 },
  { key: `${key}-a`, type: "list", default: ["a", 1, true] },
  { key: `${key}A`, type: "date", default: "2026-11-20" },
  { key: `${key}-u`, type: "url", default: "https://" },
  { key: `${key}-j`, type: "json", default: null },
];

/** As long as they may be. A compiler has limits of its own for what is within one function or one expression. */
const longDefaults = [
  { key: "lines", type: "text", default: "\n".repeat(65_536) },
  ...Array.from({ length: 8 }, (_, at) => ({
    key: `list${at}`,
    type: "list",
    default: Array.from({ length: 1000 }, (_, item) => (item % 9 === 0 ? `item ${item}` : item + 0.5)),
  })),
];

/** 300 types with names that do their worst, each in a Collection and in a Section. */
export function hostileSpace(): CodegenCase {
  const keys = new Set(words);
  for (let n = 0; keys.size < 240; n += 1) {
    const word = words[n % words.length] ?? "x";
    keys.add(n % 2 === 0 ? `${word}-${word}` : `${word}${n}`);
  }
  for (let n = 0; keys.size < 300; n += 1) keys.add(`a${"-b".repeat(n % 31)}${"x".repeat(n)}`.slice(0, 64));
  const all = [...keys].slice(0, 300);
  const types = all.map((key, at) =>
    typeOf(
      key,
      at % 10 === 0 ? everyKind(key.slice(0, 60).replace(/-$/, "")) : [],
      `*/ ${key} "\\ 日本 \u202e`,
    ),
  );
  types.push(typeOf("long-defaults", longDefaults));
  const experiences = ["long-defaults", ...all].map((key) =>
    experienceOf(key, key, { name: `/* ${key} */` }),
  );
  const half = experiences.slice(0, 151);
  const document = spaceOf({ key: "object-in", name: '"*/ Hostile\u2028' }, types, [
    collectionOf("fun", half, [sectionOf("the-section", all, experiences.slice(151))]),
    collectionOf("fun-val", [], [sectionOf("x", [], [])]),
  ]);
  return { document, production: publishedOf(document, ["fun"]), revision: 2, productionKey };
}
