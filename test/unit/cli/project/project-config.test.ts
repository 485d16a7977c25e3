import { describe, expect, it } from "vitest";
import { CliError } from "../../../../src/cli/cli-error.ts";
import { parseConfig } from "../../../../src/cli/project/project-config.ts";
import { configText, outFrom } from "../../../../src/cli/setup/config-text.ts";

const good = `version: 1
org: org_1
space: spc_1
spaceKey: cinema # its folder
targets:
  - platform: browser
    lang: typescript
    out: src/code
`;
const failure = (text: string): CliError => {
  try {
    parseConfig("understudy.yaml", text);
  } catch (error) {
    if (error instanceof CliError) return error;
  }
  throw new Error("it was taken");
};

describe("understudy.yaml", () => {
  it("is read", () => {
    expect(parseConfig("understudy.yaml", good)).toEqual({
      version: 1,
      org: "org_1",
      space: "spc_1",
      spaceKey: "cinema",
      targets: [{ platform: "browser", lang: "typescript", out: "src/code" }],
    });
  });

  it.each([
    ["version: 2", good.replace("version: 1", "version: 2"), 1, "version must be 1"],
    ["a Space key that leads out", good.replace("cinema #", "../../x #"), 4, "spaceKey must be"],
    [
      "an unknown language",
      good.replace("typescript", "cobol"),
      7,
      "targets.0.lang must be, for browser, one of: typescript, javascript",
    ],
    [
      "an unknown platform",
      good.replace("browser", "toaster"),
      6,
      "targets.0.platform must be one of: browser",
    ],
    ["an unknown member", `${good}secret: abc\n`, 9, "secret is not known here"],
    ["no folder", good.replace("src/code", '""'), 8, "targets.0.out must name a folder"],
    ["a missing member", good.replace("    lang: typescript\n", ""), 6, "targets.0.lang is missing"],
    [
      "no targets",
      `${good.slice(0, good.indexOf("targets"))}targets: []\n`,
      5,
      "targets must have one at least",
    ],
    ["broken YAML", "version: 1\norg: [\n", 3, "end with a ]"],
    ["a tab", "version: 1\n\torg: x\n", 2, ""],
    ["a key twice", `${good}org: other\n`, 9, "org is there already"],
    ["a key of a target twice", `${good}    lang: javascript\n`, 9, "lang is there already"],
    [
      "two targets in one folder",
      `${good}  - platform: browser\n    lang: javascript\n    out: ./SRC/code/deeper\n`,
      6,
      "a folder each",
    ],
    ["nothing", "", 1, "the file must be an object"],
    ["a list", "- version: 1\n", 1, "the file must be an object"],
  ])("is refused with the line: %s", (_, text, line, says) => {
    const error = failure(text);
    expect(error.message).toContain(says);
    expect(error.details).toMatchObject({ code: "invalid-config" });
    expect(error.message).toContain(`understudy.yaml, line ${line}: `);
  });
});

describe("setup's text of it", () => {
  const wanted = {
    org: "org_1",
    space: "spc_1",
    spaceKey: "cinema",
    target: { platform: "browser", lang: "javascript", out: "js/code" },
  };
  const existing = (text: string) => ({ path: "understudy.yaml", text });

  it("is new", () => {
    expect(parseConfig("understudy.yaml", configText(wanted, null, false))).toMatchObject({
      targets: [wanted.target],
    });
  });

  it("keeps what was there, comments too, and adds a target", () => {
    const text = configText(wanted, existing(good), false);
    expect(text).toContain("# its folder");
    expect(parseConfig("understudy.yaml", text).targets).toHaveLength(2);
    expect(configText(wanted, existing(text), false)).toBe(text);
  });

  it("keeps the line ends of Windows", () => {
    const text = configText(wanted, existing(good.replaceAll("\n", "\r\n")), false);
    expect(text).toBe(configText(wanted, existing(good), false).replaceAll("\n", "\r\n"));
  });

  it.each([false, true])("keeps the comments of a target that is set up again; forced: %s", (force) => {
    const text = good.replace("lang: typescript", "lang: typescript # not javascript");
    const again = { ...wanted, target: { ...wanted.target, out: "src/code" } };
    expect(configText(again, existing(text), force)).toBe(text.replace(": typescript", ": javascript"));
  });

  it("keeps the other targets and the comments of its own Space, also forced", () => {
    expect(configText(wanted, existing(good), true)).toBe(configText(wanted, existing(good), false));
  });

  it.each([
    ["src/code", "src/code"],
    ["./src//code/", "src/code"],
    ["/project/src/code", "src/code"],
    ["../project/src/code", "src/code"],
    ["../elsewhere", "../elsewhere"],
    ["/elsewhere", "/elsewhere"],
    [".", "."],
    ["", ""],
  ])("has the folder %j from the project's: %j", (given, want) => {
    expect(outFrom("/project", given)).toBe(want);
  });

  it("replaces a target whose folder is written in another way", () => {
    const absolute = existing(good.replace("src/code", `${process.cwd()}/src/code`));
    const again = { ...wanted, target: { ...wanted.target, out: "src/code" } };
    expect(parseConfig("understudy.yaml", configText(again, absolute, false)).targets).toEqual([
      again.target,
    ]);
  });

  it("takes the Space's new key where it is forced", () => {
    const renamed = { ...wanted, spaceKey: "films" };
    const text = configText(renamed, existing(good), true);
    expect([text.includes("# its folder"), parseConfig("understudy.yaml", text)]).toMatchObject([
      true,
      { spaceKey: "films", targets: [{ out: "src/code" }, wanted.target] },
    ]);
  });

  it("replaces one that is not valid only where it is forced", () => {
    const broken = existing(good.replace("version: 1", "version: 2"));
    expect(() => configText(wanted, broken, false)).toThrow("version must be 1");
    expect(configText(wanted, broken, true)).toBe(configText(wanted, null, false));
  });

  it("does not replace another Space's, unless forced", () => {
    const other = existing(good.replace("spc_1", "spc_2"));
    expect(() => configText(wanted, other, false)).toThrow("there already, for the Space");
    expect(parseConfig("understudy.yaml", configText(wanted, other, true)).space).toBe("spc_1");
  });

  // As many as fit: seconds, where a look at each pair takes far longer than the test may.
  it("is refused soon where it has very many keys", () => {
    const keys = Array.from({ length: 60_000 }, (_, n) => `k${n}: 1`).join("\n");
    expect(failure(`${good}${keys}`).message).toMatch(/line 9: k0 is not known here/);
  }, 20_000);

  it("is refused soon where it has very many targets", () => {
    const target = (n: number) => `  - {platform: browser, lang: typescript, out: src/t${n}}`;
    const targets = Array.from({ length: 15_000 }, (_, n) => target(n)).join("\n");
    expect(failure(`${good}${targets}\n${target(14_999)}`).message).toMatch(/need a folder each/);
  }, 20_000);

  it("that nests too deep is refused in words", () => {
    const deep = `version: 1\norg: ${"[".repeat(20_000)}`;
    expect(() => parseConfig("understudy.yaml", deep)).toThrow("understudy.yaml, line 2: it nests too deep.");
  });

  it("that doubles itself by aliases is refused, and without a stack", () => {
    const doubled = Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`).join("\n");
    expect(failure(`a0: &a0 [x]\n${doubled}\n${good}`).message).toMatch(
      /^understudy\.yaml, line 1: .*alias/i,
    );
  });
});
