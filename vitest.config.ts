import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { hasKotlin } from "./scripts/setup/kotlin.mjs";
import { hasRoku } from "./scripts/setup/roku.mjs";
import { hasSwift } from "./scripts/setup/swift.mjs";
import { hasWebTools } from "./scripts/setup/web-tools.mjs";
import { chromiumArgs, chromiumPath } from "./test/helpers/chromium.ts";
import {
  askCinema,
  askLegal,
  filesThatOpen,
  keepPicture,
  layLegal,
  likeTheme,
  stopServers,
} from "./test/helpers/dom/commands.ts";
import { patience } from "./test/helpers/patience.ts";
import { testPostgres } from "./test/helpers/postgres.ts";

// Far from UTC, by half an hour, and with a summer time: what hangs on the machine's time zone fails alike on every machine.
process.env.TZ = "America/St_Johns";

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], environment: "node" as const, ...extra },
});

/** Several waits, and one: see `patience`. */
const patient = {
  testTimeout: 2 * patience,
  hookTimeout: 2 * patience,
  expect: { poll: { timeout: patience } },
};
/** Files that share a thread and the modules they load: most of a short test's time is loading them anew. */
const sharing = { ...patient, pool: "threads" as const, isolate: false };
const withToolchains = { ...patient, setupFiles: ["test/helpers/toolchains.ts"] };
/**
 * In what order projects run, beside `dom`, which has a page of its own and takes the longest. Those that wait more than they
 * work come while the processor has that page, lint and types; the toolchains of the languages come meanwhile. A project that is
 * not named begins first, as `dom` does.
 */
const order = ["golden", "unit", "unit-mocking", "unit-store", "languages", "built", "http", "e2e"];
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
/** Tests of languages whose toolchain is missing; in CI it may still be on its way, and fails where it is not had. */
const leftOut = [
  { has: hasKotlin, files: ["kotlin"] },
  { has: hasSwift, files: ["swift"] },
  { has: hasRoku, files: ["brightscript"] },
  { has: hasWebTools, files: ["front-ends", "openapi"] },
]
  .filter(({ has }) => process.env.UNDERSTUDY_TEST_FETCHING === undefined && !has())
  .flatMap(({ files }) => files.map((name) => `test/languages/${name}.test.ts`));
/** In CI one slow moment of the machine is no fault of a test in a browser, but is named at the end of the run (ADR 38). */
const retry = process.env.CI !== undefined && process.env.SLOW_PAGES === undefined ? 1 : 0;
/**
 * These replace whole modules (`vi.mock`), which only a file of its own may do: beside others it would get those that they loaded.
 * With them all of the desktop's.
 */
const mocking = readdirSync(join(import.meta.dirname, "test/unit"), { recursive: true, encoding: "utf8" })
  .map((name) => `test/unit/${name.replaceAll("\\", "/")}`)
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter(
    (name) =>
      name.startsWith("test/unit/main/") ||
      /\bvi\.(mock|doMock)\(/.test(readFileSync(join(import.meta.dirname, name), "utf8")),
  );
/** These need a PostgreSQL, which `npm test` starts. */
const shared = ["test/http/shared-*.test.ts", "test/e2e/shared-*.test.ts"];
/** Random acts in a browser, for as long as somebody says. */
const byHand = process.env.MONKEY_SECONDS === undefined ? ["test/e2e/console-monkey.test.ts"] : [];
/** The built program without a browser. */
const built = ["test/e2e/launcher*.test.ts", "test/e2e/packaging*.test.ts"];

const executablePath = chromiumPath();
/** The console's components in a real browser, on one page that stays: no server, no sign-in, no loading between tests. */
const dom = {
  // Found out while the tests run, one of these would load the page anew.
  optimizeDeps: { entries: ["src/renderer/main.tsx", "test/dom/**/*.test.tsx"] },
  plugins: [{ name: "servers", closeBundle: stopServers }],
  css: { postcss: {} },
  test: {
    ...patient,
    name: "dom",
    retry,
    include: ["test/dom/**/*.test.tsx"],
    setupFiles: ["test/helpers/dom/setup.ts"],
    provide: {
      pictures: process.env.UNDERSTUDY_PICTURES !== undefined,
      legalSpaces: Number(process.env.LEGAL_SPACES ?? 0),
      legalSeed: Number(process.env.LEGAL_SEED ?? 20261123),
      unreadPages: process.env.UNREAD_PAGES ?? "",
      unreadSeed: Number(process.env.UNREAD_SEED ?? 20261129),
    },
    isolate: false,
    css: true,
    browser: {
      enabled: true,
      fileParallelism: false,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      commands: { askCinema, askLegal, filesThatOpen, layLegal, keepPicture, likeTheme },
      instances: [{ browser: "chromium" as const }],
      provider: playwright({
        launchOptions: { args: chromiumArgs, ...(executablePath !== undefined && { executablePath }) },
        // Larger than any window that a test asks for: Vitest shows a larger one scaled down.
        contextOptions: { reducedMotion: "reduce", viewport: { width: 1600, height: 1000 } },
        actionTimeout: patience / 2,
      }),
    },
  },
};

export default defineConfig({
  test: {
    // One more than a small machine has cores: much of an end-to-end test is waiting for pages.
    maxWorkers: 3,
    globalSetup: "test/helpers/temporary.ts",
    sequence: { sequencer: InOrder },
    projects: [
      project("unit", { ...sharing, exclude: mocking }),
      // What every store promises.
      project("unit-store", { ...sharing, include: ["test/store/**/*.test.ts"] }),
      project("unit-mocking", { ...patient, include: mocking }),
      project("golden", sharing),
      project("http", { ...patient, isolate: false, exclude: testPostgres === null ? shared : [] }),
      dom,
      project("built", { ...withToolchains, include: built }),
      project("languages", { ...withToolchains, retry, exclude: leftOut }),
      // Files of a worker share its server and its browser.
      project("e2e", {
        ...patient,
        exclude: [...built, ...byHand, ...(testPostgres === null ? shared : [])],
        isolate: false,
        retry,
      }),
    ],
  },
});
