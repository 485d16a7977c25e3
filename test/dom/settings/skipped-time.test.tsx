import { afterEach, beforeEach, expect, it } from "vitest";
import { cdp, page } from "vitest/browser";
import { readFilter } from "../../../src/renderer/events/event-filter.ts";
import { TimePopover } from "../../../src/renderer/events/TimePopover.tsx";
import { emptyCinema, runningStatus } from "../../helpers/dom/cinema-place.ts";
import { sent, showConsole, showPart } from "../../helpers/dom/show.tsx";

const inZone = (timezoneId: string) => cdp().send("Emulation.setTimezoneOverride", { timezoneId });
beforeEach(() => inZone("Europe/Berlin"));
afterEach(() => inZone(""));

it("shows the time that the clock is set to where the typed one is skipped that night", async () => {
  const api = emptyCinema()
    .answer("getStatus", runningStatus)
    .answer("putClock", ({ body }) => ({ at: runningStatus.clock.at, ...body }));
  showConsole(api, "settings#clock");
  await page.getByRole("radio", { name: /stand/i }).click();
  const field = page.getByLabelText("Standing still at, in your time zone");
  await field.fill("28 Mar 2027, 02:30");
  await expect.element(field).toHaveValue("28 Mar 2027, 03:30");
  await page.getByRole("button", { name: "Set the clock" }).click();
  expect(await sent(api, "putClock")).toEqual({ mode: "frozen", at: "2027-03-28T01:30:00.000Z" });
});

it.each([
  [{ mode: "system", at: runningStatus.clock.at }, 0],
  [{ mode: "offset", at: runningStatus.clock.at, seconds: 86_400 }, 1],
] as const)("says that the clock's time is not the real one where it is not: %o", async (clock, times) => {
  showConsole(emptyCinema().answer("getStatus", { ...runningStatus, clock }), "settings#clock");
  await expect.element(page.getByText(/^It is /)).toBeVisible();
  expect(page.getByText(", not the real time.").elements()).toHaveLength(times);
});

it("shows the time from which events are listed, too", async () => {
  showPart(
    emptyCinema(),
    <TimePopover
      filter={readFilter(new URLSearchParams())}
      span="15m"
      onFilter={() => undefined}
      onSpan={() => undefined}
    />,
  );
  await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
  const field = page.getByLabelText("List events from");
  await field.fill("28 Mar 2027, 02:30");
  await expect.element(field).toHaveValue("28 Mar 2027, 03:30");
});
