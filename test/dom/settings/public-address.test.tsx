import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, runningStatus } from "../../helpers/dom/cinema-place.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("sends nobody to a computer or terminal at which they do not sit", async () => {
  const api = emptyCinema().answer("getStatus", {
    ...runningStatus,
    platformUrl: "https://understudy.example",
    sdkUrl: "https://sdk.understudy.example",
  });
  showConsole(api, "settings");
  const main = page.getByRole("main");
  await expect.element(main.getByText("one that you sign out has to sign in again")).toBeVisible();
  await settled();
  const said = (main.element() as HTMLElement).innerText;
  expect(said.match(/[^.\n]*(this computer|your terminal)[^.\n]*/gi)).toBeNull();
});

it.each([
  [null, "Until you set one, the code of an invitation is your way in."],
  [
    { baseUrl: "https://github.com", clientId: "Iv1", secret: "file" },
    "Until you set one, GitHub or the code of an invitation is your way in.",
  ],
] as const)("names GitHub as a way in only where it is one: %j", async (github, words) => {
  const platformUrl = "https://understudy.example";
  const api = emptyCinema().answer("getStatus", { ...runningStatus, platformUrl });
  showConsole(api.answer("getSettings", { legacyApi: "deprecated", retentionDays: 30, github }), "settings");
  await expect.element(page.getByText(words)).toBeVisible();
});

it("says on which computer the sample app is, where the SDK plane has no public address", async () => {
  const api = emptyCinema().answer("getStatus", {
    ...runningStatus,
    platformUrl: "https://understudy.example",
  });
  showConsole(api, "settings");
  await expect.element(page.getByText("On the server the sample app is at")).toBeVisible();
});
