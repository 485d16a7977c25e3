import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Event, pairsMetadata } from "../../../src/core/event.ts";
import { mapMessage } from "../../../src/server/segment/segment-mapping.ts";
import { segmentName } from "../../../src/server/segment/segment-name.ts";

const guide = readFileSync(new URL("../../../docs/segment.md", import.meta.url), "utf8");

test("the guide's table of names is true", () => {
  const rows = [...guide.matchAll(/^ +\| ((?:`[^`]+`,? ?)+?) +\| `([^`]+)` +\|$/gm)];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, names = "", event] of rows) {
    for (const [, name = ""] of names.matchAll(/`([^`]+)`/g))
      expect([name, segmentName(name)]).toEqual([name, event]);
  }
});

test("the guide's event is what its curl call becomes", () => {
  const body = JSON.parse(/-d '([^']+)'/.exec(guide)?.[1] ?? "");
  const told = JSON.parse(/```json\n([\s\S]+?)\n```/.exec(guide)?.[1] ?? "") as Event;
  const item = mapMessage(
    { ...body, type: "track" },
    { receivedAt: Date.parse(told.time), newId: () => told.id, fieldsLocked: false },
  );
  if (item.kind !== "event") throw new Error("the call is refused");
  const { id, name, person, pairs, source, original } = item.event;
  expect({ id, name, userId: person.id, metadata: pairsMetadata(pairs), source, original }).toEqual({
    id: told.id,
    name: told.name,
    userId: told.userId,
    metadata: told.metadata,
    source: told.source,
    original: told.original,
  });
});
