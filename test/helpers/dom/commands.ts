import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserCommand } from "vitest/node";
import { root } from "../built-program.ts";

interface Servers {
  readonly cinema: typeof import("./cinema-server.ts");
  readonly legal: typeof import("./legal-server.ts");
}

const stops = new Set<() => Promise<void>>();

/** A command of a real server, whose source is loaded by the first test that asks: it takes as long as Vitest itself to load. */
const lazily =
  <Name extends keyof Servers, Args extends unknown[]>(
    name: Name,
    command: (module: Servers[Name]) => BrowserCommand<Args>,
  ): BrowserCommand<Args> =>
  async (context, ...args) => {
    const module = await context.project.import<Servers[Name]>(`/test/helpers/dom/${name}-server.ts`);
    stops.add(module.stop);
    return command(module)(context, ...args);
  };

export const askCinema = lazily("cinema", ({ ask }) => ask);
export const askLegal = lazily("legal", ({ ask }) => ask);
export const layLegal = lazily("legal", ({ lay }) => lay);

export const stopServers = () => Promise.all([...stops].map((stop) => stop()));

/** Keeps a picture of what the page shows in the folder for them (`npm run pictures`). */
export const keepPicture: BrowserCommand<[name: string]> = async ({ frame }, name) => {
  const element = await (await frame()).frameElement();
  await element.screenshot({ path: `${process.env.UNDERSTUDY_PICTURES}/${name}.png` });
};

/** Shows the page as to somebody who likes it light or dark. */
export const likeTheme: BrowserCommand<[theme: "light" | "dark"]> = ({ page }, theme) =>
  page.emulateMedia({ colorScheme: theme });

/** The files below src/renderer, but for those that make the parts themselves, in which something of this kind is opened. */
export const filesThatOpen: BrowserCommand<[kind: string]> = (_context, kind): readonly string[] => {
  const renderer = join(root, "src/renderer");
  return readdirSync(renderer, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("parts/"))
    .filter((file) => new RegExp(kind).test(readFileSync(join(renderer, file), "utf8")))
    .sort();
};
