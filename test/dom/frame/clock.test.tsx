import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import type { User } from "../../../src/core/user.ts";
import { ClockSection } from "../../../src/renderer/settings/ClockSection.tsx";
import { emptyCinema, runningStatus, stamps } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithEvents, numbered } from "../../helpers/dom/event-log.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { choose, sent, showConsole, showPart } from "../../helpers/dom/show.tsx";

const ana: User = {
  ...{ id: "ana", kind: "known", fields: {}, labels: [], sessions: 0, createdAt: stamps.createdAt },
  ...{ platform: null, locale: null, timeZone: null, firstSeenAt: null, lastSeenAt: null },
};

it("a clock that was moved says so on every page, what that means, and is set back there", async () => {
  const clock = { mode: "offset" as const, seconds: 8 * 86_400, at: "2030-12-01T10:00:00.000Z" };
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock })
    .answer("clockAhead", { at: clock.at, tribes: [{ id: "trb_1", name: "Drama fans", now: 8, ahead: 0 }] })
    .answer("putClock", ({ body }) => ({ at: clock.at, ...body }));
  showConsole(api, "tribes");
  await page.getByRole("button", { name: /^Clock moved to/ }).click();
  await expect.element(page.getByRole("link", { name: "Set another time" })).toBeVisible();
  await expect.element(page.getByText("8 → 0")).toBeVisible();
  expect(await axeFindings("clock", ".foot-popover")).toEqual([]);
  await page.getByRole("button", { name: "+1 day" }).click();
  expect(await sent(api, "putClock")).toEqual({ mode: "offset", seconds: 9 * 86_400 });
  await page.getByRole("button", { name: "Set back" }).click();
  expect(await sent(api, "putClock", 2)).toEqual({ mode: "system" });
  await expect.element(page.getByText("The clock shows the real time")).toBeVisible();
});

it("writes no time before it knows what day it is, and goes on where that can't be known", async () => {
  const clock = { mode: "offset" as const, seconds: 8 * 86_400, at: "2030-12-01T10:00:00.000Z" };
  const token = {
    id: "tok_1",
    name: "CI",
    role: "editor" as const,
    hint: "abcd",
    createdAt: stamps.createdAt,
    lastUsedAt: null,
  };
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock })
    .answer("listTokens", {
      data: [{ ...token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }],
      next: null,
    });
  const status = api.hold("getStatus");
  const { leave, console } = showConsole(api, "settings");
  await sent(api, "listSpaces");
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  const written = () => document.querySelector("#root")?.textContent;
  await expect.element(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
  expect(written()).toBe("");
  status.release();
  const row = page.getByRole("row", { name: /CI/ });
  await expect.element(row).toHaveTextContent(/\d{1,2} \w+.*, \d\d:\d\d/);
  leave();
  showConsole(emptyCinema().refuse("getStatus", "forbidden"), "settings");
  await expect.element(page.getByRole("heading", { name: "Settings" })).toBeVisible();
});

it("has no say in what day the real times are of: a token that ends on the platform's today ends in days", async () => {
  const clock = { mode: "offset" as const, seconds: 8 * 86_400, at: "2030-12-01T10:00:00.000Z" };
  const expiresAt = new Date(Date.now() + 8 * 86_400_000).toISOString();
  const token = { id: "tok_1", name: "CI", role: "editor" as const, hint: "abcd", lastUsedAt: null };
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock })
    .answer("listTokens", { data: [{ ...token, createdAt: stamps.createdAt, expiresAt }], next: null });
  showConsole(api, "settings");
  await expect.element(page.getByRole("row", { name: /CI/ })).toHaveTextContent(/\d{1,2} \w+.*, \d\d:\d\d/);
});

it("stands still at the time that was typed and at no other, and goes back to the real one", async () => {
  const clock = { mode: "frozen" as const, at: "2030-12-01T10:00:00.000Z" };
  const api = emptyCinema().answer("getStatus", { ...runningStatus, clock });
  showPart(api, <ClockSection />);
  const at = page.getByLabelText("Standing still at, in your time zone");
  await at.fill("soon");
  await userEvent.tab();
  await page.getByRole("button", { name: "Set the clock" }).click();
  await expect.element(at).toHaveFocus();
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(api.asked("putClock")).toEqual([]);
  api.answer("putClock", ({ body }) => ({ at: clock.at, ...body }));
  await at.fill("2030-12-24T18:00");
  await page.getByRole("button", { name: "Set the clock" }).click();
  expect(await sent(api, "putClock")).toEqual({
    mode: "frozen",
    at: new Date(2030, 11, 24, 18).toISOString(),
  });
  await page.getByRole("radio", { name: "The real time" }).click();
  await page.getByRole("button", { name: "Set the clock" }).click();
  expect(await sent(api, "putClock", 2)).toEqual({ mode: "system" });
});

it.each([
  ["90", "minutes", 90 * 60],
  ["2", "hours", 2 * 3600],
  ["-3", "days", -3 * 86_400],
] as const)("is moved by %s %s, and shows it as that", async (amount, unit, seconds) => {
  const at = stamps.createdAt;
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock: { mode: "offset", seconds, at } })
    .answer("putClock", ({ body }) => ({ at, ...body }));
  showPart(api, <ClockSection />);
  const far = page.getByLabelText("How far; a minus goes back");
  await expect.element(far).toHaveValue(amount);
  await expect.element(page.getByLabelText("Unit")).toHaveTextContent(unit);
  for (const other of ["days", "hours", "minutes", unit]) await choose(page.getByLabelText("Unit"), other);
  await far.fill("5");
  await page.getByRole("button", { name: "Set the clock" }).click();
  expect(await sent(api, "putClock")).toEqual({ mode: "offset", seconds: (5 * seconds) / Number(amount) });
});

it("shows the time at which the clock stands since it was moved elsewhere", async () => {
  const frozen = (at: string) => ({ ...runningStatus, clock: { mode: "frozen" as const, at } });
  const api = emptyCinema()
    .answer("getStatus", frozen("2030-12-01T10:00:00.000Z"))
    .answer("putClock", { mode: "frozen", at: "2030-12-02T10:00:00.000Z" });
  const { console } = showPart(api, <ClockSection />);
  const at = page.getByLabelText("Standing still at, in your time zone");
  await expect.element(at).toHaveValue(expect.stringContaining("1 Dec 2030"));
  api.answer("getStatus", frozen("2030-12-02T10:00:00.000Z"));
  await console.queries.refetchQueries({ queryKey: ["getStatus"] });
  await expect.element(at).toHaveValue(expect.stringContaining("2 Dec 2030"));
});

it("keeps what can't be read as a time where one leaves and comes back", async () => {
  const clock = { mode: "frozen" as const, at: "2030-12-01T10:00:00.000Z" };
  const api = emptyCinema().answer("getStatus", { ...runningStatus, clock });
  showConsole(api, "settings");
  const at = page.getByLabelText("Standing still at, in your time zone");
  await at.fill("soon");
  await page.getByRole("link", { name: "Overview" }).click();
  await expect.element(at).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect.element(at).toHaveValue("soon");
});

it("is moved on at the foot of the page from where it was moved to, however long that is still read", async () => {
  const at = stamps.createdAt;
  const days = (count: number) => ({ mode: "offset" as const, seconds: count * 86_400 });
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock: { ...days(1), at } })
    .answer("clockAhead", { at, tribes: [] })
    .answer("putClock", ({ body }) => ({ at, ...body }));
  showConsole(api, "tribes");
  await page.getByRole("button", { name: /^Clock moved to/ }).click();
  const status = api.hold("getStatus");
  const ahead = page.getByRole("button", { name: "+7 days" });
  await ahead.click();
  expect(await sent(api, "putClock")).toEqual(days(8));
  await sent(api, "getStatus", 2);
  await ahead.click();
  expect(await sent(api, "putClock", 2)).toEqual(days(15));
  status.release();
});

it("is set once the server has said so, though its status has not come, and then shows what it is", async () => {
  const days = (count: number) => ({
    mode: "offset" as const,
    seconds: count * 86_400,
    at: stamps.createdAt,
  });
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock: days(1) })
    .answer("putClock", days(3));
  showConsole(api, "settings");
  const amount = page.getByLabelText("How far; a minus goes back");
  const set = page.getByRole("button", { name: "Set the clock" });
  await amount.fill("");
  await set.click();
  await expect.element(page.getByRole("region", { name: "Clock" }).getByRole("alert")).toBeVisible();
  expect(api.asked("putClock")).toEqual([]);
  await amount.fill("2");
  // Somebody else has set it meanwhile.
  api.answer("getStatus", { ...runningStatus, clock: days(5) });
  const status = api.hold("getStatus");
  await set.click();
  await expect.element(page.getByText("The clock is set")).toBeVisible();
  await expect.element(amount).toHaveValue("3");
  expect(api.asked("putClock").map(({ body }) => body)).toEqual([{ mode: "offset", seconds: 2 * 86_400 }]);
  status.release();
  await expect.element(amount).toHaveValue("5");
});

it("keeps what was typed where it could not be set, and says why", async () => {
  const clock = { mode: "offset" as const, seconds: 86_400, at: stamps.createdAt };
  const api = emptyCinema()
    .answer("getStatus", { ...runningStatus, clock })
    .refuse("putClock", "conflict", "A step of a Stage moves it.");
  showConsole(api, "settings");
  const amount = page.getByLabelText("How far; a minus goes back");
  await amount.fill("3");
  await page.getByRole("button", { name: "Set the clock" }).click();
  await expect.element(page.getByText("A step of a Stage moves it.")).toBeVisible();
  await expect.element(amount).toHaveValue("3");
});

it.each(["users", "events"])(
  "once it was moved to another day, the times in %s get their date",
  async (path) => {
    const standing = (at: string) => ({ ...runningStatus, clock: { mode: "frozen" as const, at } });
    const received = { receivedAt: stamps.createdAt, time: stamps.createdAt };
    const { api } = cinemaWithEvents(...numbered(1, 2).map((event) => ({ ...event, ...received })));
    api
      .answer("getStatus", standing("2026-11-20T12:00:00.000Z"))
      .answer("getSeen", nothingSeen)
      .answer("countUsers", { users: 1, visitors: 0 })
      .answer("listUsers", { data: [ana], next: null });
    const { console } = showConsole(api, path);
    const main = page.getByRole("main");
    const dated = main.getByText(/^20 Nov, /);
    await expect.element(main.getByText(/^\d\d:\d\d/).first()).toBeVisible();
    await expect.element(dated).not.toBeInTheDocument();
    const moveTo = async (at: string) => {
      api.answer("getStatus", standing(at));
      await console.queries.refetchQueries({ queryKey: ["getStatus"] });
    };
    await moveTo("2026-11-29T12:00:00.000Z");
    await expect.element(dated.first()).toBeVisible();
    // A page is drawn anew in its first seconds anyway.
    await moveTo("2026-11-20T13:00:00.000Z");
    await expect.element(dated).not.toBeInTheDocument();
  },
);
