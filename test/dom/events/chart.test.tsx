import { useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Span } from "../../../src/renderer/events/feed/event-rate.ts";
import { RateChart } from "../../../src/renderer/events/RateChart.tsx";
import { TimePopover } from "../../../src/renderer/events/TimePopover.tsx";
import { emptyCinema, runningStatus, stamps } from "../../helpers/dom/cinema-place.ts";
import { showConsole, showPart } from "../../helpers/dom/show.tsx";

/** A place in which nothing happened, and nothing is replayed. */
const withoutEvents = (to: string = stamps.createdAt) =>
  emptyCinema()
    .answer("listEvents", { data: [], next: null })
    .answer("getReplay", { replay: null })
    .answer("getEventRate", { from: stamps.createdAt, to, step: 10_000, through: 0, buckets: [] });

const bars = (kind: string) =>
  document.querySelector(`.rate-bars path${kind}`)?.getAttribute("d")?.split("z").slice(0, -1);

it("is counted once for another filter, when the list is there that it goes on from", async () => {
  const api = withoutEvents();
  showConsole(api, "events");
  const chart = page.getByRole("figure");
  await expect.element(chart).toHaveAttribute("aria-busy", "false");
  expect(api.asked("getEventRate")).toHaveLength(1);
  await page.getByRole("radio", { name: "Rejected" }).click();
  const rejected = () => api.asked("getEventRate").filter(({ query }) => query.status === "rejected");
  await expect.poll(() => rejected().length).toBeGreaterThan(0);
  await expect.element(page.getByText("No kept event matches")).toBeVisible();
  await expect.element(chart).toHaveAttribute("aria-busy", "false");
  expect(rejected()).toHaveLength(1);
});

it("ends with the platform's clock, whose time events have, wherever that was moved", async () => {
  const standing = (at: string) => ({ ...runningStatus, clock: { mode: "frozen" as const, at } });
  const [first, later] = ["2030-12-01T10:00:00.000Z", "2030-12-09T10:00:00.000Z"];
  const api = withoutEvents()
    .answer("getStatus", standing(first))
    .answer("getEventRate", ({ query }) => ({
      ...{ from: query.from ?? "", to: query.to ?? "", step: 10_000, through: 1 },
      buckets: query.to === later ? [{ at: later, accepted: 1, rejected: 0 }] : [],
    }));
  const { console } = showConsole(api, "events");
  const chart = page.getByRole("region", { name: "Events over time" });
  await expect.element(chart.getByText("0 events")).toBeVisible();
  api.answer("getStatus", standing(later));
  await console.queries.refetchQueries({ queryKey: ["getStatus"] });
  await expect.element(chart.getByText("1 event", { exact: true })).toBeVisible();
  expect(api.asked("getEventRate").map(({ query }) => query.to)).toEqual([first, later]);
  // Its bar is in the picture, though it begins where the clock stands.
  const [, start, wide] = /^M(\d+) [\d.]+h(\d+)/.exec(bars(":not([class])")?.[0] ?? "") ?? [];
  expect(Number(start) + Number(wide)).toBeLessThanOrEqual(10_000);
});

it("has its span in the address beside the filter, but for the usual one", async () => {
  showConsole(withoutEvents(), "events?status=rejected");
  await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
  await page.getByRole("radio", { name: "Last hour" }).click();
  await expect.poll(() => location.search).toBe("?status=rejected&span=1h");
  await page.getByRole("button", { name: "Time: Last hour" }).click();
  await page.getByRole("radio", { name: "Last 15 minutes" }).click();
  await expect.poll(() => location.search).toBe("?status=rejected");
});

it("has the brush where the chosen time is", async () => {
  const from = Date.parse(stamps.createdAt);
  const time = (seconds: number) => new Date(from + seconds * 1000).toISOString();
  showConsole(withoutEvents(time(400)), `events?from=${time(100)}&to=${time(300)}`);
  const brush = () => document.querySelector<HTMLElement>(".rate-brush")?.style;
  await expect.poll(() => [brush()?.left, brush()?.right]).toEqual(["25%", "25%"]);
});

it("draws a bar for each time in which there were events, rejected ones on top, those outside of the chosen time paler", async () => {
  const bucket = (at: number, accepted: number, rejected: number) => ({ at, accepted, rejected });
  const buckets = [bucket(0, 2, 0), bucket(10, 0, 0), bucket(20, 3, 1), bucket(30, 4, 0)];
  showPart(
    emptyCinema(),
    <div style={{ position: "relative", width: 400, height: 66 }}>
      <RateChart buckets={buckets} from={0} to={40} step={10} chosen={{ from: 20, to: 40 }} />
    </div>,
  );
  await expect.poll(() => bars(".is-rejected")).toEqual(["M5000 2.0h2000V66h-2000"]);
  expect(bars(":not([class])")).toEqual(["M5000 18.0h2000V66h-2000", "M7500 2.0h2000V66h-2000"]);
  expect(bars(".is-outside")).toEqual(["M0 34.0h2000V66h-2000"]);
});

it("lists no other time than the one that was meant: what can't be read is not left out", async () => {
  const onFilter = vi.fn();
  showPart(
    emptyCinema(),
    <TimePopover filter={{}} span="15m" onFilter={onFilter} onSpan={() => undefined} />,
  );
  await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
  await page.getByLabelText("List events from").fill("lately");
  await page.getByRole("button", { name: "List this time" }).click();
  await expect.element(page.getByLabelText("List events from")).toHaveFocus();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Not a day. Type one such as 4 Dec 2026.");
  expect(onFilter).not.toHaveBeenCalled();
});

it("changes its span by arrows, and closes on Enter", async () => {
  showPart(emptyCinema(), <Spans />);
  await page.getByRole("button", { name: "Time: Last 15 minutes" }).click();
  await expect.element(page.getByRole("radio", { name: "Last 15 minutes" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("radio", { name: "Last hour" })).toBeChecked();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("radio", { name: "Last 24 hours" })).toBeChecked();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("radiogroup")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Time: Last 24 hours" })).toBeVisible();
});

function Spans() {
  const [span, setSpan] = useState<Span>("15m");
  return <TimePopover filter={{}} span={span} onFilter={() => undefined} onSpan={setSpan} />;
}
