import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { useNameOf } from "../../../src/renderer/collections/collections-state.ts";
import { type Names, useNames } from "../../../src/renderer/rules/use-names.ts";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";

it("calls a Tribe deleted that is in no list, and nothing while there is none", async () => {
  const api = cinemaWithTribes([]);
  const held = api.hold("listTribes");
  const Name = () => <p>in {useNames().tribeName("trb_gone")}</p>;
  showPart(api, <Name />);
  await expect.element(page.getByText("in …", { exact: true })).toBeVisible();
  held.release();
  await expect.element(page.getByText("in a deleted Tribe", { exact: true })).toBeVisible();
});

it("calls what it can't read the list of by its id", async () => {
  const api = cinemaWithTribes([])
    .refuse("listTribes", "internal-error", "The disk is full.")
    .refuse("listCollections", "internal-error", "The disk is full.");
  const Name = () => {
    const names = useNames();
    const nameOf = useNameOf();
    const all = [names.tribeName("trb_1"), nameOf("trb_2")];
    return <p>in {[...all, names.unlistedScenario("scn_4")].join(", ")}</p>;
  };
  showPart(api, <Name />);
  await expect.element(page.getByText("in trb_1, trb_2, scn_4", { exact: true })).toBeVisible();
});

it("works names out once, however many rows ask", async () => {
  const gold = { id: "trb_gold", key: "gold", name: "Gold", audience: "everyone" as const, ...stamps };
  const seen = new Set<Names>();
  function Row() {
    const names = useNames();
    if (names.tribe(gold.id) !== undefined) seen.add(names);
    return <p>{names.tribeName(gold.id)}</p>;
  }
  const both = (
    <>
      <Row />
      <Row />
    </>
  );
  const { console } = showPart(
    cinemaWithTribes([{ ...gold, rules: { field: "plan", op: "equals", value: "gold" } }]),
    both,
  );
  await expect.element(page.getByText("Gold", { exact: true }).nth(1)).toBeVisible();
  expect(seen.size).toBe(1);
  // Nor does each row have a list of its own while something waits to be deleted.
  console.removals.hidden.setState(new Set(["trb_silver"]), true);
  await expect.poll(() => seen.size).toBe(2);
  await expect.element(page.getByText("Gold", { exact: true }).nth(1)).toBeVisible();
  expect(seen.size).toBe(2);
});
