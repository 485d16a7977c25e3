import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { codeFolder, detectProject } from "../../../../src/cli/setup/detect-project.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-project-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [["settings.gradle.kts", "app/src/main/java/"], "kotlin", "app/src/main/java/understudy-code"],
  [
    [
      "settings.gradle.kts",
      "lib/build.gradle",
      "mobile/build.gradle",
      "mobile/src/main/kotlin/",
      "notes/src/main/java/",
    ],
    "kotlin",
    "mobile/src/main/kotlin/understudy-code",
  ],
  [["build.gradle", "src/main/kotlin/"], "kotlin", "src/main/kotlin/understudy-code"],
  [["Cinema.xcodeproj/", "src/"], "swift", "understudy-code"],
  [["Package.swift"], "swift", "understudy-code"],
  [["manifest", "source/"], "brightscript", "."],
  [["package.json", "ios/", "Package.swift", "src/"], "javascript", "src/understudy-code"],
])("%j is a project in %s", (paths, lang, out) => {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, `${path}x`)), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(join(folder, path), "");
  }
  const found = detectProject(folder);
  expect(found.lang).toBe(lang);
  expect(codeFolder(folder, found.platform)).toBe(out);
});
