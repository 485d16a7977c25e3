import { ApiProblem } from "../../../../src/renderer/api/api-problem.ts";
import type { Tagged } from "../../../../src/renderer/api/client.ts";
import { SavedObject } from "../../../../src/renderer/saved/saved-object.ts";
import { lonePage, memoryStorage } from "./fake-pages.ts";

export interface Thing {
  readonly name: string;
  readonly size: number;
}

export const problem = (status: number, code: string, detail: string) =>
  new ApiProblem({ type: "about:blank", title: code, status, code, detail, instance: "/" });

/** A server of one thing: versions are its tags; a test makes writes fail: those that are `failing` in turn, else all. */
export function fakeServer(thing: Thing) {
  const server = {
    thing,
    version: 1,
    tries: 0,
    writes: [] as Partial<Thing>[],
    failing: [] as Error[],
    failure: null as Error | null,
    hold: null as Promise<void> | null,
    tagged: (): Tagged<Thing> => ({ answer: server.thing, etag: `"${server.version}"` }),
    changeElsewhere: (edit: Partial<Thing>) => {
      server.thing = { ...server.thing, ...edit };
      server.version += 1;
    },
  };
  const port = {
    key: "thing",
    get: async () => server.tagged(),
    patch: async (edit: Partial<Thing>, { ifMatch }: { readonly ifMatch: string | undefined }) => {
      server.tries += 1;
      await server.hold;
      const failure = server.failing.shift() ?? server.failure;
      if (failure !== null) throw failure;
      if (ifMatch !== `"${server.version}"`) throw problem(412, "stale", "It was changed since.");
      server.writes.push(edit);
      server.changeElsewhere(edit);
      return server.tagged();
    },
    check: (edit: Partial<Thing>) =>
      edit.name === "" ? [{ path: "/name", detail: "must not be empty" }] : [],
  };
  return { server, port };
}

export async function opened(storage = memoryStorage()) {
  const { server, port } = fakeServer({ name: "Hero", size: 1 });
  const saved = new SavedObject<Thing>(port, { kept: lonePage(storage), delay: 0 });
  await saved.load();
  const shown = () => saved.store.getState().value;
  const state = () => saved.store.getState().saving.state;
  return { server, port, saved, storage, shown, state };
}
