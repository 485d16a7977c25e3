import "../../../src/renderer/jitless.ts";
import "../../../src/renderer/styles/console.css";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { PlatformRoute } from "../../../src/core/api.ts";
import type { Role } from "../../../src/core/organization.ts";
import { App } from "../../../src/renderer/app/App.tsx";
import { type Console, createConsole } from "../../../src/renderer/app/create-console.ts";
import { ConsoleContext } from "../../../src/renderer/page/console-context.ts";
import { type Here, HereContext } from "../../../src/renderer/page/use-here.ts";
import { atRest } from "../at-rest.ts";
import { environments, meAs, space } from "./cinema-place.ts";
import type { FakeApi } from "./fake-api.ts";
import { FakeStream } from "./fake-stream.ts";

interface Shown {
  /** The stores and the query client of what is shown. */
  readonly console: Console;
  /** Takes it off the page, as leaving the page does. */
  readonly leave: () => void;
}

const origin = location.href;
const complaints: string[] = [];
let shown: { readonly api: FakeApi; readonly leave: () => void }[] = [];

/** Opens a select and takes one of its options, by the words that it shows. */
export async function choose(select: Locator, words: string): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: words, exact: true }).click();
}

/** What the palette is searched in. */
export const paletteSearch = () => page.getByRole("combobox", { name: "Search or run a command" });

/** Opens the palette of a console that hears keys; it hears what is typed then. */
export async function openPalette(): Promise<void> {
  await expect.element(page.getByRole("main")).toBeVisible();
  await atRest(15_000);
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(paletteSearch()).toHaveFocus();
}

/** Before each test: what the page complains of is noted. */
export function watch(): void {
  vi.spyOn(console, "error").mockImplementation((...said) => void complaints.push(said.join(" ")));
}

/** After each test: nothing of it is there in the next one. Gives what the page or the server had against it. */
export function tidy(): readonly string[] {
  const faults = [...shown.flatMap(({ api }) => api.faults), ...hiddenInSight()];
  for (const { leave } of shown) leave();
  shown = [];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  FakeStream.all.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", origin);
  document.documentElement.removeAttribute("data-theme");
  document.documentElement.removeAttribute("data-density");
  return [...faults, ...complaints.splice(0)];
}

/** What the page or the server has had against the test until now. */
export const faultsSoFar = (): readonly string[] => [
  ...shown.flatMap(({ api }) => api.faults),
  ...complaints,
];

/** A style's `display` is stronger than the `hidden` of an element. */
const hiddenInSight = (): string[] =>
  [...document.querySelectorAll("#root [hidden]")]
    .filter((one) => one.getClientRects().length > 0)
    .map((one) => `hidden, and in sight: ${one.outerHTML.slice(0, 120)}`);

/** Shows the whole console at an address of the Space Cinema, e.g. `tribes/gold`; `/spaces/…` is taken as it is. */
export function showConsole(api: FakeApi, path: string): Shown {
  history.replaceState(null, "", path.startsWith("/") ? path : `/spaces/${space.key}/development/${path}`);
  return show(api, (made) => <App console={made} />);
}

/** Shows one component in a place of the Space Cinema, as if it stood on its page. */
export function showPart(
  api: FakeApi,
  part: ReactNode,
  { role = "owner", ...other }: Partial<Here> & { readonly role?: Role } = {},
): Shown {
  const here: Here = {
    space,
    environment: "development",
    page: "overview",
    below: [],
    me: meAs(role),
    role,
    isOwner: role === "owner",
    canEdit: role !== "viewer",
    ownsWorkspace: role === "owner",
    environments,
    apiKey: environments[0]?.apiKey ?? null,
    ...other,
  };
  return show(api, (made) => (
    <ConsoleContext value={made}>
      <QueryClientProvider client={made.queries}>
        <HereContext value={here}>{part}</HereContext>
      </QueryClientProvider>
    </ConsoleContext>
  ));
}

function show(api: FakeApi, draw: (made: Console) => ReactNode): Shown {
  vi.stubGlobal("fetch", api.fetch);
  vi.stubGlobal("EventSource", FakeStream);
  // What it still saves when it is left goes to its own server, and not to the next test's.
  const made = createConsole(api.fetch);
  const place = document.body.appendChild(document.createElement("div"));
  place.id = "root";
  const root = createRoot(place);
  root.render(draw(made));
  const leave = () => {
    root.unmount();
    place.remove();
    made.queries.clear();
  };
  shown.push({ api, leave });
  return { console: made, leave };
}

/** The one part of the page that is this, e.g. `.page-head`, as something to look in. */
export function inside(selector: string): Locator {
  const [part, another] = document.querySelectorAll(selector);
  if (part === undefined || another !== undefined) throw new Error(`not one ${selector} is there`);
  return page.elementLocator(part);
}

/** Resolves once a route has been asked as often as this, and gives the last request's body. */
export async function sent<Name extends PlatformRoute>(api: FakeApi, route: Name, times = 1) {
  await expect.poll(() => api.asked(route).length).toBeGreaterThanOrEqual(times);
  return api.asked(route).at(-1)?.body;
}
