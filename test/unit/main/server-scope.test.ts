import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../helpers/built-program.ts";

// In a process of its own: vitest counts every rejection that nothing handles as a fault of the test.
const program = `
import { createServer } from "node:http";
import { inServer, isServersWork, outsideServer } from "./server-scope.mjs";
const seen = {};
process.on("unhandledRejection", ({ message }) => {
  seen[message] = isServersWork();
  seen[message + ", then outside"] = outsideServer(isServersWork);
});
const reject = (message) => void Promise.reject(new Error(message));
const server = await inServer(async () => {
  const made = createServer((_request, response) => { response.end(); reject("a request"); });
  await new Promise((resolve) => made.listen(0, "127.0.0.1", resolve));
  setImmediate(() => reject("a timer"));
  return made;
});
reject("the shell, after it started the server");
setImmediate(() => reject("a timer of the shell"));
await (await fetch("http://127.0.0.1:" + server.address().port)).text();
await new Promise((resolve) => setImmediate(resolve));
server.close();
process.stdout.write(JSON.stringify(seen));
process.exit();
`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "understudy-scope-"));
  const path = join(root, "src/main/server-scope.ts");
  const { code } = await transformWithOxc(readFileSync(path, "utf8"), path, { sourcemap: false });
  writeFileSync(join(folder, "server-scope.mjs"), code);
  writeFileSync(join(folder, "program.mjs"), program);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("tells what follows from the server's work from what does not, also where nothing handles it", () => {
  const { stdout } = spawnSync(process.execPath, [join(folder, "program.mjs")], { encoding: "utf8" });
  const outside = [
    "a request",
    "a timer",
    "the shell, after it started the server",
    "a timer of the shell",
  ].map((what) => [`${what}, then outside`, false]);
  expect(JSON.parse(stdout)).toEqual({
    "a request": true,
    "a timer": true,
    "the shell, after it started the server": false,
    "a timer of the shell": false,
    ...Object.fromEntries(outside),
  });
});
