import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError, withProgress } from "./report.mjs";
import { runStep } from "./run-step.mjs";
import { cacheFolder } from "./toolchain.mjs";

/** Debian 13's, which also runs where another Debian is installed, with its own C library. */
const suite = "trixie";
const packages = ["swiftlang", "libc6-dev", "libgcc-14-dev", "base-files"];
/** What is left out of them: nothing that compiles and links for this machine. */
const without = [
  "./usr/share",
  "./usr/libexec/gcc",
  "./usr/lib/python3*",
  ...["clang*", "docc", "lldb*", "llvm-*", "sourcekit*", "swift-format", "swift-package"].map(
    (name) => `./usr/libexec/swift/bin/${name}`,
  ),
  "./usr/libexec/swift/lib/*.so*",
  "./usr/libexec/swift/lib/swift_static",
  ...["embedded", "FrameworkABIBaseline", "migrator", "host/lib_Internal*"].map(
    (name) => `./usr/libexec/swift/lib/swift/${name}`,
  ),
  "./usr/libexec/swift/lib/clang/*/lib",
];
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
const leastVersion = 6;

const recipe = createHash("sha256").update(JSON.stringify([suite, packages, without]));
const swiftFolder = join(cacheFolder, `swift-${recipe.digest("hex").slice(0, 12)}`);

/** How programs of that folder are run: by its own loader and with its own libraries, so that no root and no container is needed. */
export const swiftTree = {
  root: swiftFolder,
  swift: join(swiftFolder, "usr/libexec/swift"),
  libraries: join(swiftFolder, "usr/lib/x86_64-linux-gnu"),
  gcc: join(swiftFolder, "usr/lib/gcc/x86_64-linux-gnu/14"),
  /** A command line for one of its programs. */
  run: (program, ...args) => treeCommand(swiftFolder, program, ...args),
};

function treeCommand(root, program, ...args) {
  const swift = join(root, "usr/libexec/swift/lib/swift");
  const path = [join(swift, "linux"), join(swift, "host"), join(root, "usr/lib/x86_64-linux-gnu")].join(":");
  const loader = join(root, "usr/lib64/ld-linux-x86-64.so.2");
  return [loader, "--library-path", path, "--argv0", program, program, ...args];
}

/** Whether the Swift on the path is new enough: it is preferred. */
export const hasOwnSwift = () => {
  const { status, stdout } = spawnSync("swiftc", ["--version"], { encoding: "utf8" });
  return status === 0 && Number(/Swift version (\d+)/.exec(stdout)?.[1] ?? 0) >= leastVersion;
};

/** Whether Swift can be compiled and run here. */
export const hasSwift = () => existsSync(swiftFolder) || hasOwnSwift();

/** Sees to a Swift. @throws SetupError that says how to get one */
export async function ensureSwift() {
  if (hasSwift()) return;
  const need = `Swift's tests need Swift ${leastVersion} or newer: install it, so that swiftc is on the path.`;
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync("/usr/bin/apt-get"))
    throw new SetupError(need);
  if (!existsSync(keyring))
    throw new SetupError(
      `${need} Debian's can be fetched where the package debian-archive-keyring is installed.`,
    );
  await withProgress("Fetching Swift's compiler", fetchSwift).catch((error) => {
    throw new SetupError(`${need} Debian's could not be fetched:\n${error.message}`);
  });
}

/** By this machine's own apt, with its mirror and proxy, which checks signatures; nothing is installed. The folder is there whole or not at all. */
async function fetchSwift() {
  const beside = `${swiftFolder}.${process.pid}`;
  await rm(beside, { recursive: true, force: true });
  try {
    const apt = join(beside, "apt");
    const archives = join(apt, "cache/archives");
    await mkdir(join(archives, "partial"), { recursive: true });
    await mkdir(join(apt, "state/lists/partial"), { recursive: true });
    await writeFile(join(apt, "status"), "");
    await writeFile(join(apt, "sources.list"), `deb [signed-by=${keyring}] ${mirror()} ${suite} main\n`);
    const settings = {
      "Dir::State": join(apt, "state"),
      "Dir::State::status": join(apt, "status"),
      "Dir::Cache": join(apt, "cache"),
      "Dir::Etc::SourceList": join(apt, "sources.list"),
      "Dir::Etc::SourceParts": "/dev/null",
      "Dir::Etc::Preferences": "/dev/null",
      "Dir::Etc::PreferencesParts": "/dev/null",
      "APT::Default-Release": suite,
      "APT::Sandbox::User": "root",
      "APT::Update::Error-Mode": "any",
      "Acquire::Retries": "3",
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
    await step("apt-get", "-q", ...flags, "update");
    await step(
      "apt-get",
      "-qy",
      ...flags,
      "--no-install-recommends",
      "--download-only",
      "install",
      ...packages,
    );
    for (const file of (await readdir(archives)).filter((name) => name.endsWith(".deb")))
      await unpack(join(archives, file), beside);
    await rm(apt, { recursive: true });
    await step(...treeCommand(beside, join(beside, "usr/libexec/swift/bin/swift-frontend"), "--version"));
    // Somebody else may have been quicker: theirs is as good.
    if (!existsSync(swiftFolder)) await rename(beside, swiftFolder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** Where this machine has Debian's packages from. */
function mirror() {
  const { stdout } = spawnSync("apt-get", ["indextargets", "--format", "$(REPO_URI)"], { encoding: "utf8" });
  const known = (stdout ?? "").split("\n").find((url) => /\/debian\/?$/.test(url));
  return known ?? "http://deb.debian.org/debian";
}

const unpack = (file, folder) =>
  step(
    "sh",
    "-c",
    'dpkg-deb --fsys-tarfile "$0" | tar -x --no-same-owner "$@"',
    file,
    "-C",
    folder,
    ...excludes,
  );

const excludes = ["--no-wildcards-match-slash", ...without.map((name) => `--exclude=${name}`)];

async function step(command, ...args) {
  const { code, output } = await runStep(command, args);
  if (code !== 0) throw new Error(output.trimEnd().split("\n").slice(-8).join("\n"));
}
