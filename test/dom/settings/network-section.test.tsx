import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, runningStatus } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

const url = "http://192.168.1.24:4748";
const phones = page.getByRole("region", { name: "Phones and TVs", exact: true });
const onOff = phones.getByRole("switch");

it("opens the SDK plane to the network with a code to scan, and closes it", async () => {
  const api = emptyCinema();
  api.answer("putLan", ({ body }) => {
    const urls = body.open ? [url] : [];
    api.answer("getStatus", { ...runningStatus, lanUrls: urls });
    return { open: body.open, urls };
  });
  showConsole(api, "settings");
  await onOff.click();
  await expect.element(phones.getByRole("img")).toHaveAttribute("alt", `QR code of ${url}`);
  await expect.element(page.getByText("LAN open")).toBeVisible();
  await onOff.click();
  await expect.element(phones.getByRole("img")).not.toBeInTheDocument();
  expect(api.asked("putLan").map(({ body }) => body.open)).toEqual([true, false]);
});

it("is open once the server has said so, though its status has not come", async () => {
  const api = emptyCinema().answer("putLan", { open: true, urls: [url] });
  showConsole(api, "settings");
  await expect.element(onOff).not.toBeChecked();
  api.hold("getStatus");
  await onOff.click();
  await expect.element(onOff).toBeChecked();
});

it("says why it cannot", async () => {
  showConsole(
    emptyCinema().refuse("putLan", "conflict", "This computer is on no local network."),
    "settings",
  );
  await onOff.click();
  await expect.element(phones.getByRole("alert")).toHaveTextContent("This computer is on no local network.");
  await expect.element(onOff).not.toBeChecked();
});
