import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CliError } from "../../../src/cli/cli-error.ts";
import { open } from "../../../src/cli/commands/open.ts";
import { serve } from "../../../src/cli/commands/serve.ts";
import { main } from "../../../src/cli/index.ts";
import { StartError } from "../../../src/server/start-server.ts";

vi.mock("../../../src/cli/commands/serve.ts", () => ({ serve: vi.fn() }));
vi.mock("../../../src/cli/commands/open.ts", () => ({ open: vi.fn() }));

/** What Node says where a folder can't be made. */
const refusedBySystem = Object.assign(new Error("EACCES: permission denied, mkdir '/a/b'"), {
  code: "EACCES",
  syscall: "mkdir",
  path: "/a/b",
});

let written: { out: string; err: string };

beforeEach(() => {
  written = { out: "", err: "" };
  vi.mocked(serve).mockReset().mockResolvedValue(0);
  vi.mocked(open).mockReset().mockResolvedValue(0);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.err += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

describe("the command line", () => {
  it("gives serve its flags", async () => {
    const line =
      "serve --data /a --port 0 --sdk-port 65535 --seed demo --lan --clock 2026-12-24T18:00:00Z --json";
    expect(await main(line.split(" "))).toBe(0);
    expect(vi.mocked(serve).mock.calls[0]?.[0]).toEqual({
      data: "/a",
      port: 0,
      sdkPort: 65_535,
      seed: "demo",
      lan: true,
      clock: "2026-12-24T18:00:00Z",
      json: true,
    });
  });

  it.each([[[]], [["--port", "0"]], [["open", "--headless"]]])("opens with %j", async (argv) => {
    expect(await main(argv)).toBe(0);
    expect(open).toHaveBeenCalledOnce();
  });

  it.each([
    [["servee"], 2, "Did you mean serve?"],
    [["serve", "--prot", "1"], 2, "Did you mean --port?"],
    [["--hedless"], 2, "Did you mean --headless?"],
    [["serve", "--port"], 2, "argument missing"],
    [["serve", "more"], 2, "too many arguments"],
    [["serve", "--port", "65536"], 1, "from 0 to 65535"],
    [["serve", "--port", "-1"], 1, "from 0 to 65535"],
    [["serve", "--sdk-port", "4e3"], 1, "from 0 to 65535"],
    [["serve", "--clock", "tomorrow"], 1, "2026-12-24T18:00:00Z"],
    [["serve", "--clock", "2026-13-01T00:00:00Z"], 1, "2026-12-24T18:00:00Z"],
    [["serve", "--clock", "2026-02-30T00:00:00Z"], 1, "2026-12-24T18:00:00Z"],
    [["serve", "--data", " "], 1, "name a folder"],
    [["events", "tail", "--status", "maybe"], 1, "It must be one of accepted, rejected."],
    [["events", "tail", "--user", ""], 1, "It must not be empty."],
    [
      ["events", "tail", ...["a:1", "b:2", "c:3", "d:4"].flatMap((pair) => ["--where", pair])],
      1,
      "It must have at most 3 items.",
    ],
    [["backup", ""], 1, "name a folder"],
    [["restore", " "], 1, "name a folder"],
    [["store", "copy", "--from", "", "--to", "postgresql://h/d"], 1, "name a folder"],
    [["store", "copy", "--from", "postgresql://h/d", "--to", ""], 1, "name a folder"],
    ...["", "understudy.example", "https://a.example/console", `https://${"a".repeat(254)}`].map(
      (address): [string[], number, string] => [
        ["admin", "invite", "--data", "/nowhere", "--public-url", address],
        1,
        "--public-url takes an address without a path",
      ],
    ),
    [["exec", "--space", "", "true"], 1, "must not be empty"],
    [["setup", "--space", ""], 1, "must not be empty"],
    [["test", "--space", ""], 1, "must not be empty"],
    [["events", "export", "--space", " "], 1, "must not be empty"],
    [["publish", "--environment", "staging", "--collection", ""], 1, "must not be empty"],
    [["snapshot", "save", "--name", ""], 1, "must not be empty"],
    [["snapshot", "restore", ""], 1, "must not be empty"],
    [["events", "replay", "", "--space", "a"], 1, "must name a file"],
    [["publish", "--environment", "staging", "--collection", ".."], 1, "'--collection <id>' argument '..'"],
    [["test", "--space", "."], 1, "'--space <id>' argument '.'"],
    ...[
      ["publish", "--environment", "staging", "--collection"],
      ["publish", "--environment", "staging", "--collection", "a", "--note"],
      ["test", "--space"],
      ["setup", "--org"],
      ["exec", "--space"],
      ["snapshot", "save", "--name"],
      ["snapshot", "export", "a", "--snapshot"],
      ["events", "replay", "--prefix"],
      ["events", "simulate", "--scene"],
      ["events", "tail", "--text"],
    ].map((line): [string[], number, string] => [
      [...line, "a".repeat(100_000)],
      1,
      `option '${line.at(-1)} <`,
    ]),
    [
      ["snapshot", "restore", "a".repeat(201)],
      1,
      `value '${"a".repeat(100)}…' is invalid for argument 'snapshot'. It must be at most 200 characters.`,
    ],
    [
      ["events", "tail", "--text", "a".repeat(100_000)],
      1,
      `argument '${"a".repeat(100)}…' is invalid. It must be at most 200 characters.`,
    ],
    [["\u001b[31mred"], 2, "unknown command '\\u001b[31mred'"],
    [["serve", "--\u009bred"], 2, "unknown option '--\\u009bred'"],
    [["help", "publsh"], 2, "Did you mean publish?"],
    [["publsh", "--help"], 2, "Did you mean publish?"],
    [["help", "events", "tale"], 2, "Did you mean tail?"],
    [["events", "help", "tale"], 2, "Did you mean tail?"],
  ])("%j ends with %i", async (argv, code, says) => {
    expect(await main(argv)).toBe(code);
    expect(written).toEqual({ out: "", err: expect.stringContaining(says) });
    expect(serve).not.toHaveBeenCalled();
  });

  it.each([
    ...[["--help"], ["serve --help"], ["open -h"], ["doctor --help"], ["--version"]],
    ...[["setup --help"], ["update --help"], ["publish --help"], ["test --help"]],
  ])("%s ends with 0", async (line) => {
    expect(await main(line.split(" "))).toBe(0);
    expect(written).toEqual({ out: expect.stringMatching(/Usage: understudy|\d+\.\d+\.\d+/), err: "" });
  });

  it.each([
    ["help", "understudy [options]"],
    ["help publish", "understudy publish"],
    ["help events", "understudy events [options]"],
    ["help events tail", "understudy events tail"],
    ["events help tail", "understudy events tail"],
    ["help -- publish", "understudy publish"],
  ])("%s is about that command", async (line, usage) => {
    expect(await main(line.split(" "))).toBe(0);
    expect(written).toEqual({ out: expect.stringContaining(`Usage: ${usage}`), err: "" });
  });

  it.each([
    [new CliError("no", { code: "already-running" }), "no\n", { message: "no", code: "already-running" }],
    [new StartError("port 1 is taken"), "port 1 is taken\n", { message: "port 1 is taken" }],
    [refusedBySystem, `${refusedBySystem.message}\n`, { message: refusedBySystem.message }],
  ])("tells of %s", async (error, plain, json) => {
    vi.mocked(serve).mockRejectedValue(error);
    expect(await main(["serve"])).toBe(1);
    expect(written).toEqual({ out: "", err: plain });
    written.err = "";
    expect(await main(["serve", "--json"])).toBe(1);
    expect(written.out).toBe("");
    expect(written.err.endsWith("\n")).toBe(true);
    expect(JSON.parse(written.err)).toEqual({ event: "error", ...json });
  });

  it("ends with 130 at a question that was stopped with Ctrl-C", async () => {
    vi.mocked(open).mockRejectedValue(
      Object.assign(new Error("User force closed"), { name: "ExitPromptError" }),
    );
    expect(await main(["open"])).toBe(130);
    expect(written).toEqual({ out: "", err: "Stopped before anything was changed.\n" });
  });

  it.each([
    ["serve --show premiere --seed demo", 2],
    ["open --headless --desktop", 2],
    ["exec --seed demo --snapshot FILE -- true", 2],
    ["update --check --watch", 2],
    ["update --check --force", 2],
    ["publish --collection a --environment staging --from production --version 1", 2],
    ["events replay FILE --from staging", 2],
    ["events simulate --rate 1 --speed 1", 2],
    ["serve --port x", 1],
    ["audit --limit 0", 1],
    ["doctor --data", 2],
    ["doctor more", 2],
    ["backup", 2],
  ])("%s ends with %i", async (line, code) => {
    expect([await main(line.split(" ")), written.out]).toEqual([code, ""]);
    expect(written.err).toMatch(/^error: /);
  });

  it("names a file in the place of the data folder once", async () => {
    const file = fileURLToPath(import.meta.url);
    expect(await main(["doctor", "--json", "--data", file])).toBe(1);
    const { checks } = JSON.parse(written.out) as { readonly checks: readonly { readonly status: string }[] };
    expect(checks.filter(({ status }) => status === "problem")).toEqual([
      { id: "data-folder", status: "problem", text: `data folder ${file} is not a folder` },
    ]);
  });

  it("tells who still gives an organization secret what to do, whatever the command", async () => {
    expect(await main(["serve", "--org-secret", "x", "--json"])).toBe(1);
    expect(JSON.parse(written.err)).toMatchObject({ code: "org-secret-removed" });
  });

  it("says a usage error as one JSON line too", async () => {
    expect(await main(["serve", "--json", "--port", "x"])).toBe(1);
    expect(written.out).toBe("");
    expect(JSON.parse(written.err)).toMatchObject({
      event: "error",
      message: expect.stringContaining("--port"),
    });
  });
});
