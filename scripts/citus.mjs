// `npm run citus -- postgresql://you@coordinator/an_empty_database`: makes the schema there, distributes its tables by the
// environment's number, and runs the suite of promises over it. `--print`: only what would be sent (docs/scale.md).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { SetupError } from "./setup/report.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

/** A server makes the schema as it does anywhere, and ends. */
function makeSchema(url) {
  const args = [
    join(root, "bin/understudy.mjs"),
    "serve",
    "--json",
    "--store",
    url,
    "--port",
    "0",
    "--sdk-port",
    "0",
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).once("line", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) =>
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new SetupError("The schema was not made.")),
    ),
  );
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { print: { type: "boolean" } },
    allowPositionals: true,
  });
  const { distributed, whole } = await import("./reference/tables.mjs");
  const statements = [
    "SELECT create_reference_table('understudy.environments')",
    ...distributed.map((table, at) => {
      const beside = at === 0 ? "" : `, colocate_with => 'understudy.${distributed[0]}'`;
      return `SELECT create_distributed_table('understudy.${table}', 'n'${beside})`;
    }),
  ];
  if (values.print) return void process.stdout.write(`${statements.join(";\n")};\n`);
  const [url] = positionals;
  if (url === undefined)
    throw new SetupError("Name the database: npm run citus -- postgresql://… It is emptied.");
  await setUp();
  const { default: pg } = await import("pg");
  const send = async (...sent) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const one of sent) await client.query(one);
    } finally {
      await client.end();
    }
  };
  await send("DROP SCHEMA IF EXISTS understudy CASCADE");
  await makeSchema(url);
  await send(
    `TRUNCATE ${[...distributed, ...whole].map((table) => `understudy.${table}`).join(", ")}`,
    ...statements,
  );
  const args = [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "unit-store",
    "--no-file-parallelism",
  ];
  const env = { ...process.env, UNDERSTUDY_TEST_POSTGRES: url, UNDERSTUDY_TEST_DATABASE: url };
  const { code } = await runStep(process.execPath, [...args, "--testNamePattern", "PostgreSQL"], {
    cwd: root,
    env,
    show: true,
  });
  process.exitCode = code;
});
