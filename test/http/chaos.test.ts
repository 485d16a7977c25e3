import { expect, test } from "vitest";
import { chaos } from "../helpers/chaos/chaos.ts";

const seed = Number(process.env.CHAOS_SEED ?? 20261122);
const seconds = Number(process.env.CHAOS_SECONDS ?? 20);

test(`whatever happens to it, it keeps what it acknowledged (seed ${seed}, ${seconds} s)`, {
  // What was kept is read and compared afterwards.
  timeout: seconds * 1100 + 180_000,
}, async () => {
  const report = await chaos(seed, seconds);
  process.stdout.write(
    `${JSON.stringify(report, (_, value) => (value instanceof Map ? Object.fromEntries(value) : value))}\n`,
  );
  expect(report.faults).toEqual([]);
  // Enough was tried for that to mean something.
  expect(report.disruptions.size).toBeGreaterThan(process.env.CHAOS_ONLY === undefined ? 5 : 0);
  expect(report.acknowledged).toBeGreaterThan(seconds * 10);
});
