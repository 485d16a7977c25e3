import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { aptInstall } from "./debian.mjs";
import { explainNpm, npmCi } from "./install.mjs";
import { SetupError, withProgress } from "./report.mjs";

const packages = join(import.meta.dirname, "../../test/toolchains/kotlin");
const lock = createHash("sha256").update(readFileSync(join(packages, "package-lock.json")));
const cache = [process.env.XDG_CACHE_HOME, join(homedir(), ".cache")].find(isWritable) ?? tmpdir();
/** Outside of the checkout: it is 160 MB that no checkout changes. */
export const kotlinFolder = join(cache, "understudy", `kotlin-${lock.digest("hex").slice(0, 12)}`);

/** Some machines run tests as somebody without a home. */
function isWritable(folder) {
  if (!folder) return false;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Java as JAVA_HOME names it, else as the path does. */
export const javaCommand = () =>
  process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "java") : "java";

/** Kotlin's compiler needs no older one. */
const leastJava = 11;

const hasJava = () => {
  const { status, stderr } = spawnSync(javaCommand(), ["-version"], { encoding: "utf8" });
  return status === 0 && Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) >= leastJava;
};

/** Whether Kotlin can be compiled and run here. */
export const hasKotlin = () => existsSync(kotlinFolder) && hasJava();

/** Sees to a Java and to Kotlin's compiler. @throws SetupError that says how to get what is missing */
export async function ensureKotlin() {
  if (!existsSync(kotlinFolder)) await withProgress("Fetching Kotlin's compiler", fetchKotlin);
  if (hasJava()) return;
  const why = await aptInstall("a Java for Kotlin's tests", ["openjdk-17-jdk-headless"]);
  if (!hasJava())
    throw new SetupError(
      `Kotlin's tests need Java ${leastJava} or newer: install one, or set JAVA_HOME.${why}`,
    );
}

/** The registry may be slow, so it is asked three times; the folder is there whole or not at all. */
async function fetchKotlin() {
  const beside = `${kotlinFolder}.${process.pid}`;
  let said = "";
  for (let time = 0; time < 3; time += 1) {
    await rm(beside, { recursive: true, force: true });
    await mkdir(beside, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      await cp(join(packages, name), join(beside, name));
    const { code, output } = await npmCi(beside, ["--ignore-scripts"]);
    if (code === 0) {
      // Somebody else may have been quicker: theirs is as good.
      if (!existsSync(kotlinFolder)) await rename(beside, kotlinFolder);
      await rm(beside, { recursive: true, force: true });
      return;
    }
    said = output;
  }
  throw new SetupError(`Kotlin's compiler is not here. ${explainNpm(said)}`);
}
