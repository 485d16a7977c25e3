import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, endAll, program, type Running, root, run } from "../helpers/built-program.ts";
import { eventually } from "../helpers/eventually.ts";

const token = "docs-owner-token-0123456789";
let folder: string;
let server: Running;
let urls: { platform: string; sdk: string };
let key: string;

/** A block of a guide: what stands behind its fence, and what in it. */
interface Block {
  readonly kind: string;
  readonly text: string;
}
const blocksOf = (guide: string): Block[] =>
  [...readFileSync(join(root, guide), "utf8").matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
    ([, kind = "", text = ""]) => ({ kind, text }),
  );

/** A command of a guide, and what it says that the command prints. */
interface Step {
  readonly command: string;
  readonly prints: string;
}
const stepsOf = (guide: string): Step[] =>
  blocksOf(guide)
    .filter(({ kind, text }) => kind === "" && text.startsWith("$ understudy"))
    .flatMap(({ text }) => text.split(/^\$ /m).filter((part) => part !== ""))
    .map((part) => ({
      command: part.split("\n")[0] ?? "",
      prints: part.slice(part.indexOf("\n") + 1).trimEnd(),
    }));

/** Without what is another one in every run: made ids, ports, one-time tokens, times, counts of events, how far it was after 2 s. */
const masked = (text: string): string =>
  text
    .replaceAll(/^… Played .*\n?/gm, "")
    .replaceAll(/\/home\/ida(\/shop)?\//g, "<folder>/")
    .replaceAll(`${folder}/`, "<folder>/")
    .replaceAll(/\b(exp|spc|scn)_[A-Za-z0-9]{16}\b/g, "$1_…")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
    .replaceAll(/token=[\w<>-]+/g, "token=<yours>")
    .replaceAll(/Data( +)\S.*/g, "Data$1<data>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/\b\d+( of \d+)? events(, \d+ refused ones left out)?/g, "<n> events")
    .trimEnd();

const environment = () => ({
  UNDERSTUDY_PLATFORM_URL: urls.platform,
  UNDERSTUDY_TOKEN: token,
  XDG_DATA_HOME: join(folder, "home"),
});
/** The words of a command line; quotes keep some together. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? "");

/** Runs a guide's command as it stands there, and gives what it prints. */
async function printed(command: string, more: readonly string[] = []): Promise<string> {
  const [name, ...args] = wordsOf(command);
  expect(name).toBe("understudy");
  const running = run(program, [...args, ...more], { cwd: folder, env: environment() });
  await running.ended;
  // A guide's server has the usual port.
  const said = running.stdout.filter((line) => !line.includes(`client.serviceUrl = "${urls.sdk}"`));
  return [...said, complaintsOf(running)].join("\n");
}

async function api(method: string, path: string, body?: object) {
  const answer = await fetch(`${urls.platform}/v2/spaces/cinema${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return answer.status === 204 ? null : answer.json();
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-docs-")));
  const args = ["serve", "--seed", "demo", "--data", join(folder, "data"), "--port", "0", "--sdk-port", "0"];
  server = run(program, args, { env: { UNDERSTUDY_TOKEN: token, XDG_DATA_HOME: join(folder, "home") } });
  await eventually(() => expect(server.stdout.length).toBeGreaterThanOrEqual(6));
  const addressOf = (plane: string) =>
    server.stdout.find((line) => line.includes(plane))?.match(/http:\S+/)?.[0] ?? "";
  urls = { platform: addressOf("Platform API"), sdk: addressOf("SDKs") };
  const { data } = await api("GET", "/environments");
  key = data[0].apiKey;
});
afterAll(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

describe("the README", () => {
  it("says what a server says when it is ready", () => {
    const start = blocksOf("README.md").find(({ text }) => text.includes("is ready."))?.text ?? "";
    const said = start.split("\n").slice(1).join("\n");
    expect(masked(server.stdout.join("\n"))).toBe(masked(said));
  });

  it("sends events as it says, and tells what is answered", async () => {
    const blocks = blocksOf("README.md");
    const calls = blocks.flatMap(({ kind, text }, at) =>
      kind === "sh" && text.includes("curl") ? [{ text, answer: blocks[at + 1]?.text ?? "" }] : [],
    );
    expect(calls).toHaveLength(2);
    for (const { text, answer } of calls) {
      const script = text
        .replace(/^export KEY=.*$/m, "")
        .replaceAll("http://127.0.0.1:4748", urls.sdk)
        .replaceAll("curl ", "curl -s ");
      const { stdout } = await promisify(execFile)("bash", ["-c", script], {
        env: { ...process.env, KEY: key },
      });
      expect(JSON.parse(stdout)).toEqual(JSON.parse(answer));
    }
  });

  it("sets up a project as it says", async () => {
    const blocks = blocksOf("README.md");
    const at = blocks.findIndex(({ text }) => text.startsWith("understudy setup"));
    const said = await printed(blocks[at]?.text ?? "");
    rmSync(join(folder, "understudy.yaml"));
    rmSync(join(folder, "src"), { recursive: true });
    expect(masked(said)).toBe(masked(blocks[at + 1]?.text ?? ""));
  });
});

describe("the guides of the command line", () => {
  const steps = stepsOf("docs/cli.md");
  const taken = new Set<Step>();
  /** The next step of the guide that begins so prints what it says. */
  async function holds(begins: string, more: readonly string[] = []): Promise<void> {
    const step = steps.find((one) => !taken.has(one) && `${one.command} `.startsWith(`${begins} `));
    if (step === undefined) throw new Error(`docs/cli.md has no more "${begins}"`);
    taken.add(step);
    expect.soft(masked(await printed(step.command, more)), step.command).toBe(masked(step.prints));
  }

  it("print what they say, command by command", async () => {
    await holds("understudy setup");

    const { data } = await api("GET", "/collections");
    const banner = data[0].experiences[0];
    const addFooter = () =>
      api("POST", "/collections/homepage/experiences", { name: "Footer", typeId: banner.typeId });
    const remove = (key: string) => api("DELETE", `/collections/homepage/experiences/${key}`);
    // Code is sorted by ids: in the guide the new one stands behind all that are there.
    const last = (JSON.stringify(data[0]).match(/exp_\w+/g) ?? []).toSorted().at(-1) ?? "";
    let footer = await addFooter();
    while (footer.id < last) {
      await remove(footer.key);
      footer = await addFooter();
    }
    await holds("understudy update --check");
    await holds("understudy update");
    appendFileSync(join(folder, "src/code/cinema/index.ts"), "// edited\n");
    await holds("understudy update");
    await remove(footer.key);

    const eight = { enabled: true, data: { headline: "Tonight at eight" } };
    const scenarios = banner.scenarios.with(-1, { ...banner.scenarios.at(-1), serve: eight });
    await api("PATCH", "/collections/homepage/experiences/banner", { scenarios });
    await holds("understudy publish");
    await holds("understudy publish");

    const { data: personas } = await api("GET", "/personas");
    const first = personas.find((one: { name: string }) => one.name === "First visit");
    await api("PATCH", `/personas/${first.key}`, {
      expected: JSON.parse(JSON.stringify(first.expected).replaceAll("Tonight at seven", "Tonight at eight")),
    });
    await holds("understudy test");

    const tail = holds("understudy events tail", ["--limit", "2"]);
    const send = (events: object[]) =>
      fetch(`${urls.sdk}/sdk/v1/events`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/json" },
        body: JSON.stringify({ events }),
      });
    const drama = { pair1: { key: "genre", value: "drama" } };
    let over = false;
    void tail.then(
      () => (over = true),
      () => (over = true),
    );
    // It shows what comes once it follows: sent until it has.
    await eventually(async () => {
      const time = new Date().toISOString();
      await send([
        { name: "movie/watched", time, userId: "ana", metadata: drama },
        { name: "movie/watched", time: "yesterday", userId: "ben" },
      ]);
      expect(over).toBe(true);
    });
    await tail;
    await holds("understudy events export");
    await holds("understudy events replay");
    expect(steps.filter((one) => !taken.has(one) && one.prints !== "").map(({ command }) => command)).toEqual(
      [],
    );
  });

  it("run tests in a CI job as they say", async () => {
    const test = blocksOf("docs/ci.md").find(({ kind }) => kind === "js")?.text ?? "";
    writeFileSync(join(folder, "test.mjs"), test);
    const [step] = stepsOf("docs/ci.md");
    expect(masked(await printed(step?.command ?? ""))).toBe(masked(step?.prints ?? ""));
  });
});
