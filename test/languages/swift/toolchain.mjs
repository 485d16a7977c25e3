import { spawn, spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasOwnSwift, swiftTree } from "../../../scripts/setup/swift.mjs";
import { askOnce } from "../ask-once.mjs";

const own = hasOwnSwift();
const { root, swift, libraries, gcc, run } = swiftTree;

const common = [
  "-swift-version",
  "6",
  "-warnings-as-errors",
  // Projects may have these on by now.
  ...["ExistentialAny", "InternalImportsByDefault"].flatMap((name) => ["-enable-upcoming-feature", name]),
  "-module-name",
  "App",
  "-D",
  "UNDERSTUDY_OBSERVATION",
];
const inTree = [
  ...["-resource-dir", join(swift, "lib/swift"), "-sdk", root, "-Xcc", `--sysroot=${root}`],
  ...["-Xcc", "-resource-dir", "-Xcc", join(swift, "lib/clang/17")],
];
const linked = [
  "Foundation FoundationEssentials FoundationNetworking swiftCore swift_Concurrency swift_StringProcessing",
  "swiftDispatch swiftObservation swiftSwiftOnoneSupport swiftGlibc dispatch BlocksRuntime gcc_s gcc c m",
].flatMap((line) => line.split(" ").map((name) => `-l${name}`));

/**
 * Says whether these files and folders compile as one module, in Swift 6's language mode and with warnings as errors. `wanted`: the exit
 * code that the test wants.
 */
export const checkSwift = (sources, wanted = 0) => {
  const flags = ["-typecheck", "-parse-as-library"];
  return once({ flags, sources, wanted }, () => frontend([...flags, ...swiftFiles(sources)]));
};

/** Nobody knows which Swift an installed one is by the time that it is asked again. */
const once = ({ flags, ...question }, ask) =>
  own ? ask() : askOnce({ tool: root, flags: [...common, ...flags], ...question }, ask);

/** Whether a manifest of a package is right. */
export const checkManifest = (file) => {
  const flags = ["-typecheck", "-package-description-version", "6.0.0"];
  return once({ flags, sources: [file] }, () => frontend([...flags, file, "-I", manifestApi()]));
};

const manifestApi = () => {
  if (!own) return join(swift, "lib/swift/pm/ManifestAPI");
  const target = JSON.parse(spawnSync("swiftc", ["-print-target-info"], { encoding: "utf8" }).stdout);
  return join(target.paths.runtimeResourcePath, "pm/ManifestAPI");
};

/** On Linux, Swift 6.0's library of Observation asks for a symbol that no library has, and the linker minds. */
const besideItsLinker = process.platform === "linux" ? ["-Xlinker", "--allow-shlib-undefined"] : [];

/** Makes a program of these files and folders; `level`: how it is optimised. */
export function compileSwift(sources, out, level = "-Onone") {
  const flags = ["-parse-as-library", level, "-wmo"];
  return once({ flags, sources, out }, () => makeProgram(swiftFiles(sources), out, flags));
}

async function makeProgram(files, out, flags) {
  if (own) return finished(["swiftc", ...common, ...flags, ...files, "-o", out, ...besideItsLinker]);
  const compiled = await frontend(["-c", ...flags.slice(0, 2), ...files, "-o", `${out}.o`]);
  if (compiled.code !== 0) return compiled;
  const linux = join(swift, "lib/swift/linux");
  return finished(
    run(
      join(swift, "bin/lld"),
      ...["-flavor", "gnu", "-pie", `--sysroot=${root}`, "-o", out],
      ...["Scrt1.o", "crti.o"].map((name) => join(libraries, name)),
      join(gcc, "crtbeginS.o"),
      join(linux, "x86_64/swiftrt.o"),
      `${out}.o`,
      ...[linux, gcc, libraries].map((folder) => `-L${folder}`),
      "--as-needed",
      ...linked,
      join(gcc, "crtendS.o"),
      join(libraries, "crtn.o"),
    ),
  );
}

/** Starts a compiled program, its input and output open. */
export function runSwift(program) {
  const [command, ...args] = own ? [program] : run(program);
  return spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
}

const frontend = (args) =>
  finished(
    own
      ? ["swiftc", ...common, ...args]
      : run(join(swift, "bin/swift-frontend"), "-frontend", ...args, ...common, ...inTree),
  );

const swiftFiles = (sources) =>
  sources.flatMap((source) =>
    statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true })
          .filter((name) => name.endsWith(".swift"))
          .map((name) => join(source, name))
      : [source],
  );

async function finished([command, ...args]) {
  const program = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let says = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk) => {
      says += chunk.toString();
    });
  const code = await new Promise((done) => program.once("close", done));
  return { code, says };
}
