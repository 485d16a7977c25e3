import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { filesThatOpen, type Overlay, overlayFaults } from "../../helpers/dom/overlays.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

beforeEach(() => page.viewport(1440, 900));
afterEach(() => page.viewport(1280, 800));

/** A page, what is done on it first, and what opens there: a menu is called like its button, a popover has its own name. */
interface Place {
  readonly at: string;
  readonly first?: () => Promise<unknown>;
  readonly popovers: readonly (readonly [file: string, button: string | RegExp, name: string | "menu"])[];
}

const openScenario = (name: string) => () => page.getByRole("button", { name, exact: true }).click();

/** A part that is whole by itself. */
const appearance = "parts/AppearanceMenu.tsx";

const places: readonly Place[] = [
  {
    at: "overview",
    popovers: [
      ["frame/SpaceSwitch.tsx", /^Space /, "menu"],
      [appearance, /^Appearance/, "menu"],
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
      ["collections/scenarios/ScheduleSentence.tsx", /^Hours: /, "Hours"],
      ["collections/scenarios/ScheduleSentence.tsx", /^Time zone: /, "Time zone"],
    ],
  },
  {
    at: "collections/homepage/body",
    first: openScenario("Film club first"),
    popovers: [
      ["collections/scenarios/SectionServes.tsx", "Show an Experience…", "Experiences of this Section"],
    ],
  },
  {
    at: "tribes/binge-watchers",
    popovers: [
      ["tribes/page/TriedBar.tsx", /^Tried as /, "Tried as"],
      ["tribes/builder/RuleBuilder.tsx", /^Who it is for: /, "menu"],
      ["tribes/builder/AddTok.tsx", "Add condition", "Add condition"],
      ["tribes/builder/AddTok.tsx", "Add a condition to this group", "Add a condition to this group"],
      ["tribes/builder/BlankTok.tsx", /^Tribe: /, "Tribe"],
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
      ["personas/PersonaPage.tsx", /^Rename /, "Rename"],
      ["personas/ExpectationRow.tsx", /^Membership: /, "menu"],
      ["personas/ExpectationsPart.tsx", "Add an expectation", "Add an expectation"],
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
    popovers: [["personas/ExpectedItem.tsx", /^What is in it: /, "What is in it, in order"]],
  },
];

/** Those that other tests look at: of the lists of events and of a rule's blanks. */
const elsewhere = [
  "events/EventsPage.tsx",
  "events/ExportMenu.tsx",
  "events/TimePopover.tsx",
  "tribes/builder/BlankTok.tsx",
  "tribes/builder/WindowTok.tsx",
  // What the blanks of a rule are made with.
  "tribes/builder/PopoverTok.tsx",
  // While the clock is not the real one.
  "frame/StatusBar.tsx",
  // While something could not be read.
  "frame/UnreadNote.tsx",
];

describe("every popover", () => {
  it("has a row here, or is looked at elsewhere", async () => {
    const files = await filesThatOpen(
      /<(?:Suggest)?Popover\b|<PopoverTok\b|<EditTok\b|<TokMenu\b|Popover\.Root|DropdownMenu\.Root/,
    );
    const here = places.flatMap(({ popovers }) => popovers.map(([file]) => file));
    expect([...new Set([...here, ...elsewhere])].sort()).toEqual([...files, appearance].sort());
  });

  it.each(places)("of $at: axe, the focus and Escape", async ({ at, first, popovers }) => {
    const api = await fullCinema();
    showConsole(api, at);
    await settled();
    await first?.();
    const faults: string[] = [];
    for (const [file, name, called] of popovers) {
      const by = () => page.getByRole("button", { name, exact: typeof name === "string" });
      const overlay: Overlay =
        called === "menu" ? { file, at, by, role: "menu", name } : { file, at, by, name: called };
      faults.push(...(await overlayFaults(api, overlay)));
    }
    expect(faults).toEqual([]);
  });
});
