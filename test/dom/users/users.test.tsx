import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import type { User } from "../../../src/core/user.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";

const ana: User = {
  id: "ana",
  kind: "known",
  fields: { plan: "gold" },
  labels: ["vip"],
  platform: null,
  locale: null,
  timeZone: null,
  createdAt: stamps.createdAt,
  firstSeenAt: null,
  lastSeenAt: null,
  sessions: 0,
};

const openUsers = () => {
  const api = emptyCinema()
    .answer("getSeen", nothingSeen)
    .answer("listUsers", { data: [ana], next: null })
    .answer("countUsers", { users: 1, visitors: 0 });
  showConsole(api, "users");
  return api;
};

it("finds by several words: a space that is being typed stays", async () => {
  openUsers();
  const find = page.getByRole("searchbox", { name: "Find users" });
  await userEvent.type(find, "ana ");
  await expect.poll(() => location.search).toBe("?q=ana");
  await userEvent.type(find, "ribeiro");
  await expect.element(find).toHaveValue("ana ribeiro");
  await expect.poll(() => location.search).toBe("?q=ana+ribeiro");
});

it("asks once for what another filter leaves", async () => {
  const api = openUsers();
  await expect.element(page.getByRole("link", { name: "ana" })).toBeVisible();
  api.answer("listUsers", { data: [{ ...ana, id: "eva", kind: "visitor" }], next: null });
  await page.getByRole("radio", { name: "Visitors" }).click();
  await expect.element(page.getByRole("link", { name: "eva" })).toBeVisible();
  const visitors = ({ query }: { readonly query: Readonly<Record<string, string>> }) =>
    query.kind === "visitor";
  expect(api.asked("listUsers").filter(visitors)).toHaveLength(1);
  expect(api.asked("countUsers").filter(visitors)).toHaveLength(1);
});

it("keeps the cursor with whom it is on where others come, and on nobody where they are gone", async () => {
  const list = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ ...ana, id })), next: null });
  const api = emptyCinema()
    .answer("getSeen", nothingSeen)
    .answer("listUsers", list("ana", "ben", "cleo", "dora"))
    .answer("countUsers", { users: 4, visitors: 0 })
    .answer("deleteUser", undefined as never);
  const { console } = showConsole(api, "users?sort=createdAt&order=desc");
  const reads = async (...ids: readonly string[]) => {
    api.answer("listUsers", list(...ids));
    await console.queries.invalidateQueries();
    await expect.poll(rows).toEqual(ids);
  };
  const rows = () => [...document.querySelectorAll(".user-rows .user-link")].map((one) => one.textContent);
  const chosen = () => document.querySelector(".user-rows [aria-selected=true] .user-link")?.textContent;
  const pointed = () => {
    const id = page.getByRole("grid").element().getAttribute("aria-activedescendant");
    return document.getElementById(id ?? "")?.querySelector(".user-link")?.textContent;
  };
  await expect.poll(rows).toEqual(["ana", "ben", "cleo", "dora"]);
  (page.getByRole("grid").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.poll(chosen).toBe("ben");
  await reads("new", "ana", "ben", "cleo", "dora");
  expect([chosen(), pointed()]).toEqual(["ben", "ben"]);
  await userEvent.keyboard("{Delete}");
  await expect.element(page.getByText("Deleted “ben”")).toBeVisible();
  await expect.poll(rows).toEqual(["new", "ana", "cleo", "dora"]);
  expect(chosen()).toBe("cleo");

  await reads("new", "ana", "dora");
  expect([chosen(), pointed()]).toEqual([undefined, undefined]);
  await userEvent.keyboard("{Delete}{Enter}");
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(chosen).toBe("ana");
  expect(location.pathname).toMatch(/\/users$/);
  expect(rows()).toEqual(["new", "ana", "dora"]);
});

it("makes a user or a visitor by an id, and goes there", async () => {
  const api = openUsers();
  const made = { ...ana, id: "visitor-7", kind: "visitor" as const };
  api.answer("createUser", made).answer("getUser", made, '"1"').hold("explainUser");
  await page.getByRole("button", { name: "New user" }).click();
  const create = page.getByRole("button", { name: "Create user" });
  await create.click();
  await expect.element(page.getByText("Give the user an id.")).toBeVisible();
  await page.getByRole("textbox", { name: "Id" }).fill("  visitor-7 ");
  await choose(page.getByRole("combobox", { name: "Kind" }), "Visitor: anonymous");
  await create.click();
  expect(await sent(api, "createUser")).toEqual({ id: "visitor-7", kind: "visitor" });
  await expect.poll(() => location.pathname + location.search).toMatch(/\/users\/visitor-7\?kind=visitor$/);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

it("says which file for an import could not be read", async () => {
  openUsers();
  await page.getByRole("button", { name: "Import…" }).click();
  vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("gone", "NotFoundError"));
  await page.getByLabelText("File").upload(new File(["{}"], "gone.json"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("gone.json could not be read.");
});

it.each([
  ["Windows-1252", [0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xfc, 0x22, 0x7d]],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0, 0x7d, 0]],
])("takes no other letters than a file in %s has", async (_, bytes) => {
  openUsers();
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByLabelText("File").upload(new File([new Uint8Array(bytes)], "old.json"));
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("old.json could not be read. It is not UTF-8. Save it as UTF-8, and choose it again.");
  await expect.element(page.getByRole("textbox", { name: "Or paste" })).toHaveValue("");
});

it("stays with its environment while it imports, and tells how it went where the page was left", async () => {
  const api = openUsers();
  const held = api.hold("importUsers");
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByRole("textbox", { name: "Or paste" }).fill('{"id":"ana"}');
  await page.getByRole("button", { name: "Import users" }).click();
  await sent(api, "importUsers");
  const { pathname } = location;
  await userEvent.keyboard("{Alt>}2{/Alt}");
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expect(location.pathname).toBe(pathname);
  history.pushState(null, "", "/spaces/cinema/development/overview");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  api.answer("importUsers", { created: 1, updated: 0, rejected: [] });
  held.release();
  await expect.element(page.getByText("Development: 1 created, 0 updated, 0 refused.")).toBeVisible();
});

it("tells how an import went, imports what was refused once it is mended, with the reasons in sight until then, and shows the users", async () => {
  const api = openUsers();
  const rejected = [{ index: 1, detail: "/id must not be empty" }];
  api.answer("importUsers", { created: 1, updated: 1, rejected } as never);
  await page.getByRole("button", { name: "Import…" }).click();
  const pasted = page.getByRole("textbox", { name: "Or paste" });
  const send = page.getByRole("button", { name: "Import users" });
  await pasted.fill('[{"id":"ana"},{"id":""}]');
  await send.click();
  await expect.element(page.getByText("1 created, 1 updated, 1 refused.")).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "2", exact: true })).toBeVisible();
  await pasted.fill('[{"id":"bea"}]');
  await expect.element(page.getByRole("cell", { name: "id must not be empty", exact: true })).toBeVisible();
  api.answer("importUsers", { created: 1, updated: 0, rejected: [] });
  await send.click();
  await expect.element(page.getByText("1 created, 0 updated, 0 refused.")).toBeVisible();
  expect(api.asked("importUsers").at(-1)).toMatchObject({ body: [{ id: "bea" }] });
  api.answer("listUsers", { data: [ana, { ...ana, id: "bea" }], next: null });
  // Its button is gone; the next one has the focus.
  await expect.element(page.getByRole("button", { name: "Show the users" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "bea" })).toBeVisible();
});

it("says of a text that cannot be read nothing that an earlier one did", async () => {
  const api = openUsers();
  api.answer("importUsers", { created: 1, updated: 0, rejected: [{ index: 1, detail: "no id" }] } as never);
  await page.getByRole("button", { name: "Import…" }).click();
  const pasted = page.getByRole("textbox", { name: "Or paste" });
  await pasted.fill('[{"id":"ana"},{}]');
  await page.getByRole("button", { name: "Import users" }).click();
  await expect.element(page.getByText("1 created, 0 updated, 1 refused.")).toBeVisible();
  await pasted.fill("id;plan");
  await page.getByRole("button", { name: "Import users" }).click();
  await expect.element(page.getByText("Line 1 is not JSON.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("1 created, 0 updated, 1 refused.")).not.toBeInTheDocument();
});

it("imports what was chosen last, whichever file is read first", async () => {
  openUsers();
  await page.getByRole("button", { name: "Import…" }).click();
  let readLarge: (bytes: ArrayBuffer) => void = () => undefined;
  const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
  vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(function (this: Blob) {
    return (this as File).name === "large.json"
      ? new Promise((done) => (readLarge = done))
      : Promise.resolve(bytesOf("of the small"));
  });
  await page.getByLabelText("File").upload(new File(["1"], "large.json"));
  await page.getByLabelText("File").upload(new File(["2"], "small.json"));
  const pasted = page.getByRole("textbox", { name: "Or paste" });
  await expect.element(pasted).toHaveValue("of the small");
  readLarge(bytesOf("of the large"));
  await new Promise((done) => requestAnimationFrame(done));
  await expect.element(pasted).toHaveValue("of the small");
});

it.each(["ana@example.com", "a/b:c+d", "50 % off", "straße?#1"])("opens %s by its address", async (id) => {
  const api = (await fullCinema()).answer("getUser", { ...ana, id }).refuse("explainUser", "internal-error");
  showConsole(api, `users/${encodeURIComponent(id)}`);
  await expect.element(page.getByRole("heading", { level: 1, name: id, exact: true })).toBeVisible();
  await expect.poll(() => api.asked("getUser").at(-1)?.params.userId).toBe(id);
});

it("says of whoever was seen while the clock was ahead that this is ahead of it", async () => {
  const api = openUsers();
  api.answer("listUsers", { data: [{ ...ana, lastSeenAt: "2999-12-04T20:00:00.000Z" }], next: null });
  await page.getByRole("radio", { name: "Users", exact: true }).click();
  await expect.element(page.getByText("ahead of the clock")).toBeVisible();
});

const eva: User = {
  ...ana,
  id: "eva",
  fields: { plan: "gold", alter: 7, land: "AT" },
  labels: ["vip", "a-label-that-is-longer-than-its-column", "third"],
};

it("tells one field and one label from the next, and says how many labels are not shown", async () => {
  const api = openUsers();
  api.answer("listUsers", { data: [eva], next: null });
  const row = page.getByRole("row", { name: "eva" });
  await expect.element(row).toBeVisible();
  const cell = (key: string) => document.querySelector(`.user-rows .col-${key}`);
  await expect.poll(() => cell("fields")?.textContent).toMatch(/^\w+ \w+, \w+ \w+/);
  expect(cell("labels")?.textContent).toBe("vip, a-label-that-is-longer-than-its-column, +1");
  const right = cell("labels")?.getBoundingClientRect().right ?? 0;
  const badges = [...(cell("labels")?.querySelectorAll(".badge, .direction") ?? [])];
  expect(badges).toHaveLength(3);
  for (const badge of badges) {
    const { width, right: end } = badge.getBoundingClientRect();
    expect([width > 10, end <= right]).toEqual([true, true]);
  }
});

it("has something to read and to press for somebody whose id is a space", async () => {
  const one = { ...ana, id: " " };
  const api = openUsers().answer("listUsers", { data: [one], next: null });
  api.answer("getUser", one, '"1"').hold("explainUser");
  await page.getByRole("link", { name: "“ ”" }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "“ ”" })).toBeVisible();
});

it("counts nobody who is being deleted, and says of an empty list that an undo brings them back", async () => {
  openUsers().answer("deleteUser", undefined as never);
  await expect.element(page.getByText("1 user, 0 visitors")).toBeVisible();
  const ofUsers = page.getByRole("navigation").getByRole("link", { name: /^Users/ });
  await expect.element(ofUsers).toHaveTextContent("Users1");
  (page.getByRole("grid", { name: "Users" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{Delete}");
  await expect.element(page.getByRole("heading", { name: "Nobody is left in Development" })).toBeVisible();
  await expect.element(page.getByText("Undo brings back whoever was deleted just now.")).toBeVisible();
  await expect.element(page.getByText("0 users, 0 visitors")).toBeVisible();
  await expect.element(ofUsers).toHaveTextContent("Users0");
  await userEvent.keyboard("z");
  await expect.element(page.getByText("1 user, 0 visitors")).toBeVisible();
});
