import { expect, it, vi } from "vitest";
import { everything, sendGenerated, statusesOf } from "../helpers/generated-run.ts";
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
  try {
    const answered = await sendGenerated({ servers: [a, b], count, seed, atOnce: 16 });
    console.info(`${count} requests over two servers (seed ${seed}); ${statusesOf(answered)}`);
    const theSame = async () => expect(await everything(a)).toEqual(await everything(b));
    await vi.waitFor(theSame, { timeout: 30_000 });
    const late = await start();
    expect(await everything(late)).toEqual(await everything(a));
    await late.remove();
  } finally {
    await Promise.all([a.remove(), b.remove()]);
    await database.drop();
  }
});
