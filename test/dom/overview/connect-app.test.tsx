import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { EnvironmentStats } from "../../../src/core/space.ts";
import type { Tribe } from "../../../src/core/tribe.ts";
import { emptyCinema, environments, stamps } from "../../helpers/dom/cinema-place.ts";
import { overflow, settled } from "../../helpers/dom/looks.ts";
import { inside, showConsole } from "../../helpers/dom/show.tsx";
import { collection } from "../../unit/renderer/collections/fakes.ts";

const long = "startseitenhauptbannerverwaltungseinstellungen-der-kinokette-am";
const stats = (lastEvent: EnvironmentStats["lastEvent"]): EnvironmentStats => ({
  events: 1,
  rejected: 0,
  users: 1,
  visitors: 0,
  sessions: 0,
  rate: Array.from({ length: 60 }, () => 0),
  lastEvent,
});
const watched = (name: string, who: string) => stats({ name, who, receivedAt: stamps.createdAt, sdk: null });
const tribe = (key: string, rules: Tribe["rules"]): Tribe => ({
  id: `trb_${key}`,
  key,
  name: key,
  audience: "everyone",
  rules,
  ...stamps,
});
const step = (number: number) => page.getByRole("listitem").filter({ hasText: new RegExp(`^${number}`) });
const newTribe = page.getByRole("link", { name: "New Tribe of movie/watched" });

it("has the Tribe made once one counts events, not as soon as there is any", async () => {
  const api = emptyCinema()
    .answer("getStats", watched("movie/watched", "ana"))
    .answer("listTribes", { data: [tribe("vips", { label: "vip" })], next: null });
  const shown = showConsole(api, "overview");
  await expect.element(newTribe).toBeVisible();
  await expect.element(step(4)).toHaveTextContent("Create a Tribe of everybody who does that");
  const counting = tribe("fans", {
    any: [
      {
        not: {
          event: "movie/watched",
          did: true,
          count: { op: "any" },
          window: { anyTime: true },
          where: [],
        },
      },
    ],
  });
  api.answer("listTribes", { data: [counting], next: null });
  await shown.console.queries.invalidateQueries();
  await expect.element(newTribe).not.toBeInTheDocument();
});

it("counts the events of Production where a Roku sends them, whatever is looked at", async () => {
  const api = emptyCinema()
    .answer("getStats", ({ params }) =>
      params.envKey === "production" ? stats(null) : watched("movie/watched", "ana"),
    )
    .answer("listCollections", { data: [collection("homepage", { name: "Homepage" })], next: null });
  const shown = showConsole(api, "overview");
  await expect.element(page.getByRole("heading", { name: "Events arrive" })).toBeVisible();
  await page.getByRole("tab", { name: "BrightScript" }).click();
  await expect.element(page.getByRole("heading", { name: "Waiting for your first event" })).toBeVisible();
  await expect.element(step(1)).toHaveTextContent("Copy the Production key");
  api.answer("getStats", watched("movie/watched", "roku-ana"));
  await shown.console.queries.invalidateQueries();
  const arrived = page.getByRole("status").filter({ hasText: "Your first event is in" });
  await expect.element(arrived).toBeVisible();
  const production = `/spaces/cinema/${environments[2]?.key}/`;
  await expect
    .element(page.getByRole("link", { name: "Open Preview" }))
    .toHaveAttribute("href", `${production}preview?user=roku-ana`);
});

it("keeps what acts, and what a step is called, beside long names; what is cut ends in “…”", async () => {
  const home = { ...collection("home"), name: long };
  const published = { state: "published", version: 1, publishedAt: stamps.createdAt } as const;
  const publication = {
    id: "pub_1",
    collectionId: home.id,
    version: 1,
    environment: "development",
    note: null,
    publishedBy: "Ida",
    publishedAt: stamps.createdAt,
  } as const;
  const api = emptyCinema()
    .answer("getStats", watched(`wiedergabeliste/${long}`, long))
    .answer("listCollections", {
      data: [{ ...home, status: { ...home.status, development: published } }],
      next: null,
    })
    .answer("listPublications", { data: [publication], next: null });
  showConsole(api, "overview");
  await expect.element(page.getByRole("link", { name: long, exact: true })).toHaveAttribute("title", long);
  await settled();
  const cut = (parts: string) => {
    const all = [...document.querySelectorAll(parts)];
    expect(all.length, parts).toBeGreaterThan(0);
    return all.filter((one) => one.scrollWidth > one.clientWidth);
  };
  expect(cut(".steps h3:not(.truncate)")).toEqual([]);
  expect(cut(".steps .btn")).toEqual([]);
  expect(cut(".step")).toEqual([]);
  expect(overflow()).toEqual([]);
});

it("leads from its last step to Collections where there is none to see anything of", async () => {
  const api = emptyCinema()
    .answer("getStats", watched("movie/watched", "ana"))
    .answer("listCollections", { data: [], next: null });
  const { console } = showConsole(api, "overview");
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await expect
    .element(link("Open Collections"))
    .toHaveAttribute("href", expect.stringMatching(/development\/collections$/));
  await expect.element(link("Open Preview")).not.toBeInTheDocument();
  api.answer("listCollections", { data: [collection("homepage", { name: "Homepage" })], next: null });
  await console.collections.load("spc_1");
  await expect
    .element(link("Open Preview"))
    .toHaveAttribute("href", expect.stringMatching(/preview\?user=ana$/));
});

const link = (name: string) => page.getByRole("link", { name, exact: true });

it("leads on from its last two steps once it is read what there is, and stays in its place meanwhile", async () => {
  const api = emptyCinema()
    .answer("getStats", watched("movie/watched", "ana"))
    .answer("listTribes", { data: [], next: null })
    .answer("listCollections", { data: [], next: null });
  const [tribes, collections] = [api.hold("listTribes"), api.hold("listCollections")];
  const { console } = showConsole(api, "overview");
  await expect.element(step(5)).toHaveTextContent("See what ana gets");
  await expect.poll(() => console.queries.isFetching()).toBe(2);
  const top = () => step(5).element().getBoundingClientRect().top;
  const before = top();
  await expect.element(step(4)).toHaveTextContent("Create a Tribe of everybody who does that");
  expect(
    page.getByRole("link", { name: /^(New Tribe of|Open Preview|Open Collections)/ }).elements(),
  ).toEqual([]);
  collections.release();
  await expect.element(link("Open Collections")).toBeVisible();
  expect(link("Open Preview").elements()).toEqual([]);
  expect(top()).toBe(before);
  tribes.release();
  await expect.element(newTribe).toBeVisible();
});

it("says in its last two steps what could not be read, and leads to Preview", async () => {
  const api = emptyCinema()
    .answer("getStats", watched("movie/watched", long))
    .refuse("listTribes", "internal-error", `The disk ${long} is full.`)
    .refuse("listCollections", "internal-error", `The disk ${long} is gone.`);
  showConsole(api, "overview");
  await expect.element(step(4)).toHaveTextContent(`The Tribes could not be read. The disk ${long} is full.`);
  await expect
    .element(step(5))
    .toHaveTextContent(`The Collections could not be read. The disk ${long} is gone.`);
  await expect.element(link("Open Preview")).toBeVisible();
  expect(overflow()).toEqual([]);
});

it("leaves every step in its place when the Tribes are read", async () => {
  const api = emptyCinema().answer("getStats", watched("movie/watched", "ana"));
  const held = api.hold("listTribes");
  showConsole(api, "overview");
  await expect.element(page.getByRole("link", { name: "Open Collections" })).toBeVisible();
  await expect.poll(() => api.asked("listTribes").length).toBeGreaterThan(0);
  // The step before has its code by then.
  await expect.element(inside(".step-body").getByRole("button", { name: /^Copy/ })).toBeVisible();
  const tops = () => [...document.querySelectorAll(".step")].map((one) => one.getBoundingClientRect().top);
  const before = tops();
  expect(before).toHaveLength(5);
  held.release();
  await expect.element(newTribe).toBeVisible();
  expect(tops()).toEqual(before);
});
