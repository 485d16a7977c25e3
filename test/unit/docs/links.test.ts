import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pages as consolePages } from "../../../src/core/console-pages.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const pages = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const textOf = (page: string) => readFileSync(join(root, page), "utf8");

/** An anchor as GitHub makes it of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const anchorsOf = (page: string) =>
  new Set([...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchor(heading)));

const links = pages.flatMap((page) =>
  [...textOf(page).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link = ""]) => [page, link] as const),
);

test("every link between the documents leads somewhere", () => {
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(([page, link]) => {
    const [path = "", fragment] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return fragment !== undefined && !anchorsOf(target).has(fragment);
  });
  expect(broken).toEqual([]);
});

test("every picture is shown, and the gallery shows each page of the console in both themes and sizes", () => {
  const shown = new Set(links.map(([, link]) => link).filter((link) => /images\//.test(link)));
  const names = [...shown].map((link) => link.replace(/^.*images\//, ""));
  expect(readdirSync(join(root, "docs/images")).toSorted()).toEqual([...new Set(names)].toSorted());
  const gallery = textOf("docs/gallery.md");
  for (const page of consolePages)
    for (const name of ["light", "light-1280", "dark", "dark-1280"])
      expect(gallery).toContain(`images/${page}-${name}.webp`);
});

test("every guide is in docs/README.md, and every decision in docs/adr/README.md", () => {
  const missing = (folder: string) => {
    const index = textOf(join(folder, "README.md"));
    return readdirSync(join(root, folder)).filter(
      (name) => name.endsWith(".md") && name !== "README.md" && !index.includes(`(${name})`),
    );
  };
  expect([missing("docs"), missing("docs/adr")]).toEqual([[], []]);
});

test("every file of tests that a document names is there", () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:test|src|scripts)\/[\w./-]+\.(?:ts|tsx|mjs))`/g)].map(
      ([, file = ""]) => file,
    ),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every file of code that a document names by its folder is there", () => {
  const code = ["src", "test", "scripts", "bin", "examples", "resources"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `/${folder}/${name.replaceAll("\\", "/")}`,
    ),
  );
  // What is gone is told of in the changelog.
  const named = pages
    .filter((page) => page !== "CHANGELOG.md")
    .flatMap((page) =>
      [...textOf(page).matchAll(/`([a-z][\w.-]*\/[\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = ""]) => name),
    )
    .filter((name) => !name.includes("NOUN"));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !code.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
});
