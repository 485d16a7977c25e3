import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import type { Device } from "../../../src/core/pairing.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";

const tv: Device = {
  id: "dev_1",
  name: "Samsung TV",
  pairedAt: stamps.createdAt,
  lastSeenAt: stamps.createdAt,
  sdk: { name: "browser", version: "1.0.0-beta.8" },
  userId: "maya",
};
const phone: Device = {
  id: "dev_2",
  name: "Android phone",
  pairedAt: stamps.createdAt,
  lastSeenAt: null,
  sdk: null,
  userId: null,
};
/** `ahead`: how much further the server's clock is than the browser's, in ms. */
const offer = (code: string, ahead = 0) => ({
  code,
  url: `http://192.168.1.20:4748/demo?pair=${code}`,
  expiresAt: new Date(Date.now() + ahead + 600_000).toISOString(),
});
const list = (...devices: Device[]) => ({ data: devices, next: null });
const section = page.getByRole("region", { name: "Phones and TVs" });
const dialog = page.getByRole("dialog");
const open = () => section.getByRole("button", { name: "Pair a phone or TV…" }).click();

it("shows a code to scan and to type, and says who came by it", async () => {
  const api = emptyCinema().answer("listDevices", list(tv)).answer("createPairing", offer("K7QM2X"));
  showConsole(api, "settings");
  await open();
  await expect.element(dialog.getByRole("img", { name: "Code K 7 Q M 2 X" })).toBeVisible();
  await expect.element(dialog.getByText("192.168.1.20:4748/tv")).toBeVisible();
  await expect.element(dialog.getByRole("status").last()).toHaveTextContent("Waiting for a device");
  api.answer("listDevices", list(phone, tv)).answer("createPairing", offer("22ABCD"));
  await expect.element(dialog.getByText("Paired “Android phone”")).toBeVisible();
  await dialog.getByRole("button", { name: "Pair another" }).click();
  await expect.element(dialog.getByRole("img", { name: "Code 2 2 A B C D" })).toBeVisible();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await expect.element(dialog.getByText("The code has expired.")).toBeVisible();
  expect(api.asked("createPairing").map(({ body }) => body.environment)).toEqual([
    "development",
    "development",
  ]);
});

it.each([
  ["behind", 86_400_000],
  ["ahead of", -86_400_000],
])("says how long a code works where this computer's clock is a day %s the server's", async (_, ahead) => {
  const api = emptyCinema().answer("listDevices", list()).answer("createPairing", offer("K7QM2X", ahead));
  showConsole(api, "settings");
  await open();
  await expect.element(dialog.getByText(/^Works once, for/)).toHaveTextContent(/for (10:00|9:5\d)\./);
  await expect.element(dialog.getByText("Waiting for a device")).toBeVisible();
});

it("says why there is no code, and tries again", async () => {
  const api = emptyCinema().refuse(
    "createPairing",
    "forbidden",
    "This is for the operator of the workspace.",
  );
  showConsole(api.answer("listDevices", list()), "settings");
  await open();
  await expect.element(dialog.getByText("This is for the operator of the workspace.")).toBeVisible();
  api.answer("createPairing", offer("K7QM2X"));
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("img", { name: "Code K 7 Q M 2 X" })).toBeVisible();
});

it("lists devices with what they run, and disconnects one that nobody calls back", async () => {
  const api = emptyCinema().answer("listDevices", list(phone, tv)).answer("deleteDevice", undefined);
  const { console } = showConsole(api, "settings");
  await expect.element(section.getByText("browser 1.0.0-beta.8")).toBeVisible();
  await expect.element(section.getByText("not seen yet")).toBeVisible();
  api.answer("listDevices", list(phone, { ...tv, lastSeenAt: new Date().toISOString() }));
  await expect.element(section.getByText("maya")).toBeVisible();
  await expect.element(section.getByRole("img", { name: "connected" })).toBeVisible();
  await section.getByRole("button", { name: "Disconnect Samsung TV" }).click();
  await expect.element(page.getByText("Disconnected “Samsung TV”")).toBeVisible();
  await expect.element(section.getByText("Samsung TV")).not.toBeInTheDocument();
  console.removals.settleAll();
  await sent(api, "deleteDevice");
});
