import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { aptInstall } from "./debian.mjs";
import { SetupError, withProgress } from "./report.mjs";
import { fetchToolchain, toolchainFolder } from "./toolchain.mjs";

export const kotlinFolder = toolchainFolder("kotlin");

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
  if (!existsSync(kotlinFolder))
    await withProgress("Fetching Kotlin's compiler", () => fetchToolchain("kotlin", "Kotlin's compiler"));
  if (hasJava()) return;
  const why = await aptInstall("a Java for Kotlin's tests", ["openjdk-17-jdk-headless"]);
  if (!hasJava())
    throw new SetupError(
      `Kotlin's tests need Java ${leastJava} or newer: install one, or set JAVA_HOME.${why}`,
    );
}
