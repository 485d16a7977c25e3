import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { AuditSection } from "../../../src/renderer/settings/AuditSection.tsx";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const entry = {
  id: "aud_1",
  at: stamps.createdAt,
  account: { id: "acc_1", name: "Ida Kessler" },
  by: { kind: "token", id: "tok_1" } as const,
  action: "deleteSpace",
  path: "/v2/spaces/cinema",
  status: 204,
};

it("says in words what was done, by whom and with what", async () => {
  const refused = {
    ...entry,
    id: "aud_2",
    account: null,
    by: null,
    action: "signIn",
    path: "/oauth",
    status: 401,
  };
  showPart(emptyCinema().answer("listAudit", { data: [refused, entry], next: null }), <AuditSection />);
  await expect
    .element(
      page.getByRole("row", {
        name: /Ida Kessler by a token Delete a Space with all its content Cinema done/,
      }),
    )
    .toBeVisible();
  await expect.element(page.getByRole("row", { name: /Somebody Sign in refused \(401\)/ })).toBeVisible();
});

it("shows older lines when asked to", async () => {
  const api = emptyCinema().answer("listAudit", ({ query }) => ({
    data: query.limit === "200" ? [entry, { ...entry, id: "aud_0", account: null }] : [entry],
    next: query.limit === "200" ? null : "older",
  }));
  showPart(api, <AuditSection />);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect.element(page.getByRole("row", { name: /Somebody by a token/ })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Show older" })).not.toBeInTheDocument();
});

it("is the operator's alone", async () => {
  const api = emptyCinema("viewer");
  const part = (
    <>
      <AuditSection />
      <p>Beside it</p>
    </>
  );
  showPart(api, part, { role: "viewer" });
  await expect.element(page.getByText("Beside it")).toBeVisible();
  expect(document.querySelector("section")).toBeNull();
  expect(api.asked("listAudit")).toEqual([]);
});
