import { once } from "node:events";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "../random.ts";
import { type Model, space } from "./clients.ts";
import type { Platform } from "./platform.ts";

export interface Attack {
  readonly platform: Platform;
  readonly model: Model;
  readonly random: Random;
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether the folder lies on a volume of its own, which may be filled. */
  readonly fills: boolean;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const spaceFile = ({ platform }: Attack) => join(platform.dataDir, "spaces/my-first-space/space.json");

/** A process that is not to serve: it ends by itself, with 1 and a sentence. */
async function isRefused({ platform, model }: Attack, why: RegExp): Promise<void> {
  const child = platform.serve();
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  child.stdout?.on("data", (chunk) => {
    said += chunk;
    child.kill("SIGKILL");
  });
  const [code] = await once(child, "close");
  if (code !== 1 || !why.test(said))
    model.faults.push(`a start that must fail: ended with ${code}, saying: ${said}`);
}

/** What can happen to a platform, each with all clients at work. */
export const disruptions: Readonly<Record<string, (attack: Attack) => Promise<void>>> = {
  async kill({ platform }) {
    await platform.end("SIGKILL");
    await platform.start();
  },

  async stop({ platform, model }) {
    const code = await platform.end("SIGTERM");
    if (code !== 0) model.faults.push(`a stop ended with ${code}`);
    await platform.start();
  },

  async suspend(attack) {
    const { pid } = attack.platform;
    process.kill(pid, "SIGSTOP");
    await isRefused(attack, /Another process has .* open/);
    await pause(attack.random.below(1500));
    process.kill(pid, "SIGCONT");
  },

  async "torn document"(attack) {
    const { platform, random } = attack;
    await platform.end("SIGKILL");
    const file = spaceFile(attack);
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, 1 + random.below(whole.length - 2)));
    await isRefused(attack, /space\.json/);
    await writeFile(file, whole);
    await platform.start();
  },

  /** As `git checkout` does it: the file is replaced by another. */
  async "edit from outside"(attack) {
    const name = `Outside ${attack.random.below(1_000_000)}`;
    await attack.alone(async () => {
      const file = spaceFile(attack);
      const document = JSON.parse(await readFile(file, "utf8"));
      const edited = document.collections.find((one: { key: string }) => one.key === "edited");
      if (edited === undefined) return;
      edited.name = name;
      await writeFile(`${file}.new`, `${JSON.stringify(document, null, 2)}\n`);
      await rename(`${file}.new`, file);
      attack.model.collections.set("edited", new Set([name]));
    });
  },

  /** As `git clean` does it, and somebody who puts it back. */
  async "taken away"({ platform, random }) {
    const file = join(platform.dataDir, ".understudy/data.db");
    await rename(file, `${file}.away`);
    await pause(100 + random.below(800));
    await rename(`${file}.away`, file);
  },

  async "clock jump"({ platform, random }) {
    const seconds = (random.below(801) - 400) * 86_400;
    await platform.ask("platformUrl", "PUT", "/v2/clock", { mode: "offset", seconds });
    await pause(random.below(400));
    await platform.ask("platformUrl", "PUT", "/v2/clock", { mode: "system" });
  },

  async "big bodies"({ platform, model, random }) {
    const bodies: [string, string, unknown][] = [
      [
        "PUT",
        `${space}/environments/development/users/large`,
        { fields: { list: Array(500).fill("ü".repeat(7000)) } },
      ],
      ["POST", `${space}/collections`, { name: "x".repeat(20_000_000) }],
      [
        "POST",
        `${space}/tribes`,
        `{"name":"deep","rules":${'{"not":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
      ],
      ["POST", `${space}/collections`, "[".repeat(100_000)],
    ];
    for (const [method, path, body] of bodies) {
      const { status } = await platform.ask("platformUrl", method, path, body);
      if (typeof status === "number" && status >= 500 && status !== 503)
        model.faults.push(`${path}: ${status}`);
    }
    await pause(random.below(200));
  },

  async "full disk"({ platform, random, fills }) {
    if (!fills) return;
    const filler = join(platform.dataDir, "filler");
    const piece = Buffer.alloc(1 << 20);
    for (let full = false; !full; )
      full = await writeFile(filler, piece, { flag: "a" }).then(
        () => false,
        () => true,
      );
    await pause(200 + random.below(1500));
    const killed = random.below(2) === 0;
    if (killed) await platform.end("SIGKILL");
    await rm(filler);
    if (killed) await platform.start();
  },
};
