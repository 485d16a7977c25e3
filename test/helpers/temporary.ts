import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** All that tests and what they start put aside is in one folder, which goes with the run, unless that is killed. */
export default async function setup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-tests-"));
  // As /tmp itself: some tests start programs as somebody else.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  // Servers and browsers of the run use it until the end.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
