import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Member } from "../../../src/core/organization.ts";
import { Problem } from "../../../src/core/problem.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";

const token = {
  id: "tok_1",
  name: "CI",
  role: "editor" as const,
  hint: "abcd",
  createdAt: stamps.createdAt,
  lastUsedAt: null,
  expiresAt: null,
};
const signIn = {
  id: "g1",
  client: { id: "understudy-cli", name: "Understudy CLI" },
  scopes: ["read"],
  createdAt: stamps.createdAt,
  lastUsedAt: null,
};

/** What lets somebody in: how it is called, and what is asked when it is taken away. */
const kinds = [
  {
    name: "a token",
    row: "CI",
    button: "Revoke CI",
    said: "Revoked “CI”",
    route: "revokeToken" as const,
    params: { tokenId: "tok_1" },
  },
  {
    name: "a program that is signed in",
    row: "Understudy CLI",
    button: /^Sign out Understudy CLI/,
    said: "Signed out “Understudy CLI”",
    route: "revokeSignIn" as const,
    params: { signInId: "g1" },
  },
  {
    name: "a browser",
    row: "Firefox on Linux",
    button: /^Sign out Firefox on Linux/,
    said: "Signed out “Firefox on Linux”",
    route: "revokeConsoleSession" as const,
    params: { sessionId: "con_1" },
  },
];

const browser = {
  id: "con_1",
  name: "Firefox on Linux",
  current: false,
  createdAt: stamps.createdAt,
  lastUsedAt: null,
  expiresAt: stamps.createdAt,
};

const withAll = () => {
  let gone = false;
  return emptyCinema()
    .answer("listTokens", () => ({ data: gone ? [] : [token], next: null }))
    .answer("listSignIns", () => ({ data: gone ? [] : [signIn], next: null }))
    .answer("listConsoleSessions", () => ({ data: gone ? [] : [browser], next: null }))
    .answer("revokeConsoleSession", () => {
      gone = true;
      return undefined;
    })
    .answer("revokeToken", () => {
      gone = true;
      return undefined;
    })
    .answer("revokeSignIn", () => {
      gone = true;
      return undefined;
    });
};

describe.each(kinds)("$name", ({ row, button, said, route, params }) => {
  const cell = () => page.getByRole("cell", { name: row, exact: true });
  const revoke = () => page.getByRole("button", { name: button }).click();

  it("is hidden at once, and taken away when its undo is over", async () => {
    const api = withAll();
    const { console } = showConsole(api, "settings");
    await revoke();
    await expect.element(cell()).not.toBeInTheDocument();
    expect(api.asked(route)).toEqual([]);
    console.removals.settleAll();
    await expect.poll(() => api.asked(route).map((one) => one.params)).toEqual([params]);
    await expect.poll(() => console.removals.hidden.getState().size).toBe(0);
    await expect.element(cell()).not.toBeInTheDocument();
  });

  it("stays where that is undone", async () => {
    const api = withAll();
    const { console } = showConsole(api, "settings");
    await revoke();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.element(cell()).toBeVisible();
    console.removals.settleAll();
    expect(api.asked(route)).toEqual([]);
  });

  it("is shown again where it is refused, with the reason", async () => {
    const api = withAll().refuse(route, "forbidden", "No.");
    const { console } = showConsole(api, "settings");
    await revoke();
    await expect.element(page.getByText(said)).toBeVisible();
    console.removals.settleAll();
    await expect.element(page.getByText(/No\.$/)).toBeVisible();
    await expect.element(cell()).toBeVisible();
  });
});

const member = (accountId: string, name: string) => ({
  accountId,
  name,
  email: null,
  role: "editor" as const,
  ...stamps,
});

describe("a member's role", () => {
  it("is shown at once, and taken back alone where it is refused, with the reason", async () => {
    const api = emptyCinema().answer("listMembers", {
      data: [member("acc_2", "Jonas"), member("acc_3", "Mira")],
      next: null,
    });
    api.answer("updateMember", ({ params, body }) => {
      if (params.accountId === "acc_2") throw new Problem("forbidden", "Not yours to change.");
      return { ...member("acc_3", "Mira"), ...body };
    });
    const held = api.hold("updateMember");
    showConsole(api, "settings");
    const role = (name: string) => page.getByRole("combobox", { name: `Role of ${name}` });
    await choose(role("Jonas"), "Owner: also people, keys, settings");
    await expect.element(role("Jonas")).toHaveTextContent("Owner");
    await choose(role("Mira"), "Viewer: reads");
    await expect.element(role("Mira")).toHaveTextContent("Viewer");
    // What is read after the refusal would hide what was taken back with it.
    const read = api.hold("listMembers");
    held.release();
    await expect.element(page.getByText("Not yours to change.")).toBeVisible();
    await expect.element(role("Jonas")).toHaveTextContent("Editor");
    expect(role("Mira").element().textContent).toContain("Viewer");
    read.release();
  });

  it("is nobody's any more where they were removed elsewhere, which names no id", async () => {
    const api = emptyCinema()
      .answer("listMembers", { data: [member("acc_2", "Jonas")], next: null })
      .refuse("updateMember", "not-found", 'There is no member "acc_2" here.');
    showConsole(api, "settings");
    await choose(page.getByRole("combobox", { name: "Role of Jonas" }), "Owner: also people, keys, settings");
    await expect.element(page.getByText(/^What this is about was deleted elsewhere/)).toBeVisible();
    expect(document.body.textContent).not.toContain("acc_2");
  });

  it("is told to whom has left the page when it was refused", async () => {
    const api = emptyCinema()
      .answer("listMembers", { data: [member("acc_2", "Jonas")], next: null })
      .refuse("updateMember", "forbidden", "Not yours to change.");
    const held = api.hold("updateMember");
    showConsole(api, "settings");
    await choose(page.getByRole("combobox", { name: "Role of Jonas" }), "Owner: also people, keys, settings");
    await page.getByRole("link", { name: "Tribes" }).click();
    await expect.element(page.getByRole("heading", { level: 1, name: "Tribes" })).toBeVisible();
    held.release();
    await expect.element(page.getByText("A role was not changed. Not yours to change.")).toBeVisible();
  });

  it("is told when it has changed, and can be taken back", async () => {
    let members: Member[] = [member("acc_2", "Jonas")];
    const api = emptyCinema()
      .answer("listMembers", () => ({ data: members, next: null }))
      .answer("updateMember", ({ body }) => {
        members = members.map((one) => ({ ...one, ...body }));
        return members[0] as Member;
      });
    showConsole(api, "settings");
    const role = page.getByRole("combobox", { name: "Role of Jonas" });
    await choose(role, "Owner: also people, keys, settings");
    await expect.element(page.getByText("Jonas is an owner now")).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.element(role).toHaveTextContent("Editor");
    expect(api.asked("updateMember").map(({ body }) => body)).toEqual([
      { role: "owner" },
      { role: "editor" },
    ]);
  });
});

it("a setting that is refused is taken back with its reason beside it, and what was typed elsewhere stays", async () => {
  const api = emptyCinema().refuse("updateSettings", "forbidden", "Only an owner may.");
  showConsole(api, "settings");
  await page.getByLabelText("Keep events for").fill("14");
  await page.getByRole("switch", { name: "Version 1 of the API" }).click();
  await expect.element(page.getByText("Only an owner may.")).toBeVisible();
  await expect.element(page.getByRole("switch", { name: "Version 1 of the API" })).toBeChecked();
  await expect.element(page.getByLabelText("Keep events for")).toHaveValue("14");
});

it("a number that is no setting's is told in place of set", async () => {
  const api = emptyCinema();
  showConsole(api, "settings");
  await page.getByLabelText("Keep events for").fill("3,650");
  await expect
    .element(page.getByText("has an unclear comma: type 3650 or 3.650", { exact: true }))
    .toBeVisible();
  await page.getByRole("radio", { name: "Moved by" }).click();
  await page.getByLabelText("How far; a minus goes back").fill("0x10");
  await page.getByRole("button", { name: "Set the clock" }).click();
  await expect
    .element(page.getByText("How far it is moved is not a number: type one such as 12.5."))
    .toBeVisible();
  expect([...api.asked("updateSettings"), ...api.asked("putClock")]).toEqual([]);
});

it("somebody who was added gets the code of an invitation, shown this once", async () => {
  const added = {
    ...member("acc_9", "Vera"),
    invitation: { code: "us_inv_abc", expiresAt: stamps.updatedAt },
  };
  showConsole(emptyCinema().answer("addMember", added), "settings");
  await page.getByRole("button", { name: "Add somebody…" }).click();
  await page.getByRole("dialog").getByLabelText("Name", { exact: true }).fill("Vera");
  await page.getByRole("button", { name: "Add to the Organization" }).click();
  await expect.element(page.getByLabelText("The new invitation")).toHaveTextContent("us_inv_abc");
  await page.getByRole("button", { name: "Done" }).click();
  await expect.element(page.getByLabelText("The new invitation")).not.toBeInTheDocument();
});

it("a second Enter on what made a token leaves the token, which is shown this once", async () => {
  showConsole(emptyCinema().answer("createToken", { ...token, token: "us_pat_abc" }), "settings");
  await page.getByRole("button", { name: "New token…" }).click();
  await page.getByRole("dialog").getByLabelText("Name").fill("CI");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("The new token")).toHaveTextContent("us_pat_abc");
  await expect.element(page.getByRole("dialog")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByLabelText("The new token")).toHaveTextContent("us_pat_abc");
});

it("a double click on Revoke revokes that token, and not the one that takes its place", async () => {
  const tokens = [token, { ...token, id: "tok_2", name: "Nightly" }];
  const api = emptyCinema().answer("listTokens", { data: tokens, next: null });
  const { console } = showConsole(api, "settings");
  await page.getByRole("button", { name: "Revoke CI" }).dblClick();
  await expect.element(page.getByRole("button", { name: "Revoke CI" })).not.toBeInTheDocument();
  expect([...console.removals.hidden.getState()]).toEqual(["tok_1"]);
  // The next press is one of its own.
  await page.getByRole("button", { name: "Revoke Nightly" }).click();
  expect([...console.removals.hidden.getState()]).toEqual(["tok_1", "tok_2"]);
});

it("somebody of another organization is added by the id of their account alone", async () => {
  const api = emptyCinema().answer("addMember", { ...member("acc_9", "Vera"), invitation: null });
  showConsole(api, "settings");
  await page.getByRole("button", { name: "Add somebody…" }).click();
  await page.getByRole("dialog").getByLabelText("Account id").fill(" acc_9 ");
  await page.getByRole("button", { name: "Add to the Organization" }).click();
  await expect.element(page.getByText("Added Vera")).toBeVisible();
  expect(await sent(api, "addMember")).toEqual({ accountId: "acc_9", role: "editor" });
});

it("accounts are the operator's to delete or to let in anew, but for their own", async () => {
  const account = (id: string, name: string) => ({
    id,
    name,
    email: null,
    createdAt: stamps.createdAt,
    organizations: [],
  });
  const api = emptyCinema()
    .answer("listAccounts", {
      data: [account("acc_1", "Ida Kessler"), account("acc_2", "Jonas")],
      next: null,
    })
    .answer("inviteAccount", { code: "us_inv_new", expiresAt: stamps.updatedAt })
    .answer("deleteAccount", undefined);
  const { console } = showConsole(api, "settings");
  await page.getByRole("button", { name: "New code for Jonas…" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(api.asked("inviteAccount")).toEqual([]);
  await page.getByRole("button", { name: "New code for Jonas…" }).click();
  await page.getByRole("button", { name: "Create code" }).click();
  await expect.element(page.getByLabelText("The new code")).toHaveTextContent("us_inv_new");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Delete the account Jonas" }).click();
  await expect
    .element(page.getByRole("button", { name: "Delete the account Ida Kessler" }))
    .not.toBeInTheDocument();
  console.removals.settleAll();
  await expect
    .poll(() => api.asked("deleteAccount").map((one) => one.params))
    .toEqual([{ accountId: "acc_2" }]);
});

it.each([
  ["setPassphrase", "Your passphrase", "long enough"],
  ["updateSettings", "Keep events for", "14"],
  ["putClock", "How far; a minus goes back", "3"],
] as const)(
  "%s from a form that is no dialog says that its object is not found",
  async (route, label, text) => {
    showConsole(emptyCinema().refuse(route, "not-found"), "settings");
    if (route === "putClock") await page.getByRole("radio", { name: "Moved by" }).click();
    await page.getByLabelText(label).fill(text);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText(/^What this is about was deleted elsewhere/)).toBeVisible();
  },
);
