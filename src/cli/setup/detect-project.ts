import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../core/limits.ts";
import { plainText } from "../../server/plain-text.ts";

/** What a folder looks like, for the first guess at platform and language. */
interface ProjectKind {
  readonly platform: string;
  readonly lang: string;
  /** Why the language is that, in words; null where nothing says so. */
  readonly because: string | null;
}

/** Looks at the files that build tools have; changes nothing. */
export function detectProject(folder: string): ProjectKind {
  const has = (name: string) => existsSync(join(folder, name));
  if (channelRoot(folder) !== null && !has("tsconfig.json"))
    return { platform: "roku", lang: "brightscript", because: "there is a channel's manifest" };
  const gradle = gradleFiles.find(has);
  if (gradle !== undefined && !has("package.json"))
    return { platform: "android", lang: "kotlin", because: `there is a ${gradle}` };
  const xcode = namesIn(folder).find(
    (name) => name === "Package.swift" || /\.xc(odeproj|workspace)$/.test(name),
  );
  if (xcode !== undefined && !has("package.json"))
    return { platform: "ios", lang: "swift", because: `there is ${xcode}` };
  const platform = "browser";
  if (has("tsconfig.json")) return { platform, lang: "typescript", because: "there is a tsconfig.json" };
  if (dependsOn(folder, "typescript"))
    return { platform, lang: "typescript", because: "package.json names typescript" };
  const because = has("package.json") ? "package.json names no typescript" : null;
  return { platform, lang: "javascript", because };
}

const gradleFiles = ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"];

/** Where a project keeps its sources, the likeliest first. Generated code goes below the first one that exists. */
function sourceFolders(folder: string, platform: string): readonly string[] {
  if (platform === "browser") return ["src"];
  if (platform !== "android") return [];
  const modules = namesIn(folder).filter((name) => isModule(join(folder, name)));
  return ["app/", "", ...modules.map((name) => `${name}/`)].flatMap((module) => [
    `${module}src/main/kotlin`,
    `${module}src/main/java`,
  ]);
}

/** Whether it is a module of a Gradle project. */
const isModule = (folder: string): boolean => gradleFiles.some((name) => existsSync(join(folder, name)));

/** In the order of their names; none where it can't be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Where a channel begins: its manifest lies beside its `source`. */
const channelRoot = (folder: string): string | null =>
  [".", "src"].find((root) => existsSync(join(folder, root, "manifest"))) ?? null;

/** The folder for generated code of a platform. A Roku looks for components and sources in a channel's own folders. */
export function codeFolder(folder: string, platform: string): string {
  if (platform === "roku") return channelRoot(folder) ?? ".";
  const sources = sourceFolders(folder, platform).find((name) => existsSync(join(folder, name)));
  return sources === undefined ? "understudy-code" : `${sources}/understudy-code`;
}

function dependsOn(folder: string, name: string): boolean {
  try {
    const manifest: unknown = JSON.parse(
      plainText(join(folder, "package.json"), limits.projectFileBytes.value),
    );
    const { dependencies = {}, devDependencies = {} } = manifest as Record<string, object | undefined>;
    return name in dependencies || name in devDependencies;
  } catch {
    return false;
  }
}
