import { Problem } from "../../src/core/problem.ts";
import type { EnvironmentRef } from "../../src/core/refs.ts";
import type { IngestItem } from "../../src/server/store/events.ts";
import type { Store } from "../../src/server/store/ports.ts";

export const environment = { spaceId: "spc_1", environment: "development" } as const;
export const start = Date.parse("2026-11-01T00:00:00Z");

/** An event of a user. */
export const by = (person: string, id: string, original?: string): IngestItem & { kind: "event" } => ({
  kind: "event",
  event: {
    id,
    name: "movie/watched",
    person: { kind: "known", id: person },
    time: start,
    sessionId: null,
    experienceId: null,
    pairs: [],
    source: "sdk",
    sdk: { name: "browser", version: "1.0.0" },
    original,
  },
});

/** What is written into the store that is open, and read of it. */
export const writesInto = (store: () => Store) => ({
  ingest: (items: readonly IngestItem[], receivedAt = start, ref: EnvironmentRef = environment) =>
    store().log.append({ environment: ref, receivedAt, items }),
  save: (id: string, fields: Record<string, string> = {}) =>
    store().users.save({
      environment,
      mode: "replace",
      person: { kind: "known", id },
      fields,
      at: start,
      precondition: null,
    }),
  user: (id: string) => store().users.find({ environment, id, kind: "known" }),
});

/** What speaks against a write: a problem's code, else the error itself. */
export const code = (error: unknown) => (error instanceof Problem ? error.code : error);
