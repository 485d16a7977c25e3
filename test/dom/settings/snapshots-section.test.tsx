import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";

const before = {
  id: "snp_1",
  name: "before the show",
  createdAt: stamps.createdAt,
  bytes: 6_100_000,
  counts: { spaces: 2, users: 180, events: 15_204 },
  kept: false,
};
const section = page.getByRole("region", { name: "Snapshots" });

const withOne = () =>
  emptyCinema()
    .answer("listSnapshots", { data: [before], next: null })
    .answer("createSnapshot", ({ body }) => ({ ...before, id: "snp_2", name: body.name }))
    .answer("importSnapshot", { ...before, id: "snp_3", name: "from elsewhere" })
    .answer("restoreSnapshot", { restored: "snp_1", kept: "snp_4" })
    .answer("deleteSnapshot", undefined);

it("keeps, takes in, goes back and deletes", async () => {
  const api = withOne();
  const { console } = showConsole(api, "settings");
  await expect.element(section.getByText("6.1 MB")).toBeVisible();
  await section.getByRole("button", { name: "Keep this moment" }).click();
  await expect.element(page.getByText(/^Kept “Kept at \d+ \w+ \d{4}, \d\d:\d\d:\d\d”/)).toBeVisible();
  await section.getByRole("button", { name: "Restore “before the show”" }).click();
  await expect.element(page.getByText("Restored “before the show”; what was here is kept")).toBeVisible();
  expect(api.asked("restoreSnapshot").map(({ params }) => params)).toEqual([{ snapshotId: "snp_1" }]);
  const file = new File(["bytes"], "show.understudy");
  await userEvent.upload(section.getByLabelText("A snapshot's file"), file);
  await expect.element(page.getByText("Imported “from elsewhere”. Restore it when you want.")).toBeVisible();
  await section.getByRole("button", { name: "Delete “before the show”" }).click();
  await expect.element(page.getByText("Deleted “before the show”")).toBeVisible();
  await expect.element(section.getByText("None yet.", { exact: false })).toBeVisible();
  console.removals.settleAll();
  await sent(api, "deleteSnapshot");
});

it("does in order what is pressed while something is under way, and says what that is", async () => {
  const api = withOne();
  showConsole(api, "settings");
  await expect.element(section.getByText("6.1 MB")).toBeVisible();
  const [imported, made, restored] = (["importSnapshot", "createSnapshot", "restoreSnapshot"] as const).map(
    (route) => api.hold(route),
  );
  await userEvent.upload(section.getByLabelText("A snapshot's file"), new File(["bytes"], "show.understudy"));
  await expect.element(section.getByRole("button", { name: "Importing…" })).toBeVisible();
  await section.getByRole("button", { name: "Keep this moment" }).click();
  await section.getByRole("button", { name: "Restore “before the show”" }).click();
  const keeping = section.getByRole("button", { name: "Keeping this moment…" });
  await expect.element(keeping).toHaveAttribute("aria-disabled", "true");
  await expect.element(section.getByText("Restoring…")).toBeVisible();
  await keeping.click({ force: true });
  expect(api.asked("createSnapshot")).toEqual([]);
  imported?.release();
  await expect.poll(() => api.asked("createSnapshot")).toHaveLength(1);
  expect(api.asked("restoreSnapshot")).toEqual([]);
  made?.release();
  restored?.release();
  await expect.element(page.getByText("Restored “before the show”; what was here is kept")).toBeVisible();
  expect(api.asked("createSnapshot")).toHaveLength(1);
});

it("shows what was kept though its answer was lost, and says that it is not known", async () => {
  const api = withOne();
  const through = api.fetch;
  vi.spyOn(api, "fetch").mockImplementation(async (address, init) => {
    const answer = await through(address, init);
    if (init?.method !== "POST") return answer;
    api.answer("listSnapshots", {
      data: [{ ...before, id: "snp_2", name: "the new one" }, before],
      next: null,
    });
    throw new TypeError("cut");
  });
  showConsole(api, "settings");
  await section.getByRole("button", { name: "Keep this moment" }).click();
  await expect.element(page.getByText("This moment was not kept, as far as is known.")).toBeVisible();
  await expect.element(section.getByText("the new one")).toBeVisible();
});

it("says why a file is none", async () => {
  const api = withOne().refuse("importSnapshot", "invalid-body", "This is no snapshot.");
  showConsole(api, "settings");
  await userEvent.upload(section.getByLabelText("A snapshot's file"), new File(["x"], "holiday.jpg"));
  await expect.element(page.getByText("holiday.jpg was not imported. This is no snapshot.")).toBeVisible();
});

it("is the operator's alone", async () => {
  showConsole(emptyCinema("editor"), "settings");
  await expect.element(page.getByRole("heading", { name: "Clock" })).toBeVisible();
  expect(section.query()).toBeNull();
});
