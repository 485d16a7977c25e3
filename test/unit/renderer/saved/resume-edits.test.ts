import { afterEach, expect, it, vi } from "vitest";
import { createConsole } from "../../../../src/renderer/app/create-console.ts";
import { resumeEdits } from "../../../../src/renderer/app/resume-edits.ts";
import { experience } from "../collections/fakes.ts";
import { memoryStorage } from "./fake-pages.ts";

afterEach(() => vi.unstubAllGlobals());

const kept = (edit: object, base: object, more = {}) =>
  JSON.stringify({ etag: '"0"', edit, base, name: "Left", ...more });

it("goes on with every edit that was left in a Space, each by its own route, and with none of another Space", async () => {
  const storage = memoryStorage();
  const left = (key: string, edit: object, base: object, more = {}) =>
    storage.setItem(`understudy:unsaved:closed:${key}`, kept(edit, base, more));
  left("experience/spc_1/col_1/exp_hero", { name: "New" }, { name: "hero" });
  left("section/spc_1/col_1/sec_1", { name: "New" }, { name: "hero" });
  left("type/spc_1/typ_1", { name: "New" }, { name: "hero" }, { asked: true });
  left("type/spc_1/typ_2", { name: "Not asked for" }, { name: "hero" });
  left("persona/spc_1/per_1", { name: "New" }, { name: "hero" });
  left("user/spc_1/staging/visitor/a/b", { labels: ["new"] }, { labels: [] });
  left("tribe/spc_1/new", { content: {} }, {});
  left("experience/spc_2/col_1/exp_far", { name: "New" }, { name: "hero" });
  const requests: string[] = [];
  const fetcher = async (address: string, { method }: RequestInit) => {
    requests.push(`${method} ${address.replace("/v2/spaces/spc_1/", "")}`);
    const value = { ...experience("hero", { name: "hero" }), labels: [], fields: {}, user: { fields: {} } };
    return Response.json(value, { headers: { ETag: '"1"' } });
  };
  vi.stubGlobal("fetch", fetcher);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("navigator", {});
  const console = createConsole();
  const leftThere = ["experience/spc_2/col_1/exp_far", "tribe/spc_1/new", "type/spc_1/typ_2"];
  await resumeEdits(console, "spc_1");
  await expect.poll(() => console.kept.keys()).toEqual(leftThere);
  const written = requests.filter((one) => one.startsWith("PATCH")).toSorted();
  expect(written).toEqual([
    "PATCH collections/col_1/experiences/exp_hero",
    "PATCH collections/col_1/sections/sec_1",
    "PATCH environments/staging/users/a%2Fb?kind=visitor",
    "PATCH experience-types/typ_1",
    "PATCH personas/per_1",
  ]);
});

it("sends nothing that another account has typed", async () => {
  const storage = memoryStorage();
  const name = "understudy:unsaved:closed@acc_ana:experience/spc_1/col_1/exp_hero";
  storage.setItem(name, kept({ name: "Ana's" }, { name: "hero" }));
  const fetcher = vi.fn<typeof fetch>();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("navigator", {});
  const console = createConsole(fetcher);
  const account = { id: "acc_ben", name: "Ben", email: null };
  const me = { account, organizations: [], workspaceRole: null, hasPassphrase: true };
  console.session.setState({ phase: "signed-in", me }, true);
  await resumeEdits(console, "spc_1");
  expect([console.kept.keys(), fetcher.mock.calls, [...storage.kept.keys()]]).toEqual([[], [], [name]]);
  console.session.setState(
    { phase: "signed-in", me: { ...me, account: { ...account, id: "acc_ana" } } },
    true,
  );
  await console.kept.adopt();
  expect(console.kept.keys()).toEqual(["experience/spc_1/col_1/exp_hero"]);
});
