import { expect, it, vi } from "vitest";
import { everything, sendGenerated, statusesOf } from "../helpers/generated-run.ts";
import { patience } from "../helpers/patience.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { startServerHere } from "../helpers/server.ts";

const count = Number(process.env.FUZZ_REQUESTS ?? 2_000) / 2;
const seed = Number(process.env.FUZZ_SEED ?? 20261122) + 3;

it("generated requests, sixteen at a time over two servers: no 5xx, and both have the same in the end, as has a third that starts then", {
  timeout: 1_800_000,
}, async () => {
  const database = await newDatabase();
  const start = () => startServerHere({ store: database.url });
  const [a, b] = await Promise.all([start(), start()]);
  const servers = [a, b];
  try {
    const answered = await sendGenerated({ servers: [a, b], count, seed, atOnce: 16 });
    console.info(`${count} requests over two servers (seed ${seed}); ${statusesOf(answered)}`);
    const theSame = async () => expect(await everything(a)).toEqual(await everything(b));
    await vi.waitFor(theSame, { timeout: patience });
    servers.push(await start());
    expect(await everything(servers[2] ?? a)).toEqual(await everything(a));
  } finally {
    await Promise.all(servers.map((server) => server.remove()));
    await database.drop();
  }
});
