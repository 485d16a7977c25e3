import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Collection } from "../../../src/core/collection.ts";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import type { EnvironmentKey } from "../../../src/core/primitives.ts";
import { contentOf } from "../../../src/core/publication.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";
import { homepage } from "../../unit/renderer/collections/fakes.ts";

const serves = (version: number) => ({
  state: "published" as const,
  version,
  publishedAt: stamps.createdAt,
});
const publication = (environment: EnvironmentKey, version: number) => ({
  id: "pub_1",
  collectionId: "col_homepage",
  environment,
  version,
  publishedAt: stamps.createdAt,
  publishedBy: "Ida Kessler",
  note: null,
});
const sample = [{ userId: "ana-ribeiro", experience: "homepage.hero", before: null, after: null }];
const dryRun = {
  diff: [{ path: "/name", before: "Then", after: "Now" }],
  affected: { checked: 1, changed: 1, sampled: false, of: 1, at: stamps.createdAt, sample },
};

/** Development serves version 2, Staging an older content as version 1, Production nothing. */
function cinema(more: Partial<Collection> = {}) {
  const status = { ...homepage().status, development: serves(2), staging: serves(1) };
  const draft = { ...homepage(), status, ...more };
  return emptyCinema()
    .answer("getSeen", nothingSeen)
    .answer("listCollections", { data: [draft], next: null })
    .answer("getPublication", ({ params }) => {
      const environment = params.environment === "staging" ? "staging" : "development";
      return {
        publication: publication(environment, Number(params.version)),
        content: contentOf({ ...draft, name: `Of ${environment}` }, []),
      };
    })
    .answer("publish", ({ query }) => (query.dryRun === "1" ? dryRun : publication("staging", 2)));
}
const at = (environment: string, more = "") => `/spaces/cinema/${environment}/collections/homepage${more}`;
const address = () => location.pathname + location.search;
const promotion = () => page.getByRole("dialog", { name: "Promote homepage from Development to Staging" });
const promote = () => promotion().getByRole("button", { name: "Promote to Staging" });

it.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["the way back", () => history.back()],
])("leaves everything as it is by %s", async (_, giveUp) => {
  const steps = history.length;
  showConsole(cinema(), at("development", "?tab=properties"));
  await page.getByRole("button", { name: "Promote 2 to Staging" }).click();
  await expect.element(promote()).toBeEnabled();
  expect(address()).toBe(at("development", "?tab=properties&publish=development&to=staging"));
  expect(promotion().getByRole("link", { name: "ana-ribeiro" }).element().getAttribute("href")).toBe(
    "/spaces/cinema/staging/users/ana-ribeiro",
  );
  await giveUp();
  await expect.element(promotion()).not.toBeInTheDocument();
  await expect.poll(address).toBe(at("development", "?tab=properties"));
  expect(history.length - steps).toBeLessThanOrEqual(1);
});

it.each([
  ["where it is served otherwise", "Of development", "1 change"],
  ["nothing where it is served as it is", homepage().name, ""],
])("says how far the draft is from its environment: %s", async (_, name, want) => {
  const api = cinema().answer("getPublication", ({ params }) => ({
    publication: publication(params.environment as EnvironmentKey, Number(params.version)),
    content: contentOf({ ...homepage(), name }, []),
  }));
  const { console } = showConsole(api, at("development", "?tab=properties"));
  await expect.poll(() => api.asked("getPublication")).not.toEqual([]);
  await expect.poll(() => console.queries.isFetching()).toBe(0);
  // What was read is on the page by the next frame.
  await new Promise(requestAnimationFrame);
  const versions = page.getByRole("list", { name: "Versions by environment" });
  const development = versions.getByRole("listitem").first();
  await expect.poll(() => development.element().textContent).toBe(`Development2${want}`);
});

it("compares with what is served now, where a restore has put another content in its version's place", async () => {
  let [name, publishedAt] = [homepage().name, stamps.createdAt];
  const api = cinema();
  const status = { ...homepage().status, development: serves(2) };
  api
    .answer("listCollections", () => ({
      data: [{ ...homepage(), status: { ...status, development: { ...serves(2), publishedAt } } }],
      next: null,
    }))
    .answer("getPublication", () => ({
      publication: { ...publication("development", 2), publishedAt },
      content: contentOf({ ...homepage(), name }, []),
    }));
  const { console } = showConsole(api, at("development", "?tab=properties"));
  const development = page
    .getByRole("list", { name: "Versions by environment" })
    .getByRole("listitem")
    .first();
  await expect.element(development).toBeVisible();
  await expect.poll(() => api.asked("getPublication")).toHaveLength(1);
  [name, publishedAt] = ["Then", "2026-11-20T12:00:00.000Z"];
  await console.queries.invalidateQueries();
  await expect.poll(() => development.element().textContent).toBe("Development21 change");
});

it("goes to where it was promoted, from where one step leads back", async () => {
  const api = cinema();
  showConsole(api, at("development", "?publish=development&to=staging"));
  await expect.element(promote()).toBeEnabled();
  await promote().click();
  expect(await sent(api, "publish", 2)).toEqual({ environment: "staging", from: "development" });
  await expect.poll(address).toBe(at("staging"));
  await expect.element(promotion()).not.toBeInTheDocument();
});

it("offers in an environment what the one below serves", async () => {
  showConsole(cinema(), at("staging"));
  await page.getByRole("button", { name: "Promote from Development" }).click();
  await expect.element(promote()).toBeEnabled();
  expect(address()).toBe(at("staging", "?publish=development"));
});

it("is at the end of a row of its own: at 1280 names of 64 letters push nothing away", async () => {
  const changed = { ...serves(12), state: "changed" as const };
  const status = { development: changed, staging: changed, production: serves(9) };
  showConsole(
    cinema({ name: "Because you watched The Long Interval and other premieres at home", status }),
    at("staging"),
  );
  await expect.element(page.getByRole("button", { name: "Promote from Development" })).toBeVisible();
  const size = (query: string) => {
    const { scrollWidth, clientWidth, clientHeight } = document.querySelector(query) as HTMLElement;
    return { over: scrollWidth - clientWidth, height: clientHeight };
  };
  await expect.poll(() => size(".ladder").over).toBe(0);
  expect([size(".page-head"), size(".trail")]).toEqual([
    { over: 0, height: 52 },
    { over: 0, height: 34 },
  ]);
});

it("has room at 1280 for two promotions beside an environment that serves nothing", async () => {
  const changed = { ...serves(2), state: "changed" as const };
  const status = { ...homepage().status, development: changed, staging: { ...changed, version: 1 } };
  showConsole(cinema({ status }), at("staging"));
  await expect.element(page.getByRole("button", { name: "Promote 1 to Production" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Promote from Development" })).toBeVisible();
  const ladder = document.querySelector(".ladder") as HTMLElement;
  expect(ladder.scrollWidth - ladder.clientWidth).toBe(0);
});

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...sample[0],
    userId: `person-${n}`,
    experience: "homepage.hero",
  }));

it("shows four people, and the others on demand; a first version says what is new", async () => {
  const affected = { ...dryRun.affected, checked: 9, of: 9, changed: 9, sample: people(9) as never };
  showConsole(cinema().answer("publish", { ...dryRun, affected }), at("production", "?publish=draft"));
  const dialog = page.getByRole("dialog", { name: "Publish homepage to Production" });
  await expect.element(dialog.getByRole("heading", { name: "9 people will see it" })).toBeVisible();
  await expect.element(dialog.getByRole("heading", { name: /^New: / })).toBeVisible();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription("Production begins to serve it, from this moment on.");
  expect(dialog.getByRole("link").all()).toHaveLength(4);
  await dialog.getByRole("button", { name: "See all 9" }).click();
  expect(dialog.getByRole("link").all()).toHaveLength(9);
});

it("takes nobody away when it comes after its dialog was closed; a failure is told with its reason", async () => {
  const api = cinema();
  const dialog = page.getByRole("dialog", { name: "Publish homepage to Development" });
  const open = async () => {
    await page.getByRole("button", { name: /^Publish to Development/ }).click();
    await expect.element(dialog.getByRole("heading", { name: /^1 person will see/ })).toBeVisible();
  };
  const publishLate = async () => {
    const late = api.hold("publish");
    await dialog.getByRole("button", { name: "Publish to Development" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    return late;
  };
  showConsole(api, at("development"));
  await open();
  const published = await publishLate();
  await page.getByRole("link", { name: "Tribes" }).first().click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Tribes" })).toBeVisible();
  published.release();
  await expect.element(page.getByText("Published homepage to Development as version 2")).toBeVisible();
  expect(location.pathname).toBe("/spaces/cinema/development/tribes");

  history.back();
  await open();
  const refused = await publishLate();
  api.refuse("publish", "invalid-body", "It cannot be.");
  refused.release();
  await expect
    .element(page.getByText("homepage was not published to Development. It cannot be."))
    .toBeVisible();
});

it("shows where two long values part, and the whole of each on hover", async () => {
  const begins = "Once upon a time in a country far away, ".repeat(8);
  const [before, after] = [`${begins}the end.`, `${begins}to be continued.`];
  const data = (text: string) => ({ enabled: true, data: { text } });
  const run = {
    diff: [{ path: "/experiences/hero/scenarios/0/serve/data/text", before, after }],
    affected: {
      ...dryRun.affected,
      sample: [
        { userId: "ana-ribeiro", experience: "homepage.hero", before: data(before), after: data(after) },
      ],
    },
  };
  showConsole(
    cinema().answer("publish", () => run as never),
    at("development", "?publish=draft&to=development"),
  );
  const dialog = page.getByRole("dialog", { name: "Publish homepage to Development" });
  const [changes, people] = [dialog.getByLabelText("Changes"), dialog.getByLabelText("Who is affected")];
  for (const list of [changes, people]) {
    await expect.element(list.getByText("the end.").first()).toBeVisible();
    await expect.element(list.getByText(/to be cont/).first()).toBeVisible();
    expect(list.getByTitle(after).elements().length).toBe(1);
  }
});

it("looks again before it publishes where a Tribe was changed elsewhere: it decides who is affected", async () => {
  const rules = { field: "plan", op: "equals", value: "gold" } as const;
  const gold = { id: "trb_gold", key: "gold", name: "Gold", audience: "everyone", rules, ...stamps } as const;
  const api = cinema().answer("listTribes", { data: [gold], next: null });
  const { console } = showConsole(api, at("development", "?publish=development&to=staging"));
  await expect.element(promote()).toBeEnabled();
  api.answer("listTribes", { data: [{ ...gold, rules: { all: [] } }], next: null });
  await console.tribes.load("spc_1");
  await promote().click();
  await expect.element(page.getByText("A Tribe changed since you looked", { exact: false })).toBeVisible();
  const inEarnest = () => api.asked("publish").filter(({ query }) => query.dryRun === undefined);
  expect(inEarnest()).toEqual([]);
  await expect.element(promote()).toBeEnabled();
  await promote().click();
  await expect.poll(inEarnest).toHaveLength(1);
});

it("goes on looking while it is open: people come, and others publish", async () => {
  const looks = (of: number, etag: string) =>
    api.answer(
      "publish",
      { ...dryRun, affected: { ...dryRun.affected, changed: of, of, checked: of } },
      etag,
    );
  const api = cinema();
  looks(1, '"a"');
  showConsole(api, at("development", "?publish=development&to=staging"));
  const affected = promotion().getByLabelText("Who is affected");
  const note = promotion().getByLabelText("Note for the history");
  await expect.element(affected.getByText("1 person will see something else")).toBeVisible();
  await userEvent.keyboard("Friday");
  looks(2, '"a"');
  await expect.element(affected.getByText("2 people will see something else")).toBeVisible();
  expect(promotion().getByRole("alert").elements()).toEqual([]);
  looks(3, '"b"');
  await expect
    .element(promotion().getByRole("alert"))
    .toHaveTextContent("What was to be served changed since you looked");
  await expect.element(affected.getByText("3 people will see something else")).toBeVisible();
  await expect.element(note).toHaveValue("Friday");
  await expect.element(note).toHaveFocus();
  // What came a moment before the button was pressed is not published unseen.
  const inEarnest = () => api.asked("publish").filter(({ query }) => query.dryRun === undefined);
  await promote().click();
  expect(inEarnest()).toEqual([]);
  await expect.element(promotion().getByRole("alert")).toHaveTextContent("look again");
  await promote().click();
  await expect.poll(inEarnest).toHaveLength(1);
});
