import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere({ seed: "demo" });
});
afterAll(() => server.remove());

const guide = readFileSync(join(import.meta.dirname, "../../docs/decide.md"), "utf8");
const blocks = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = "", text = ""]) => ({
  kind,
  text,
}));

/** Without what is another one in every run. */
const masked = (text: string) =>
  text
    .replaceAll(/\b(pub|scn|ses|trb)_[A-Za-z0-9]{16}\b/g, "$1_…")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

/** Runs a block of the guide in a shell, and gives what it prints. */
async function printed(script: string): Promise<string> {
  const api = blocks[0]?.text.replaceAll(/^export .*$/gm, "") ?? "";
  const { body } = await server.api("GET", "/v2/spaces/cinema/environments");
  const env = {
    ...process.env,
    ...{ P: server.platformUrl, SDK: server.sdkUrl, TOKEN: server.token, KEY: body.data[0].apiKey },
    S: `${server.platformUrl}/v2/spaces/cinema`,
  };
  return (await promisify(execFile)("bash", ["-c", api + script], { env })).stdout;
}

test("who follows docs/decide.md, block by block, sees what it shows", async () => {
  const shown: string[] = [];
  for (const [at, { kind, text }] of blocks.entries()) {
    if (kind !== "sh" || at === 0) continue;
    const said = masked(await printed(text));
    const answer = blocks[at + 1];
    if (answer?.kind !== "json" || answer.text.includes('"status":400')) continue;
    // Where the guide shows a part of an answer, that very part is in it.
    if (!said.includes(masked(answer.text).trim()))
      expect(JSON.parse(said), text).toMatchObject(JSON.parse(masked(answer.text)));
    shown.push(text);
  }
  expect(shown).toHaveLength(6);
});
