import { expect, it } from "vitest";
import { codegenRequest } from "../../../../src/core/codegen/codegen-request.ts";
import { findLanguage, languagesOf } from "../../../../src/core/codegen/languages.ts";

const rows = [
  {
    of: ["browser", "typescript"],
    key: null,
    runtime: { "index.js": "understudy/index.js" },
    headed: { "export {};\n": "// Made.\nexport {};\n" },
  },
  {
    of: ["ios", "swift"],
    key: ["UnderstudyKey.swift", 'let understudyApiKey = "us_dev_x"\n'],
    runtime: {
      "Package.swift": "Package.swift",
      "Understudy.Session.swift": "understudy/Understudy.Session.swift",
    },
    headed: {
      "// swift-tools-version:6.0\nimport A\n": "// swift-tools-version:6.0\n// Made.\nimport A\n",
      "import A\n": "// Made.\nimport A\n",
    },
  },
  {
    of: ["android", "kotlin"],
    key: ["UnderstudyKey.kt", 'package understudy\n\nconst val understudyApiKey = "us_dev_x"\n'],
    runtime: { "Client.kt": "understudy/Client.kt" },
    headed: { "package a\n": "// Made.\npackage a\n" },
  },
  {
    of: ["roku", "brightscript"],
    key: null,
    runtime: { "components/Client.brs": "components/roku_modules/understudy/Client.brs" },
    headed: {
      '<?xml version="1.0"?>\n<a />\n': '<?xml version="1.0"?>\n<!-- Made. -->\n<a />\n',
      "sub init()\n": "' Made.\n\nsub init()\n",
    },
  },
] as const;

it.each(rows)("$of has its key file, its places and its comments", ({ of, key, runtime, headed }) => {
  const language = findLanguage(of[0], of[1]);
  const file = language?.keyFile;
  expect(file ? [file.name, file.text("us_dev_x")] : null).toEqual(key);
  for (const [name, place] of Object.entries(runtime)) expect(language?.runtime.goesTo(name)).toBe(place);
  for (const [text, wanted] of Object.entries(headed)) expect(language?.headed("Made.", text)).toBe(wanted);
});

it.each([
  [{ platform: "palm", lang: "swift" }, "platform", "must be one of: browser, ios, android, roku"],
  [{ platform: "browser", lang: "swift" }, "lang", "must be, for browser, one of: typescript, javascript"],
])("a language that nobody has is refused by name: %o", (request, path, message) => {
  expect(codegenRequest.safeParse(request).error?.issues).toMatchObject([{ path: [path], message }]);
});

it.each(languagesOf("browser"))(
  "the first event in $lang finds a Space that is called as the runtime",
  (one) => {
    const facts = {
      apiKey: "us_dev_x",
      sdkUrl: "http://127.0.0.1:4748",
      lanUrl: null,
      spaceKey: "understudy",
    };
    expect(one.firstEvent.code(facts)).toContain('"./understudy-code/understudy_/index.js"');
  },
);
