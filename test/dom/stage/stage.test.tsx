import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contentOf } from "../../../src/core/publication.ts";
import { scene } from "../../../src/core/scene.ts";
import type { Stage } from "../../../src/core/stage.ts";
import { StagePage } from "../../../src/renderer/stage/StagePage.tsx";
import { emptyCinema, runningStatus, space, stamps } from "../../helpers/dom/cinema-place.ts";
import { cutRings } from "../../helpers/dom/looks.ts";
import { showConsole, showPart } from "../../helpers/dom/show.tsx";
import { collection, experience } from "../../unit/renderer/collections/fakes.ts";

const premiere = scene.parse({
  schemaVersion: 1,
  key: "premiere",
  name: "Friday premiere",
  seed: 7,
  begins: stamps.createdAt,
  people: {
    count: 42,
    named: [
      { id: "maya", name: "Maya Okafor" },
      { id: "luca", name: "Luca Moretti" },
    ],
  },
  intents: [],
  script: [
    { title: "Maya opens the app", do: [{ be: "maya" }] },
    { title: "Maya finishes a third drama", says: "She joins Drama fans." },
    { title: "Jump 8 days", do: [{ forward: { days: 8 } }] },
  ],
});
const start = {
  id: "snp_1",
  name: "premiere: start",
  createdAt: stamps.createdAt,
  bytes: 1,
  counts: { spaces: 1, users: 42, events: 7 },
  kept: false,
};

const running = {
  state: "running" as const,
  scene: "premiere",
  rate: 5,
  sent: 0,
  people: 42,
  active: 7,
  startedAt: stamps.createdAt,
  doing: [],
};

/** A show whose steps can be played, and moved the way the server moves them. */
function aShow(role: "owner" | "viewer" = "owner") {
  let now: Stage = { scene: "premiere", person: null, next: 1, simulation: null };
  let moments: (typeof start)[] = [];
  const set = (part: Partial<typeof now>) => {
    now = { ...now, ...part };
    return now;
  };
  const named = (id: string | null | undefined) => premiere.people.named.find((one) => one.id === id) ?? null;
  return emptyCinema(role)
    .answer("listScenes", { data: [premiere], next: null })
    .answer("getStage", () => now)
    .answer("playStep", ({ body: { step } }) =>
      set({ next: step + 1, ...(step === 1 && { person: named("maya") }) }),
    )
    .answer("changeStage", ({ body: { next, person } }) =>
      set({ ...(next && { next }), ...(person !== undefined && { person: named(person) }) }),
    )
    .answer("clockAhead", ({ query }) => ({
      at: stamps.createdAt,
      tribes: query.days === "8" ? [{ id: "trb_1", name: "Drama fans", now: 8, ahead: 0 }] : [],
    }))
    .answer("putClock", ({ body }) => ({ at: stamps.createdAt, ...body }))
    .answer("startSimulation", ({ body }) => {
      const simulation = { ...running, scene: body.scene, rate: body.rate ?? 0 };
      set({ simulation });
      return simulation;
    })
    .refuse("explainUser", "not-found")
    .answer("listSnapshots", () => ({ data: moments, next: null }))
    .answer("createSnapshot", ({ body }) => {
      const made = { ...start, id: `snp_${moments.length + 1}`, name: body.name };
      moments = [made, ...moments];
      return made;
    })
    .answer("restoreSnapshot", { restored: "snp_1", kept: "snp_9" });
}

const next = page.getByRole("heading", { level: 2 }).first();

it("sets a clock that was moved back to the real time by a key", async () => {
  const clock = { mode: "offset" as const, seconds: 86_400, at: stamps.createdAt };
  const api = aShow().answer("getStatus", { ...runningStatus, clock });
  showConsole(api, "stage");
  await expect.element(page.getByRole("button", { name: /^Back to the real time/ })).toBeVisible();
  await userEvent.keyboard("0");
  await expect.poll(() => api.asked("putClock").map(({ body }) => body)).toEqual([{ mode: "system" }]);
});

const inDays = (days: number) => ({ mode: "offset", seconds: days * 86_400 }) as const;

it("moves the clock on from where it was moved to, however long that is still read", async () => {
  const api = aShow();
  showConsole(api, "stage");
  await expect.element(page.getByRole("button", { name: /^\+1 day/ })).toBeVisible();
  const status = api.hold("getStatus");
  const moves = () => api.asked("putClock").map(({ body }) => body);
  await userEvent.keyboard("j");
  await expect.poll(moves).toEqual([inDays(1)]);
  await expect.element(page.getByRole("button", { name: /^Back to the real time/ })).toBeVisible();
  await userEvent.keyboard("j");
  await expect.poll(moves).toEqual([inDays(1), inDays(2)]);
  await userEvent.keyboard("k");
  await expect.poll(moves).toEqual([inDays(1), inDays(2), inDays(10)]);
  status.release();
});

it("does in order what is pressed while something is under way, and loses none of it", async () => {
  const api = await showStart();
  const clock = api.hold("putClock");
  await userEvent.keyboard("jjk0j{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowLeft}");
  await expect.poll(() => api.asked("putClock")).toHaveLength(1);
  clock.release();
  await expect.poll(() => api.asked("changeStage")).toHaveLength(4);
  expect(api.asked("putClock").map(({ body }) => body)).toEqual([
    inDays(1),
    inDays(2),
    inDays(10),
    { mode: "system" },
    inDays(1),
  ]);
  expect(api.asked("changeStage").map(({ body }) => body.person)).toEqual(["maya", "luca", "maya", "luca"]);
  await userEvent.keyboard("3");
  await expect.element(next).toHaveTextContent("That was the last step");
  const changed = api.hold("changeStage");
  await userEvent.keyboard("bb ");
  await expect.poll(() => api.asked("changeStage")).toHaveLength(5);
  changed.release();
  await expect.poll(() => api.asked("playStep").map(({ body }) => body.step)).toEqual([3, 2]);
});

it("plays a step once, and says that it is being played", async () => {
  const api = await showStart();
  const played = api.hold("playStep");
  await userEvent.keyboard(" ");
  const button = page.getByRole("button", { name: /^Playing…/ });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard(" 2{ArrowRight}");
  played.release();
  await expect.element(page.getByText("Luca Moretti")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Play step/ })).not.toHaveAttribute("aria-disabled");
  expect(api.asked("playStep").map(({ body }) => body.step)).toEqual([1]);
});

it("plays the step that is shown as the next one, though the answer of the one before is not here", async () => {
  const api = await showStart();
  const played = api.hold("playStep");
  await userEvent.keyboard(" ");
  await expect.element(page.getByRole("button", { name: /^Playing…/ })).toBeVisible();
  api.answer("getStage", { scene: "premiere", person: null, next: 2, simulation: null });
  await expect.element(next).not.toHaveTextContent("Maya opens the app");
  // What is pressed last is done last: no step can be played after it.
  await userEvent.keyboard("  m");
  played.release();
  await expect.poll(() => api.asked("createSnapshot")).toHaveLength(1);
  expect(api.asked("playStep").map(({ body }) => body.step)).toEqual([1, 2]);
});

it("plays a step once that was gone back to, though it is pressed again while it is played", async () => {
  const api = await showStart();
  await userEvent.keyboard(" ");
  await expect.element(next).toHaveTextContent("Maya finishes a third drama");
  const [back, played] = [api.hold("changeStage"), api.hold("playStep")];
  await userEvent.keyboard("b ");
  back.release();
  await expect.element(next).toHaveTextContent("Maya opens the app");
  await userEvent.keyboard(" m");
  played.release();
  await expect.poll(() => api.asked("createSnapshot")).toHaveLength(1);
  expect(api.asked("playStep").map(({ body }) => body.step)).toEqual([1, 1]);
});

/** A clock that is being moved: what is pressed meanwhile waits for its turn. */
async function whileMoving(api: ReturnType<typeof aShow>) {
  const clock = api.hold("putClock");
  await userEvent.keyboard("j");
  await expect.poll(() => api.asked("putClock")).toHaveLength(1);
  return clock;
}
const premiereAt = (next: number) => ({ scene: "premiere", person: null, next, simulation: null });
const seenAt = (next: number) => ({ scene: "premiere", next });
/** Shows the show at its first step. */
async function showStart() {
  const api = aShow();
  showConsole(api, "stage");
  await expect.element(next).toHaveTextContent("Maya opens the app");
  return api;
}
/** Another window moves it to the second step, which is shown; the server plays none that was seen before. */
async function moveElsewhere(api: ReturnType<typeof aShow>) {
  api.answer("getStage", premiereAt(2)).refuse("playStep", "conflict", "The show has moved meanwhile.");
  await expect.element(next).toHaveTextContent("Maya finishes a third drama");
}

it("plays the step that was shown when it was pressed, or none: not the one that another window has moved to", async () => {
  const api = await showStart();
  const clock = await whileMoving(api);
  await userEvent.keyboard(" ");
  await moveElsewhere(api);
  clock.release();
  await expect
    .element(page.getByText("Step 1 was not played to its end. The show has moved meanwhile."))
    .toBeVisible();
  expect(api.asked("playStep").map(({ body }) => body)).toEqual([{ step: 1, seen: seenAt(1) }]);
});

it("plays the step that was shown, though the simulator's answer comes after another window's move", async () => {
  const api = await showStart();
  const begun = api.hold("startSimulation");
  await userEvent.keyboard("s");
  await expect.element(page.getByText("Starting…")).toBeVisible();
  await userEvent.keyboard(" ");
  await moveElsewhere(api);
  begun.release();
  await expect
    .poll(() => api.asked("playStep").map(({ body }) => body))
    .toEqual([{ step: 1, seen: seenAt(1) }]);
});

it("goes back from the step that was shown, not from one that another window has moved to", async () => {
  const api = await showStart();
  await userEvent.keyboard("2");
  await expect.element(next).toHaveTextContent("Jump 8 days");
  const clock = await whileMoving(api);
  await userEvent.keyboard("b");
  api.answer("getStage", premiereAt(1));
  await expect.element(next).toHaveTextContent("Maya opens the app");
  clock.release();
  await expect
    .poll(() => api.asked("changeStage").map(({ body }) => body))
    .toEqual([{ next: 2, seen: seenAt(3) }]);
});

it("keeps what was read of the show since where the answer of a step comes late", async () => {
  const api = await showStart();
  const played = api.hold("playStep");
  await userEvent.keyboard(" ");
  await expect.poll(() => api.asked("playStep")).toHaveLength(1);
  api.answer("getStage", premiereAt(3));
  await expect.element(next).toHaveTextContent("Jump 8 days");
  await userEvent.keyboard("m");
  played.release();
  await expect
    .poll(() => api.asked("createSnapshot").map(({ body }) => body.name))
    .toEqual(["premiere: after step 2"]);
});

it("pauses what it said it would, though another window has paused it before its turn", async () => {
  const going = { ...premiereAt(1), simulation: running };
  const api = aShow().answer("getStage", going);
  const paused = { ...running, state: "paused" as const };
  api.answer("changeSimulation", paused);
  showConsole(api, "stage");
  await expect.element(page.getByRole("button", { name: "Pause the simulator" })).toBeVisible();
  const clock = await whileMoving(api);
  await userEvent.keyboard("s");
  api.answer("getStage", { ...going, simulation: paused });
  await expect.element(page.getByRole("button", { name: "Resume the simulator" })).toBeVisible();
  clock.release();
  await expect.poll(() => api.asked("changeSimulation").map(({ body }) => body)).toEqual([{ paused: true }]);
});

it("moves the clock on from where a step has moved it to", async () => {
  const api = await showStart();
  api.answer("getStatus", { ...runningStatus, clock: { ...inDays(8), at: stamps.createdAt } });
  const status = api.hold("getStatus");
  await userEvent.keyboard("3");
  await expect.element(next).toHaveTextContent("That was the last step");
  await userEvent.keyboard("j");
  status.release();
  await expect.poll(() => api.asked("putClock").map(({ body }) => body)).toEqual([inDays(9)]);
});

it("says that a moment is being kept, and that it starts over", async () => {
  const api = await showStart();
  const list = api.hold("listSnapshots");
  const made = api.hold("createSnapshot");
  await userEvent.keyboard("mm");
  await expect.element(page.getByRole("button", { name: /^Keeping this moment…/ })).toBeVisible();
  made.release();
  const hold = page.getByRole("button", { name: /^Hold/ });
  // It is known by its answer, before the list has been read again.
  await expect.element(hold).toHaveAttribute("title", "Restores the start that was kept");
  list.release();
  const restored = api.hold("restoreSnapshot");
  await userEvent.keyboard("{r>}");
  await expect.poll(() => api.asked("restoreSnapshot")).toHaveLength(1);
  await userEvent.keyboard("{/r}");
  const startsOver = page.getByRole("button", { name: /^Starting over…/ });
  await expect.element(startsOver).toHaveAttribute("aria-disabled", "true");
  restored.release();
  await expect.element(hold).not.toHaveAttribute("aria-disabled");
  expect(api.asked("createSnapshot")).toHaveLength(1);
});

it("pauses everybody else once, however often that is pressed while it is under way", async () => {
  const api = await showStart();
  const begun = api.hold("startSimulation");
  await userEvent.keyboard("ss");
  await expect.element(page.getByText("Starting…")).toBeVisible();
  begun.release();
  await expect.element(page.getByRole("button", { name: "Pause the simulator" })).toBeVisible();
  expect(api.asked("changeSimulation")).toEqual([]);
});

it("pauses what is shown as going on, though the answer of its start is not here", async () => {
  const api = await showStart();
  const begun = api.hold("startSimulation");
  await userEvent.keyboard("s");
  await expect.element(page.getByText("Starting…")).toBeVisible();
  api.answer("getStage", { scene: "premiere", person: null, next: 1, simulation: running });
  api.answer("changeSimulation", { ...running, state: "paused" });
  await expect.element(page.getByRole("button", { name: "Pause the simulator" })).toBeVisible();
  await userEvent.keyboard("ssm");
  begun.release();
  await expect.poll(() => api.asked("createSnapshot")).toHaveLength(1);
  expect(api.asked("changeSimulation").map(({ body }) => body)).toEqual([{ paused: true }]);
});

it("is played by keys: steps, persons, the clock, everybody else, moments, and from the start", async () => {
  const api = await showStart();
  const none = page.getByText("None kept yet. Keep the start, and one key brings it back.");
  await expect.element(none).toBeVisible();
  await userEvent.keyboard("m");
  await expect.element(page.getByText("Kept the start")).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
  await userEvent.keyboard(" ");
  await expect.element(next).toHaveTextContent("Maya finishes a third drama");
  await expect.element(page.getByText("Maya Okafor", { exact: true })).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByText("Luca Moretti")).toBeVisible();
  await userEvent.keyboard("3");
  await expect.element(next).toHaveTextContent("That was the last step");
  await userEvent.keyboard("m");
  await expect.element(page.getByRole("listitem").filter({ hasText: "After step 3" })).toBeVisible();
  await userEvent.keyboard("b");
  await expect.element(next).toHaveTextContent("Jump 8 days");
  expect(api.asked("playStep").map(({ body }) => body.step)).toEqual([1, 3]);
  await expect.element(page.getByText("8 → 0")).toBeVisible();
  await expect.element(page.getByText("changes nothing")).toBeVisible();
  await userEvent.keyboard("j");
  await expect
    .poll(() => api.asked("putClock").map(({ body }) => body))
    .toEqual([{ mode: "offset", seconds: 86_400 }]);
  await userEvent.keyboard("s");
  await expect
    .poll(() => api.asked("startSimulation").map(({ body }) => body))
    .toEqual([{ scene: "premiere", rate: 12 }]);
  await expect.element(page.getByText("42 people, 7 busy")).toBeVisible();
  expect(api.asked("getSimulation")).toEqual([]);
  await userEvent.keyboard("{r>}");
  await expect.element(next).toHaveTextContent("Maya opens the app");
  await userEvent.keyboard("{/r}");
  expect(api.asked("restoreSnapshot").map(({ params }) => params.snapshotId)).toEqual(["snp_1"]);
});

it("restores the moment that was being kept when its key was pressed", async () => {
  const api = await showStart();
  await userEvent.keyboard("m ");
  await expect.element(next).toHaveTextContent("Maya finishes a third drama");
  await userEvent.keyboard("m");
  await expect.element(page.getByRole("listitem").filter({ hasText: "After step 1" })).toBeVisible();
  await userEvent.keyboard("3");
  await expect.element(next).toHaveTextContent("That was the last step");
  const made = api.hold("createSnapshot");
  await userEvent.keyboard("mt");
  made.release();
  const restored = () => api.asked("restoreSnapshot").map(({ params }) => params.snapshotId);
  await expect.poll(restored).toEqual(["snp_3"]);
});

it("restores the first moment beside the start while it is still being kept", async () => {
  const api = await showStart();
  await userEvent.keyboard("m ");
  await expect.element(next).toHaveTextContent("Maya finishes a third drama");
  const made = api.hold("createSnapshot");
  await userEvent.keyboard("m");
  await expect.poll(() => api.asked("createSnapshot")).toHaveLength(2);
  await userEvent.keyboard("t");
  made.release();
  await expect.element(page.getByText("Restored “After step 1”; what was here is kept")).toBeVisible();
});

it("starts over again though what the first time made old is still being read", async () => {
  const api = await showStart();
  await userEvent.keyboard("m");
  await expect.element(page.getByText("Kept the start")).toBeVisible();
  const held = api.hold("clockAhead");
  for (const times of [1, 2]) {
    await userEvent.keyboard(" ");
    await expect.element(next).toHaveTextContent("Maya finishes a third drama");
    await userEvent.keyboard("{r>}");
    await expect.element(next).toHaveTextContent("Maya opens the app");
    await userEvent.keyboard("{/r}");
    expect(api.asked("restoreSnapshot")).toHaveLength(times);
  }
  held.release();
});

it("says that everything is restored where only the script could not be set back", async () => {
  const api = await showStart();
  await userEvent.keyboard("m");
  await expect.element(page.getByText("Kept the start")).toBeVisible();
  api.refuse("changeStage", "busy", "Try again shortly.");
  await userEvent.keyboard("{r>}");
  const said =
    "Restored “Start”; what was here is kept. The script stands where it stood: Try again shortly.";
  await expect.element(page.getByText(said)).toBeVisible();
  await userEvent.keyboard("{/r}");
});

it("shows the whole ring around the script", async () => {
  await showStart();
  expect(await cutRings(".script-frame")).toEqual([]);
});

it("starts over only where the key is held, and says what it lacks", async () => {
  const api = aShow();
  showConsole(api, "stage/");
  await expect.element(next).toHaveTextContent("Maya opens the app");
  const hold = page.getByRole("button", { name: /^Hold/ });
  await expect.element(hold).toHaveAttribute("title", expect.stringContaining("no start was kept"));
  await userEvent.keyboard("r");
  await expect.element(page.getByText("The show can't start over: no start was kept")).toBeVisible();
  await userEvent.keyboard("m");
  await expect.element(hold).toHaveAttribute("title", "Restores the start that was kept");
  await userEvent.keyboard("r");
  await expect.element(hold).not.toHaveAttribute("data-holding");
  // As long as a key has to be held, and begun later: a timer of that press would have fired before this one.
  await new Promise((fire) => setTimeout(fire, 700));
  expect(api.asked("restoreSnapshot")).toEqual([]);
});

it("takes in a scene's file, and says what is wrong with one", async () => {
  const api = emptyCinema()
    .answer("getStage", { scene: null, person: null, next: 1, simulation: null })
    .answer("putScene", ({ params }) => {
      api.answer("listScenes", { data: [premiere], next: null });
      api.answer("getStage", { scene: params.sceneKey, person: null, next: 1, simulation: null });
      return premiere;
    });
  showConsole(api, "stage");
  await expect.element(page.getByText("No scene in this Space")).toBeVisible();
  const input = page.getByLabelText("A scene's file");
  await userEvent.upload(input, new File(["{"], "broken.json"));
  await expect.element(page.getByText(/^broken.json was not imported./)).toBeVisible();
  await userEvent.upload(input, new File([new Uint8Array([0x7b, 0xfc, 0x7d])], "old.json"));
  await expect.element(page.getByText(/^old.json was not imported. It is not UTF-8./)).toBeVisible();
  await userEvent.upload(input, new File([JSON.stringify({ ...premiere, seed: "x" })], "premiere.json"));
  await expect.element(page.getByText(/^premiere.json was not imported. .*seed/)).toBeVisible();
  await userEvent.upload(input, new File([JSON.stringify(premiere)], "premiere.json"));
  api.answer("clockAhead", { at: stamps.createdAt, tribes: [] });
  await expect.element(next).toHaveTextContent("Maya opens the app");
});

it("can be watched by who may not play", async () => {
  const api = aShow("viewer");
  showConsole(api, "stage");
  await expect.element(next).toHaveTextContent("Maya opens the app");
  await userEvent.keyboard(" ");
  expect(page.getByRole("button", { name: /Play step/ }).query()).toBeNull();
  expect(api.asked("playStep")).toEqual([]);
});

it("says which names of the scene lead nowhere, three of them by name", async () => {
  const publish = (collection: string) => ({ publish: { collection } });
  const wrong = {
    ...premiere,
    script: [{ title: "Publish", says: "", do: ["a", "b", "c", "d", "e"].map(publish) }],
  };
  const api = aShow().answer("listScenes", { data: [wrong], next: null });
  showConsole(api, "stage");
  await expect
    .element(
      page.getByText("The scene names what no draft of this Space has, and Development does not serve:"),
    )
    .toHaveTextContent("Collection “a”, Collection “b”, Collection “c” and 2 more");
});

const forMaya = { id: "scn_maya", name: "Maya's", serve: { enabled: true, data: {} } };
const plans = collection("plans", {
  experiences: [
    experience("offer", {
      name: "Offer",
      scenarios: [
        {
          ...{ ...forMaya, rollout: 100, schedule: null },
          audience: { kind: "everyone", anyOf: ["trb_1"], noneOf: [] },
        },
        { ...forMaya, id: "scn_default", name: "Default" },
      ],
    }),
  ],
});
const drafts = { data: [plans], next: null };

it("says nothing of names where all are there, before the Collections are read or after", async () => {
  const named = scene.parse({
    ...premiere,
    intents: [
      { key: "look", name: "Look", perDay: 1, steps: [{ event: "offer/seen", experience: "plans.offer" }] },
    ],
    script: [{ title: "Publish the plans", do: [{ publish: { collection: "plans" } }] }],
  });
  const api = aShow()
    .answer("listScenes", { data: [named], next: null })
    .answer("listCollections", drafts);
  const collections = api.hold("listCollections");
  const { console } = showConsole(api, "stage");
  await expect.element(next).toHaveTextContent("Publish the plans");
  const missing = page.getByText("The scene names what no draft");
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  expect(missing.elements()).toEqual([]);
  collections.release();
  await expect.poll(() => console.queries.isFetching()).toBe(0);
  expect(missing.elements()).toEqual([]);
  expect(console.collections.known("spc_1")).toHaveLength(1);
});

it("says that the scene's names could not be checked where Collections, or what is served, could not be read", async () => {
  const unchecked = page.getByText("What the scene names could not be checked. The disk is full.");
  const changed = { state: "changed", version: 1, publishedAt: stamps.createdAt } as const;
  const api = aShow().refuse("listCollections", "internal-error", "The disk is full.");
  const { console } = showConsole(api, "stage");
  await expect.element(unchecked).toBeVisible();
  api
    .answer("listCollections", {
      data: [{ ...plans, status: { ...plans.status, development: changed } }],
      next: null,
    })
    .refuse("getPublication", "internal-error", "The disk is gone.");
  await console.collections.load("spc_1");
  await expect.element(page.getByText("could not be checked. The disk is gone.")).toBeVisible();
  const publication = {
    ...{ id: "pub_1", collectionId: plans.id, environment: "development" as const, version: 1 },
    ...{ publishedAt: stamps.createdAt, publishedBy: "Ida", note: null },
  };
  api.answer("getPublication", { publication, content: contentOf(plans, []) });
  void console.queries
    .getQueryCache()
    .find({ queryKey: ["getPublication"], exact: false })
    ?.fetch();
  await expect.element(page.getByText("could not be checked")).not.toBeInTheDocument();
});

/** The show with Maya on it, who is served the offer of a scenario that is not for everybody. */
const withMaya = () =>
  aShow()
    .answer("getStage", {
      scene: "premiere",
      person: { id: "maya", name: "Maya" },
      next: 1,
      simulation: null,
    })
    .answer("listCollections", drafts)
    .answer("explainUser", {
      user: {
        ...{ id: "maya", kind: "known", fields: {}, labels: [], platform: null, locale: null },
        ...{ timeZone: null, createdAt: stamps.createdAt, firstSeenAt: null, lastSeenAt: null, sessions: 0 },
      },
      at: stamps.createdAt,
      clock: { mode: "system", at: stamps.createdAt },
      environment: "development",
      content: "published",
      tribes: [],
      experiences: [
        {
          ...{ id: "exp_offer", key: "plans.offer", collection: "plans", enabled: true, data: {} },
          ...{ scenario: { id: "scn_maya", name: "Maya's" }, reason: "targeting", tried: [] },
        },
      ],
    } as never);
const everybodys = page.getByText("what everybody sees");

it("says what somebody sees once the Collections are read", async () => {
  const api = withMaya();
  const collections = api.hold("listCollections");
  const { console } = showConsole(api, "stage");
  await expect.element(page.getByText("Maya Okafor")).toBeVisible();
  await expect.poll(() => api.asked("explainUser").length).toBeGreaterThan(0);
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  expect(everybodys.elements()).toEqual([]);
  collections.release();
  await expect.element(page.getByRole("definition").filter({ hasText: "Maya's" })).toBeVisible();
  expect(everybodys.elements()).toEqual([]);
});

it("says that it can't say what somebody sees where the Collections could not be read", async () => {
  showConsole(withMaya().refuse("listCollections", "internal-error", "The disk is full."), "stage");
  await expect.element(page.getByText("The Collections could not be read. The disk is full.")).toBeVisible();
  expect(everybodys.elements()).toEqual([]);
});

it("what a step names and is not there is named, and a simulation that somebody has ended: the scene was not deleted", async () => {
  const api = aShow()
    .refuse("playStep", "not-found", 'There is no Collection "plans" here.')
    .refuse("startSimulation", "not-found", "No simulation runs in development.");
  showConsole(api, "stage");
  await expect.element(next).toHaveTextContent("Maya opens the app");
  await userEvent.keyboard(" ");
  await expect
    .element(page.getByText('Step 1 was not played to its end. There is no Collection "plans" here.'))
    .toBeVisible();
  await userEvent.keyboard("s");
  await expect
    .element(page.getByText("The simulator did not change. No simulation runs in development."))
    .toBeVisible();
});

it("offers to start the show only once it is known that no Space has it", async () => {
  const api = emptyCinema().answer("getStage", { ...premiereAt(1), scene: null });
  const spaces = api.hold("listSpaces");
  showPart(api, <StagePage />);
  const start = page.getByRole("button", { name: "Start the show Friday premiere" });
  await expect.element(page.getByRole("button", { name: "Open a scene's file…" })).toBeVisible();
  await expect.poll(() => api.asked("listSpaces").length).toBeGreaterThan(0);
  expect(start.elements()).toEqual([]);
  api.answer("listSpaces", { data: [{ ...space, key: "elsewhere" }], next: null });
  spaces.release();
  await expect.element(start).toBeVisible();
});
