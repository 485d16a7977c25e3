import { useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Schedule } from "../../../src/core/scenario.ts";
import { ScheduleSentence } from "../../../src/renderer/collections/scenarios/ScheduleSentence.tsx";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithHero } from "../../helpers/dom/hero.ts";
import { sent, showConsole, showPart } from "../../helpers/dom/show.tsx";
import { experience, homepage, typeOf } from "../../unit/renderer/collections/fakes.ts";

it("is no change before a time stands in it", async () => {
  const onChange = vi.fn();
  showPart(emptyCinema(), <ScheduleSentence schedule={null} error={null} onChange={onChange} />);
  await page.getByRole("button", { name: "Only at certain times" }).click();
  await expect.element(page.getByRole("button", { name: /Remove the schedule/ })).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Mo–Fr" }).click();
  expect(onChange.mock.calls).toMatchObject([[{ days: ["mon", "tue", "wed", "thu", "fri"], from: null }]]);
});

it("is gone once it is taken back, and comes back with nothing that is pressed then", async () => {
  const api = cinemaWithHero();
  showConsole(api, "collections/homepage/hero?scenario=scn_gold");
  const begin = page.getByRole("button", { name: "Only at certain times" });
  const day = (name: string) => page.getByRole("button", { name, exact: true });
  const days = async () => (await sent(api, "updateExperience"))?.scenarios?.[1]?.schedule?.days;
  await begin.click();
  await day("Friday").click();
  await expect.element(day("Friday")).toHaveAttribute("aria-pressed", "true");
  await expect.element(day("Friday")).toHaveFocus();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(begin).toBeVisible();
  await begin.click();
  await day("Saturday").click();
  await expect.poll(days).toEqual(["sat"]);
});

it("stays to be filled in where it is emptied by hand, until it is taken back from elsewhere", async () => {
  const fridays: Schedule = { from: null, until: null, days: ["fri"], hours: null, timeZone: "UTC" };
  const Held = () => {
    const [schedule, set] = useState<Schedule | null>(fridays);
    return (
      <>
        <ScheduleSentence schedule={schedule} error={null} onChange={set} />
        <p>{schedule === null ? "none" : "one"} is kept</p>
        <button type="button" onClick={() => set((now) => (now === null ? fridays : null))}>
          Elsewhere
        </button>
      </>
    );
  };
  showPart(emptyCinema(), <Held />);
  const friday = page.getByRole("button", { name: "Friday", exact: true });
  const elsewhere = page.getByRole("button", { name: "Elsewhere" });
  await friday.click();
  await expect.element(page.getByText("none is kept")).toBeVisible();
  await expect.element(friday).toHaveAttribute("aria-pressed", "false");
  await elsewhere.click();
  await expect.element(friday).toHaveAttribute("aria-pressed", "true");
  await elsewhere.click();
  await expect.element(page.getByRole("button", { name: "Only at certain times" })).toBeVisible();
});

it("opens a blank by the letters that are typed on it, and runs no shortcut", async () => {
  const fans = { kind: "users", anyOf: [], noneOf: [] } as const;
  const serve = { enabled: true, data: {} };
  const gold = { id: "scn_g", name: "Gold", audience: fans, rollout: 25, schedule: null, serve };
  const hero = experience("hero", { scenarios: [gold as never, ...experience("hero").scenarios] });
  const draft = { ...homepage(), experiences: [hero] };
  const api = emptyCinema()
    .answer("listCollections", { data: [draft], next: null })
    .answer("listExperienceTypes", { data: [typeOf("hero")], next: null })
    .answer("getExperience", hero)
    .answer("getMatches", { checked: 0, of: 0, sampled: false, at: stamps.createdAt, experiences: {} });
  showConsole(api, "collections/homepage/hero?scenario=scn_g");
  const rollout = page.getByRole("button", { name: "Rollout: 25 %" });
  await expect.element(rollout).toBeVisible();
  (rollout.element() as HTMLElement).focus();
  await userEvent.keyboard("5");
  await expect.element(page.getByRole("spinbutton", { name: "Percent" })).toHaveValue("5");
  await userEvent.keyboard("{Escape}");
  await expect.element(rollout).toHaveFocus();
  const kind = page.getByRole("button", { name: /: users$/ });
  (kind.element() as HTMLElement).focus();
  await userEvent.keyboard("v");
  await expect.element(page.getByRole("menuitemradio", { name: /^visitors/ })).toHaveFocus();
});
