// `npm run chaos -- --minutes 60 --seed 7`: the platform in use by many clients, while everything happens to it: kills,
// suspensions, a full disk, torn and foreign documents, a store that is taken away, clock jumps (docs/reliability.md).
// `--shared 200000`: so many events through three servers behind nginx and over one PostgreSQL instead, which die and come
// back; `--rate 2000`: so many a second.
// `--only kill,suspend` leaves it at these. As root the folder lies on a small volume of its own, which is filled, too.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SetupError } from "./setup/report.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const options = {
  minutes: { type: "string", default: "60" },
  seed: { type: "string", default: String(Date.now() % 1_000_000) },
  only: { type: "string" },
  shared: { type: "string" },
  rate: { type: "string" },
};

/** @throws SetupError that says what there is */
function flags() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new SetupError(error.message);
  }
}

await runScript(async () => {
  const values = flags();
  if (
    !(Number(values.minutes) > 0) ||
    !/^\d+$/.test(values.seed) ||
    ![values.shared, values.rate].every((one) => /^\d*$/.test(one ?? ""))
  )
    throw new SetupError("--minutes takes a number above 0, --seed, --shared and --rate a whole number.");
  await setUp();
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = {
    ...process.env,
    CHAOS_SECONDS: String(Number(values.minutes) * 60),
    CHAOS_SEED: values.seed,
    ...(values.only !== undefined && { CHAOS_ONLY: values.only }),
    // The tests of shared servers are left out where there is none: this one starts its own.
    ...(values.shared !== undefined && {
      CHAOS_SHARED_EVENTS: values.shared,
      ...(values.rate !== undefined && { CHAOS_SHARED_RATE: values.rate }),
      UNDERSTUDY_TEST_POSTGRES: "postgresql://its-own",
    }),
  };
  const file = values.shared === undefined ? "test/http/chaos.test.ts" : "test/http/shared-chaos.test.ts";
  const args = [vitest, "run", "--project", "http", file];
  const { code } = await runStep(process.execPath, args, { cwd: root, env, show: true });
  process.exitCode = code;
});
