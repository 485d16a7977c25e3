import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import type { Role } from "../../../src/core/organization.ts";
import { Problem } from "../../../src/core/problem.ts";
import type { Tribe } from "../../../src/core/tribe.ts";
import { emptyCinema, stamps } from "./cinema-place.ts";
import type { FakeApi } from "./fake-api.ts";

const nobody = { users: 0, visitors: 0 };
const reach = { ...nobody, matched: nobody, sample: [], at: stamps.createdAt };
const moved = { ...nobody, sample: [] };
const etag = '"1"';

/** A Cinema with these Tribes, where nobody is and nothing was seen; it keeps what is saved. */
export function cinemaWithTribes(tribes: readonly Tribe[] = [], role?: Role): FakeApi {
  const kept = new Map(tribes.map((tribe) => [tribe.id, tribe]));
  const find = (id: string): Tribe => {
    const found = kept.get(id);
    if (found === undefined) throw new Problem("not-found", id);
    return found;
  };
  const keep = (tribe: Tribe): Tribe => {
    kept.set(tribe.id, tribe);
    return tribe;
  };
  const made = (key: string) => ({ id: `trb_${key}`, key, ...stamps });
  return emptyCinema(role)
    .answer("getSeen", nothingSeen)
    .answer("getReach", reach)
    .answer("tryTribe", { reach, before: null, added: moved, removed: moved, person: null })
    .answer("listTribes", () => ({ data: [...kept.values()], next: null }))
    .answer("getTribe", ({ params }) => find(params.tribeId), etag)
    .answer("updateTribe", ({ params, body }) => keep({ ...find(params.tribeId), ...body } as Tribe), etag)
    .answer(
      "createTribe",
      ({ body }) =>
        keep({
          ...made(body.name.toLowerCase().replaceAll(" ", "-")),
          audience: "everyone",
          ...body,
        } as Tribe),
      etag,
    );
}

/** What the lines of the rule say, without marks and what only adds. */
export const said = (): readonly string[] =>
  [...document.querySelectorAll(".rule:not(.add)")].map((row) => {
    const text = (part: string) => row.querySelector(part)?.textContent ?? "";
    const numeral = text(".gutter")
      .replace(/\*[\s\S]*/, "")
      .trim();
    return `${numeral} ${text(".rule-say").replace(/\s+/g, " ").trim()}`.trim();
  });

export const focusIsOn = (name: string) =>
  expect
    .poll(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)
    .toBe(name);

/** Types into the field that has just opened, and takes what is offered first, once it is this. */
export async function take(text: string, option: RegExp): Promise<void> {
  await expect.poll(() => document.activeElement?.getAttribute("role")).toBe("combobox");
  await userEvent.keyboard(text);
  await expect.element(page.getByRole("option", { name: option, selected: true })).toBeVisible();
  await userEvent.keyboard("{Enter}");
}
