import { afterEach, expect, it, vi } from "vitest";
import { problemType } from "../../../../src/core/problem.ts";
import { type Console, createConsole } from "../../../../src/renderer/app/create-console.ts";
import { PartActions } from "../../../../src/renderer/collections/part-actions.ts";
import { deleteUser } from "../../../../src/renderer/users/user-list.ts";
import { collection, experience, section } from "../collections/fakes.ts";
import { memoryStorage } from "./fake-pages.ts";

afterEach(() => vi.unstubAllGlobals());

const all = [
  "experience/spc_1/col_home/exp_hero",
  "experience/spc_1/col_home/exp_promo",
  "experience/spc_1/col_other/exp_far",
  "persona/spc_1/per_1",
  "section/spc_1/col_home/sec_body",
  "tribe/spc_1/new",
  "tribe/spc_1/trb_1",
  "type/spc_1/typ_1",
  "user/spc_1/staging/known/ana",
  "user/spc_1/staging/known/ana/b",
  "user/spc_1/staging/known/spc_1",
  "user/spc_1/staging/visitor/ana",
  "user/spc_1/staging/visitor/trb_1",
  "user/spc_2/staging/known/ana",
];
const body = section("body", [experience("promo")]);
const home = collection("home", { experiences: [experience("hero")], sections: [body] });
const actions = (console: Console) => new PartActions(console, "spc_1");
const gone = async () => undefined;
const one = (id: string) => ({ id, name: id }) as never;

/** A console of a browser in which a closed page left edits of everything, and this page one of the Tribe. */
function opened(status: number) {
  const storage = memoryStorage();
  const edit = JSON.stringify({ etag: null, edit: { name: "New" }, base: {} });
  for (const key of all) storage.setItem(`understudy:unsaved:closed:${key}`, edit);
  vi.stubGlobal("fetch", async () =>
    status === 204
      ? new Response(null, { status })
      : Response.json(
          { status, code: "not-found", detail: "Gone." },
          { status, headers: { "Content-Type": problemType } },
        ),
  );
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal("navigator", {});
  const console = createConsole();
  console.kept.keep("tribe/spc_1/trb_1", { etag: null, edit: {} });
  return console;
}

const place = { spaceId: "spc_1", environment: "staging" } as const;

it.each<readonly [what: string, remove: (console: Console) => void, edits: RegExp]>([
  ["a Collection", (console) => actions(console).deleteCollection(home), /col_home/],
  [
    "a Section with its Experiences",
    (console) => actions(console).deletePart({ kind: "section", collection: home, section: body }),
    /sec_body|exp_promo/,
  ],
  [
    "an Experience",
    (console) =>
      actions(console).deletePart({
        kind: "experience",
        collection: home,
        section: null,
        experience: experience("hero"),
      }),
    /exp_hero/,
  ],
  [
    "a persona",
    (console) => console.personas.delete(console.removals, "spc_1", one("per_1"), gone),
    /^persona/,
  ],
  [
    "a Tribe",
    (console) => console.tribes.delete(console.removals, "spc_1", one("trb_1"), gone),
    /^tribe\/spc_1\/trb_1$/,
  ],
  ["a type", (console) => console.types.delete(console.removals, "spc_1", one("typ_1"), gone), /^type/],
  [
    "a user",
    (console) => deleteUser(console, place, { id: "ana", kind: "known" }),
    /^user\/spc_1\/staging\/known\/ana$/,
  ],
  ["a Space", (console) => void console.saved.forgetAllOf("spc_1"), /^\w+\/spc_1\//],
])("%s takes the edits along that were kept of it, and no others", async (_what, remove, edits) => {
  for (const status of [204, 404]) {
    const console = opened(status);
    await console.kept.adopt();
    remove(console);
    expect(console.kept.keys().toSorted()).toEqual(all);
    console.removals.settleAll();
    await expect.poll(() => console.kept.keys().toSorted()).toEqual(all.filter((key) => !edits.test(key)));
    console.removals.settleAll();
  }
});

it("a deletion that is undone leaves them", async () => {
  const console = opened(204);
  await console.kept.adopt();
  actions(console).deleteCollection(home);
  console.removals.undo(home.id);
  console.removals.settleAll();
  await new Promise((resolve) => setImmediate(resolve));
  expect(console.kept.keys().toSorted()).toEqual(all);
});
