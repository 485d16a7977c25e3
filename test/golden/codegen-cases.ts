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

/** A Space that was just made. */
const smallest: CodegenCase = (() => {
  const document = spaceOf({ key: "smallest", name: "Smallest" }, [], []);
  return { document, production: publishedOf(document, []), revision: 0, productionKey };
})();

const everyType = [
  { key: "headline", type: "string", name: "Headline", default: "Tonight at seven" },
  { key: "text", type: "text", default: "Two lines,\nand a second one." },
  { key: "seats", type: "number", default: 120 },
  { key: "soldOut", type: "boolean", default: false },
  { key: "background", type: "color", default: { value: "#c81e4a", opacity: 0.8 } },
  { key: "link", type: "url", default: "https://example.com/tickets" },
  { key: "poster", type: "image" },
  { key: "premiere", type: "date", default: "2026-12-24" },
  { key: "genre", type: "select", options: ["drama", "comedy", "documentary"], default: "drama" },
  { key: "tags", type: "list", default: ["new", 3, true] },
  { key: "extra", type: "json", default: { a: [1, null, { b: "c" }] } },
  { key: "subtitle", type: "string" },
  { key: "rating", type: "select", options: ["PG", "18"] },
  { key: "anything", type: "json" },
];

/** Every property type, with and without a default; a Collection that is in Production and one that is not. */
const cinema: CodegenCase = (() => {
  const document = spaceOf(
    { key: "cinema", name: "Cinema" },
    [
      typeOf("hero", everyType, "Hero"),
      typeOf("teaser", [{ key: "title", type: "string" }], "Teaser"),
      typeOf("divider", [], "Divider"),
    ],
    [
      collectionOf(
        "homepage",
        [
          experienceOf("banner", "hero", {
            name: "Banner",
            data: { headline: "Live now", rating: "18", extra: ["x"] },
          }),
          experienceOf("footer", "hero", { name: "Footer", enabled: false }),
        ],
        [
          sectionOf(
            "body",
            ["hero", "teaser"],
            [
              experienceOf("drama", "teaser", {
                key: "drama-week",
                name: "Drama week",
                data: { title: "Drama week" },
              }),
              experienceOf("family", "teaser", { key: "family-sunday", name: "Family Sunday" }),
            ],
            { name: "Body" },
          ),
          sectionOf("nothing-yet", [], [], { name: "Nothing yet" }),
        ],
        { name: "Homepage" },
      ),
      collectionOf(
        "checkout",
        [experienceOf("upsell", "hero", { name: "Upsell", data: { headline: "Not published yet" } })],
        [],
        {
          name: "Checkout",
        },
      ),
    ],
  );
  return { document, production: publishedOf(document, ["homepage"]), revision: 7, productionKey };
})();

const nasty =
  "*/ </script> <!-- --> $" +
  "{boom} `tick` \"double\" 'single' \\ \r\n\u2028\u2029\u202e\u0000 {{mustache}} @deprecated 日本 😀";
const nastyKeys = [
  "toString",
  "hasOwnProperty",
  "with-dash",
  "with_underscore",
  "class",
  "a1",
  "then",
  "__defineGetter__x".slice(2),
];

/** Names that would break code: words of the language, of the runtime, of disks; and text that would break out of it. */
const hostile: CodegenCase = (() => {
  const document = spaceOf(
    { key: "understudy", name: nasty },
    [
      typeOf(
        "error",
        nastyKeys.map((key) => ({ key, type: "string", name: nasty, default: nasty })),
        nasty,
      ),
      typeOf(
        "experience",
        [{ key: "choice", type: "select", options: [nasty, "*/", "</script>", "plain"], default: nasty }],
        "Experience",
      ),
      typeOf(
        "con",
        [{ key: "json", type: "json", default: { "*/": "</script>", "": [] } }],
        "Windows device",
      ),
      typeOf("a-1", [], "First of two that read the same", 1),
      typeOf("a1", [], "Second of two that read the same", 2),
      typeOf("foo-bar", [], "Differs in case alone", 3),
      typeOf("foobar", [], "Differs in case alone", 4),
      typeOf("hero", [], "Brings HeroData", 5),
      typeOf("hero-data", [], "Would be HeroData", 6),
      typeOf("json-value", [{ key: "value", type: "json" }], "Named as a type of ours"),
    ],
    [
      collectionOf(
        "collection",
        [
          ...[
            "constructor",
            "to-string",
            "experiences",
            "sections",
            "add",
            "things",
            "id",
            "key",
            "client",
            "then",
            "class",
            "default",
            "static",
            "readonly",
            "get",
            "new",
            "await",
          ].map((key) =>
            experienceOf(`member-${key}`, "error", { key, name: nasty, data: { class: nasty } }),
          ),
          experienceOf("x-1", "con", { minute: 1 }),
          experienceOf("x1", "con", { minute: 2 }),
        ],
        [
          sectionOf("foo-bar-section", ["experience", "con"], [experienceOf("proto", "con")], {
            key: "foo-bar",
            name: nasty,
            minute: 3,
          }),
        ],
        { name: nasty },
      ),
      collectionOf("a-b", [], [sectionOf("first", ["a1"], [], { key: "c", minute: 1 })], { minute: 1 }),
      collectionOf("a", [], [sectionOf("second", ["a-1"], [], { key: "b-c", minute: 2 })], { minute: 2 }),
      collectionOf("nul", [], []),
      collectionOf("client", [experienceOf("in-client", "hero-data")], []),
      collectionOf("understudy", [experienceOf("again", "foobar"), experienceOf("again-2", "foo-bar")], []),
    ],
  );
  return {
    document,
    production: publishedOf(document, ["collection", "client"]),
    revision: 41,
    productionKey,
  };
})();

export const codegenCases: Readonly<Record<string, CodegenCase>> = { smallest, cinema, hostile };
