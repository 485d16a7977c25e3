import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Cinema } from "../helpers/cinema.ts";
import { sharedCinema, type TestConsole } from "../helpers/console.ts";
import { filesThatOpen, type Overlay, overlayFaults } from "../helpers/overlays.ts";

let app: TestConsole;
let cinema: Cinema;
beforeAll(async () => {
  ({ app, cinema } = await sharedCinema());
  const body = { experience: "homepage.body", enabled: true, children: ["premieres"] };
  const made = await app.server.api("POST", `/v2/spaces/${cinema.key}/personas`, {
    name: "Somebody new",
    expected: { experiences: [body] },
  });
  expect([made.status, made.body.key]).toEqual([201, "somebody-new"]);
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => expect(await app.verify()).toEqual([]));

/** A page, what is done on it first, and what opens there: a menu is called like its button, a popover has its own name. */
interface Place {
  readonly at: string;
  readonly first?: (page: Page) => Promise<void>;
  readonly popovers: readonly (readonly [file: string, button: string | RegExp, name: string | "menu"])[];
}

const openScenario = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).click();

const places: readonly Place[] = [
  {
    at: "overview",
    popovers: [
      ["frame/SpaceSwitch.tsx", /^Space /, "menu"],
      ["frame/TopBar.tsx", /^Appearance/, "menu"],
    ],
  },
  {
    at: "collections/homepage/hero",
    first: openScenario("Premiere night"),
    popovers: [
      ["collections/scenarios/AudienceSentence.tsx", /^Whom: /, "menu"],
      ["collections/scenarios/AudienceSentence.tsx", "Film club", "Tribe Film club"],
      ["collections/scenarios/AudienceSentence.tsx", "Add a Tribe", "Tribes"],
      ["collections/scenarios/RolloutSentence.tsx", /^Rollout: /, "Rollout in percent"],
      ["collections/scenarios/ScheduleSentence.tsx", /^From: /, "From when"],
      ["collections/scenarios/ScheduleSentence.tsx", /^Until: /, "Until when"],
      ["collections/scenarios/HoursTok.tsx", /^Hours: /, "Hours"],
      ["collections/scenarios/ScheduleSentence.tsx", /^Time zone: /, "Time zone"],
    ],
  },
  {
    at: "collections/homepage/body",
    first: openScenario("Film club first"),
    popovers: [["collections/scenarios/SectionServes.tsx", "Show another", "Experiences of this Section"]],
  },
  {
    at: "tribes/binge-watchers",
    popovers: [
      ["tribes/page/TriedBar.tsx", /^Tried as /, "Tried as"],
      ["tribes/builder/RuleBuilder.tsx", /^Who it is for: /, "menu"],
      ["tribes/builder/AddTok.tsx", "Add condition", "Add condition"],
      ["tribes/builder/AddTok.tsx", "Add a condition to this group", "Add a condition to this group"],
      ["tribes/builder/NameTok.tsx", /^Tribe: /, "Tribe"],
      ["tribes/builder/BlankTok.tsx", /^How many times: /, "How many times"],
    ],
  },
  {
    at: "users",
    popovers: [
      ["users/UserFilterBar.tsx", "Label", "Filter by Label"],
      ["users/UserFilterBar.tsx", "Tribe", "Filter by Tribe"],
    ],
  },
  {
    at: "users/ana-ribeiro",
    popovers: [
      ["people/fields/FieldList.tsx", "Add a field", "Add a field"],
      ["people/fields/LabelList.tsx", "Add a label", "Add a label"],
    ],
  },
  {
    at: "preview",
    popovers: [
      ["preview/PreviewSentence.tsx", /^Preview as/, "Whom to preview as"],
      ["people/TimeTok.tsx", /^When: /, "When to decide"],
      ["preview/PreviewSentence.tsx", /^What is compared: /, "menu"],
    ],
  },
  {
    at: "personas/gold-binge-watcher",
    popovers: [
      ["personas/PersonaHead.tsx", /^Rename /, "Rename"],
      ["personas/ExpectationRow.tsx", /^Membership: /, "menu"],
      ["personas/ExpectationsPart.tsx", "Expect one more thing", "Expect one more thing"],
      ["people/made-up/MadeUpEvents.tsx", "Add an event", "Event name"],
      ["people/made-up/PairsTok.tsx", /^How often: /, "How often"],
      ["people/made-up/PairsTok.tsx", /^Metadata: /, "Metadata of movie/watched"],
    ],
  },
  {
    at: "personas/trial-two-days-left",
    popovers: [
      ["personas/ExpectedItem.tsx", /^On or off: /, "menu"],
      ["personas/ExpectedItem.tsx", /^headline: /, "Expected headline"],
    ],
  },
  {
    at: "personas/somebody-new",
    popovers: [["personas/ExpectedChildren.tsx", /^What is in it: /, "What is in it, in order"]],
  },
];

/** Those that other tests look at: of the lists of events and of a rule's blanks. */
const elsewhere = [
  "events/EventsPage.tsx",
  "events/ExportMenu.tsx",
  "events/TimePopover.tsx",
  "tribes/builder/BlankMenu.tsx",
  "tribes/builder/LineMenu.tsx",
  "tribes/builder/BlankTok.tsx",
  "tribes/builder/WindowTok.tsx",
  // What the blanks of a rule are made with.
  "tribes/builder/PopoverTok.tsx",
];

describe("every popover", () => {
  it("has a row here, or is looked at elsewhere", () => {
    const files = filesThatOpen(
      /<(?:Suggest)?Popover\b|<PopoverTok\b|<EditTok\b|<TokMenu\b|Popover\.Root|DropdownMenu\.Root/,
    );
    const here = places.flatMap(({ popovers }) => popovers.map(([file]) => file));
    expect([...new Set([...here, ...elsewhere])].sort()).toEqual(files);
  });

  it.each(places.map((place) => [place.at, place] as const))(
    "of %s: axe, the focus and Escape",
    async (at, place) => {
      const page = await app.open(cinema, at, { viewport: { width: 1440, height: 900 } });
      await place.first?.(page);
      const faults: string[] = [];
      for (const [file, button, name] of place.popovers) {
        const by = (on: Page) => on.locator("body").getByRole("button", { name: button, ...exactly(button) });
        const overlay: Overlay =
          name === "menu" ? { file, at, by, role: "menu", name: button } : { file, at, by, name };
        faults.push(...(await overlayFaults(page, overlay)));
      }
      expect(faults).toEqual([]);
    },
  );
});

const exactly = (name: string | RegExp) => (typeof name === "string" ? { exact: true } : {});
