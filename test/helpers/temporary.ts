import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** All that tests and what they start put aside is in one folder, which goes with the run. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-tests-"));
  // As /tmp itself: some tests start programs as somebody else.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
