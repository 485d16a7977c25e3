import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mergePatch } from "../../../src/core/merge-patch.ts";
import { persona } from "../../../src/core/persona.ts";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";

/** The full Cinema, which keeps a persona that is made in the page. */
async function cinema() {
  const api = await fullCinema();
  const before = await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json();
  return api.answer("createPersona", ({ body }) => {
    const rest = { id: "per_made", key: "made", user: {}, events: [], at: null, expected: {}, ...stamps };
    const made = persona.parse({ ...rest, ...body });
    api
      .answer("getPersona", made, '"1"')
      .answer("listPersonas", { data: [...before.data, made], next: null });
    return made;
  });
}

it("duplicates and deletes, with undo", async () => {
  const api = await cinema();
  showConsole(api, "personas/club-member");
  await page.getByRole("button", { name: "More for Club member" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Club member copy" })).toBeVisible();
  await page.getByRole("button", { name: "More for Club member copy" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const listed = page.getByRole("link", { name: "Club member copy" });
  await expect.element(page.getByRole("heading", { level: 1, name: "Personas" })).toBeVisible();
  await expect.element(listed).not.toBeInTheDocument();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect.element(listed).toBeVisible();
});

it.each([
  ["personas/new?user=ana-ribeiro&kind=known", "Create persona"],
  ["preview?user=ana-ribeiro", "Make up somebody like them"],
])("says of %s that not all that somebody did fits, where that is so", async (path, act) => {
  const events = Array.from({ length: 201 }, (_, at) => ({
    ...{
      id: `e${at}`,
      sequence: at + 1,
      name: `movie/act-${at}`,
      source: "sdk" as const,
      userId: "ana-ribeiro",
    },
    ...{ time: stamps.createdAt, receivedAt: stamps.createdAt, status: "accepted" as const, metadata: {} },
  }));
  showConsole((await cinema()).answer("listEvents", { data: events, next: null }), path);
  await page.getByRole("button", { name: act }).click();
  const said = "Not all that ana-ribeiro did fits: the newest 200 events are in it";
  await expect.element(page.getByText(said)).toBeVisible();
});

it.each(["", ", where its page was left meanwhile"])(
  "gives back what one press took out of it, and leaves what was changed since%s",
  async (left) => {
    const api = await cinema();
    const event = { name: "movie/watched", ago: { hours: 1 }, count: 1, metadata: {} };
    const [listed] = (await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json()).data;
    const user = { ...listed.user, fields: { plan: "gold" }, labels: ["vip"] };
    const before = persona.parse({ ...listed, user, events: [event, { ...event, name: "ad/seen" }] });
    let now = before;
    let saves = 0;
    const keep = (next: typeof before) => {
      now = next;
      saves += 1;
      api
        .answer("listPersonas", { data: [now], next: null })
        .answer("getPersona", now, `"${saves}"`)
        .answer("updatePersona", ({ body }) => keep(persona.parse(mergePatch(now, body))), `"${saves}"`);
      return now;
    };
    keep(before);
    showConsole(api, `personas/${listed.key}`);
    const said = {
      field: "Removed the field plan",
      label: "Removed the label vip",
      event: "Removed movie/watched",
    };
    for (const name of ["Remove the field plan", "Remove the label vip", "Remove movie/watched"])
      await page.getByRole("button", { name }).click();
    if (left !== "") {
      await page.getByRole("link", { name: "Personas" }).last().click();
      await page.getByRole("link", { name: before.name }).click();
    }
    await choose(page.getByRole("combobox", { name: "Kind", exact: true }), "Visitor");
    await expect
      .poll(() => [now.user.kind, now.user.fields, now.user.labels, now.events.length])
      .toEqual(["visitor", {}, [], 1]);
    for (const text of Object.values(said)) {
      const toast = page.getByText(text).element().closest<HTMLElement>(".toast");
      if (toast !== null) await page.elementLocator(toast).getByRole("button", { name: "Undo" }).click();
      await expect.element(page.getByText(text)).not.toBeInTheDocument();
    }
    await expect.poll(() => [now.user, now.events]).toEqual([{ ...user, kind: "visitor" }, before.events]);
  },
);

it("keeps a name that is half typed where the persona is deleted elsewhere, and lets go of it at Escape", async () => {
  const api = await cinema();
  const { console } = showConsole(api, "personas/club-member");
  const rename = page.getByRole("button", { name: "Rename Club member" });
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await rename.click();
  await name.fill("Let go");
  await userEvent.keyboard("{Escape}");
  await expect.element(name).not.toBeInTheDocument();
  await rename.click();
  await expect.element(name).toHaveValue("Club member");
  await name.fill("Member since May");
  api
    .answer("listPersonas", { data: [], next: null })
    .refuse("getPersona", "not-found")
    .refuse("updatePersona", "not-found");
  await console.queries.invalidateQueries();
  const typed = page.getByRole("region", { name: "What you typed into Club member" });
  await expect.element(typed).toHaveTextContent(/Member since May/);
  expect(api.asked("updatePersona").map(({ body }) => body)).not.toContainEqual({ name: "Let go" });
});

it("says to a viewer as of when it is expected", async () => {
  const api = await fullCinema("viewer");
  const { data } = await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json();
  const [any] = data;
  api.answer("getPersona", persona.parse({ ...any, at: null }), '"1"');
  showConsole(api, `personas/${any.key}`);
  const part = page.getByRole("region", { name: "What they should get" });
  await expect.element(part.getByText("now", { exact: true })).toBeVisible();
});

it("is made of a Tribe, though the Tribes have not been read yet", async () => {
  const api = await cinema();
  api.answer("listTribes", await (await askReal("GET", "/v2/spaces/cinema/tribes", null)).json());
  const tribes = api.hold("listTribes");
  showConsole(api, "personas/new?tribe=film-club");
  await page.getByRole("dialog", { name: "New persona" }).getByLabelText("Name").fill("In the club");
  await userEvent.keyboard("{Enter}");
  expect((await sent(api, "createPersona"))?.expected?.tribes).toEqual([
    { tribe: "film-club", member: true },
  ]);
  tribes.release();
  await expect.element(page.getByRole("heading", { level: 1, name: "In the club" })).toBeVisible();
});

it("says of each that was run whether they get what they are expected to get, in each column", async () => {
  showConsole(await cinema(), "personas");
  await expect.poll(() => document.querySelectorAll("main .verdict").length).toBeGreaterThan(0);
  await settled();
  const rows = [...document.querySelectorAll("main [data-row]")];
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows)
    expect(
      row.textContent?.match(/Passes|\d+ differences?|expects nothing/g)?.length,
      row.textContent ?? "",
    ).toBe(4);
});

it("runs one persona with the reasons on their own page, and all without on the list's", async () => {
  const api = await cinema();
  showConsole(api, "personas");
  await expect.poll(() => document.querySelectorAll("main .verdict").length).toBeGreaterThan(0);
  expect(
    api
      .asked("runPersonas")
      .every(({ query, body }) => query.reasons === "none" && body.personas === undefined),
  ).toBe(true);
  const before = api.asked("runPersonas").length;
  await page.getByRole("rowheader").getByRole("link").first().click();
  await expect.element(page.getByRole("button", { name: /^Why / }).first()).toBeVisible();
  const own = api.asked("runPersonas").slice(before);
  expect(own.map(({ query, body }) => [query.reasons, body.personas?.length])).toEqual(
    Array(4).fill(["all", 1]),
  );
});

it("runs once where it is pressed again while it runs", async () => {
  const api = (await fullCinema()).answer("runPersonas", {
    at: stamps.createdAt,
    environment: "development",
    content: "published",
    passed: 0,
    failed: 0,
    personas: [],
  });
  const served = await (await askReal("GET", "/v2/spaces/cinema/environments", null)).json();
  const environments = api.answer("listEnvironments", served).hold("listEnvironments");
  showConsole(api, "personas");
  const asked = () => api.asked("runPersonas").length;
  await expect.element(page.getByRole("table", { name: "Personas" })).toBeVisible();
  // Asked after all the lists, and answered after them.
  await askReal("GET", "/v2/spaces/cinema/environments", null);
  expect(asked()).toBe(0);
  environments.release();
  // By itself, once all that a run depends on is there: in the draft and in three environments.
  await expect.poll(asked).toBe(4);
  await expect.element(page.getByRole("status").filter({ hasText: "Running…" })).not.toBeInTheDocument();
  const held = api.hold("runPersonas");
  await page.getByRole("button", { name: /^Run all/ }).click();
  await expect.element(page.getByRole("status").filter({ hasText: "Running…" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "running…" }).first()).toBeVisible();
  await userEvent.keyboard("{Enter}");
  held.release();
  await expect.element(page.getByRole("status").filter({ hasText: "Running…" })).not.toBeInTheDocument();
  expect(asked()).toBe(8);
});

it("asks for no run where there is no persona, not by its key either", async () => {
  const api = (await fullCinema()).answer("listPersonas", { data: [], next: null });
  const { console } = showConsole(api, "personas");
  await expect.element(page.getByRole("heading", { name: "No persona yet" })).toBeVisible();
  await settled();
  await userEvent.keyboard("r");
  api.answer("listPersonas", await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json());
  await console.queries.invalidateQueries();
  await expect.element(page.getByRole("table", { name: "Personas" })).toBeVisible();
  await settled();
  expect(api.asked("runPersonas").length).toBe(4);
});

it("calls what was deleted from the draft by the name that it has where it is still served", async () => {
  const api = await cinema();
  const { data } = await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json();
  const collections = await (await askReal("GET", "/v2/spaces/cinema/collections?limit=200", null)).json();
  const [home] = collections.data;
  const [section] = home.sections;
  const expected = {
    tribes: [],
    experiences: [
      {
        experience: section.id,
        scenario: section.scenarios.at(-1).id,
        children: section.experiences.map(({ id }: { id: string }) => id),
      },
    ],
  };
  const expecting = persona.parse({ ...data[0], expected });
  api.answer("getPersona", expecting, '"1"').answer("listPersonas", { data: [expecting], next: null });
  api.answer("listCollections", {
    data: collections.data.map((one: object) => (one === home ? { ...home, sections: [] } : one)),
    next: null,
  });
  showConsole(api, `personas/${data[0].key}`);
  const part = page.getByRole("region", { name: "What they should get" });
  await expect.element(part.getByText("by scenario")).toBeVisible();
  const words = () => part.getByRole("listitem").first().element().textContent;
  for (const { id } of [section, section.scenarios.at(-1), ...section.experiences])
    await expect.poll(words).not.toContain(id);
  expect(words()).not.toContain("a deleted scenario");
});

it("that expects nothing says so once, not for each environment", async () => {
  const api = await fullCinema();
  const { data } = await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json();
  const [any] = data;
  api.answer("getPersona", persona.parse({ ...any, expected: {} }), '"1"');
  api.answer("runPersonas", {
    at: stamps.createdAt,
    environment: "development",
    content: "published",
    passed: 1,
    failed: 0,
    personas: [{ id: any.id, name: any.name, passed: true, outcomes: [] }],
  });
  showConsole(api, `personas/${any.key}`);
  await expect.element(page.getByText("expects nothing").first()).toBeVisible();
  await expect.poll(() => page.getByText("expects nothing").elements().length).toBe(1);
});

it.each(["personas", "personas/club-member", "personas/new"])(
  "says at %s that they could not be loaded, and loads them when asked to",
  async (path) => {
    const api = (await cinema()).refuse("listPersonas", "not-ready");
    showConsole(api, path);
    await expect
      .element(page.getByRole("heading", { name: "The personas could not be loaded" }))
      .toBeVisible();
    api.answer("listPersonas", await (await askReal("GET", "/v2/spaces/cinema/personas", null)).json());
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("heading", { name: "could not be loaded" })).not.toBeInTheDocument();
    await expect.element(page.getByText("Club member").first()).toBeInTheDocument();
  },
);

it("calls no scenario deleted before the Collections are read", async () => {
  const api = await cinema();
  api.answer("listCollections", await (await askReal("GET", "/v2/spaces/cinema/collections", null)).json());
  const expected = {
    tribes: [],
    experiences: [{ experience: "exp_gone", scenario: "scn_gone" }],
  };
  const rest = { id: "per_one", key: "one", name: "One", user: {}, events: [], at: null, ...stamps };
  const one = persona.parse({ ...rest, expected });
  api.answer("listPersonas", { data: [one], next: null }).answer("getPersona", one, '"1"');
  const collections = api.hold("listCollections");
  const { console } = showConsole(api, "personas/one");
  const part = page.getByRole("region", { name: "What they should get" });
  await expect.element(part).toBeVisible();
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  expect(part.element().textContent).toContain("… is served, by scenario …");
  collections.release();
  await expect.element(part).toHaveTextContent("exp_gone is served, by scenario a deleted scenario");
});

it("moves nothing below by how a run ends, in one row where the window is wide enough", async () => {
  onTestFinished(() => page.viewport(1280, 800));
  const api = await fullCinema();
  const asked = "/v2/spaces/cinema/personas/run?environment=development&content=published";
  const run = await (await askReal("POST", asked, "{}")).json();
  const [any] = run.personas.filter(({ outcomes }: { outcomes: unknown[] }) => outcomes.length > 0);
  const different = { ...any.outcomes[0], passed: false, expected: ["here"], got: ["there"] };
  const ends = (differences: number) => {
    const outcomes = differences === 0 ? any.outcomes : Array(differences).fill(different);
    return { ...run, personas: [{ ...any, outcomes }] };
  };
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  for (const [width, rows] of [
    [1024, 2],
    [1280, 1],
    [1366, 1],
    [1440, 1],
  ] as const) {
    await page.viewport(width, 800);
    const tops = [];
    for (const [differences, words] of [
      [0, "Passes"],
      [1, "1 difference"],
      [9, "9 differences"],
    ] as const) {
      api.answer("runPersonas", ends(differences));
      const { leave } = showConsole(api, `personas/${any.id}`);
      await expect.poll(() => document.body.innerText.split(words).length).toBe(5);
      tops.push(box(".persona-grid")?.top);
      expect(Math.round((box(".run-places ul")?.height ?? 0) / 20), `${width}, ${words}`).toBe(rows);
      leave();
    }
    expect(new Set(tops).size, `${width}: ${tops}`).toBe(1);
  }
});
