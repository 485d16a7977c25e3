import { fileURLToPath } from "node:url";
import { nodeProblem } from "../../bin/check-node.mjs";
import { isBuilt } from "./build-stamp.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { ensureInstalled } from "./install.mjs";
import { SetupError, withProgress } from "./report.mjs";
import { runStep } from "./run-step.mjs";

/** The project's folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Brings a checkout, however fresh, to where it can run: Node.js is new enough, dependencies are installed, and (unless
 * `build` is false) `out/` is built from what is there now. Uses Node's own modules only, as nothing else may be there.
 */
export async function setUp({ build = true } = {}) {
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) throw new SetupError(problem);
  const built = isBuilt(root);
  // Where it is built, it runs. Told before packages are fetched for minutes.
  if (!built && /[#?]/.test(root))
    throw new SetupError(
      `Understudy can't be built in a folder whose path has # or ? in it: what builds it reads the rest as part of an address. Move it.\n  ${root}`,
    );
  endWithNpm();
  await ensureInstalled(root);
  if (build && !built) await buildQuietly();
}

/** Runs a script's body; a SetupError, and that the checkout can't be written, is told plainly and ends it with 1. */
export async function runScript(body) {
  try {
    await body();
  } catch (error) {
    const words = error instanceof SetupError ? error.message : explainDisk(error);
    if (words === undefined) throw error;
    console.error(words);
    process.exitCode = 1;
  }
}

function explainDisk({ code, path, syscall, message }) {
  // Of `watch` it says that the system has no watchers left.
  if (["ENOSPC", "EDQUOT"].includes(code) && syscall !== "watch") return `The disk is full.\n  ${message}`;
  if (["EACCES", "EPERM", "EROFS"].includes(code) && path?.startsWith(root))
    return `This checkout can't be written to. Run it as whoever owns it, or in a clone of your own.\n  ${message}`;
  return undefined;
}

async function buildQuietly() {
  const { code, output } = await withProgress("Building", () =>
    runStep(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url))], { cwd: root }),
  );
  if (code !== 0) throw new SetupError(`${output.trimEnd()}\n\nThe build failed; the reason is above.`);
}
