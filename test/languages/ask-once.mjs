import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { cacheFolder } from "../../scripts/setup/toolchain.mjs";

const kept = join(cacheFolder, "compiled");
const monthMs = 30 * 24 * 3600 * 1000;

/**
 * What a compiler, a builder or a linter says of files, and what it makes of them; for the very same files what it said and made before
 * (ADR 50). Only the answer that a test wants is kept: any other one is seen each time.
 *
 * @param {object} question
 * @param {string} question.tool which it is: the name of its folder, which changes with its version
 * @param {readonly string[]} question.flags all that it is told beside the files
 * @param {readonly string[]} question.sources files and folders that it reads
 * @param {readonly string[]} [question.without] names of folders in them that it makes itself
 * @param {string} [question.out] the file or folder that it makes
 * @param {number} [question.wanted] the exit code that a test wants
 * @param {() => Promise<{ code: number, says: string }>} ask
 */
export async function askOnce({ tool, flags, sources, without = [], out, wanted = 0 }, ask) {
  const question = [process.version, basename(tool), flags, out !== undefined, wanted, howTheyAreAsked()];
  const hash = createHash("sha256").update(JSON.stringify(question));
  for (const source of sources)
    for (const [name, text] of filesOf(source, without))
      hash.update(`\n${name} ${text.length}\n`).update(text);
  const folder = join(kept, hash.digest("hex").slice(0, 32));
  const answer = join(folder, "answer.json");
  const made = join(folder, "made");
  if (existsSync(answer)) {
    if (existsSync(made)) cpSync(made, out, { recursive: true });
    utimesSync(folder, new Date(), new Date());
    return JSON.parse(readFileSync(answer, "utf8"));
  }
  const said = await ask();
  if (said.code === wanted) keep();
  return said;

  /** Whole or not at all: others may be at the same, and who is later leaves it to them. */
  function keep() {
    const beside = `${folder}.${process.pid}`;
    try {
      mkdirSync(beside, { recursive: true });
      if (out !== undefined && existsSync(out)) cpSync(out, join(beside, "made"), { recursive: true });
      writeFileSync(join(beside, "answer.json"), JSON.stringify(said));
      renameSync(beside, folder);
    } catch {
      rmSync(beside, { recursive: true, force: true });
    }
    for (const name of readdirSync(kept)) {
      const stats = statSync(join(kept, name), { throwIfNoEntry: false });
      if (stats !== undefined && Date.now() - stats.mtimeMs > monthMs)
        rmSync(join(kept, name), { recursive: true, force: true });
    }
  }
}

/** The programs' own flags are in these files: another word in one of them asks anew. */
const howTheyAreAsked = () =>
  ["kotlin", "swift", "brightscript", "web"].map((name) =>
    createHash("sha256")
      .update(readFileSync(join(import.meta.dirname, name, "toolchain.mjs")))
      .digest("hex"),
  );

/** The files of a folder by their places in it, in order; a file by its name. */
function filesOf(source, without) {
  if (!statSync(source).isDirectory()) return [[basename(source), readFileSync(source)]];
  return (
    readdirSync(source, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      // Through links: what they lead to is read, too.
      .filter((path) => statSync(path).isFile())
      .map((path) => [relative(source, path), path])
      .filter(([name]) => !without.some((one) => name === one || name.startsWith(`${one}/`)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, path]) => [name, readFileSync(path)])
  );
}
