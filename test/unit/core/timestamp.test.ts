import { expect, test } from "vitest";
import { timestamp } from "../../../src/core/primitives.ts";

test.each<[string, string | null]>([
  ["2026-11-20T14:32:06Z", "2026-11-20T14:32:06Z"],
  ["2026-11-20t14:32:06.240z", "2026-11-20T14:32:06.240Z"],
  ["2026-11-20t14:32:06+02:00", "2026-11-20T12:32:06.000Z"],
  ["2026-01-01T00:30:00.5+01:00", "2025-12-31T23:30:00.500Z"],
  ["2026-11-20T14:32:06-00:00", "2026-11-20T14:32:06.000Z"],
  ["2026-11-20T14:32:06.123456Z", "2026-11-20T14:32:06.123456Z"],
  ["2026-11-20 14:32:06Z", null],
  ["2026-11-20T14:32:06", null],
  ["zt", null],
  ["0000-01-01T00:00:00+01:00", null],
])("the time %s is kept as %s", (sent, kept) => {
  expect(timestamp.safeParse(sent).data ?? null).toBe(kept);
});

test.each([[undefined], [null], [5], [{}], ["soon"]])("%s is no time, said once", (value) => {
  expect(timestamp.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
    "must be an RFC 3339 time such as 2026-11-20T14:32:06Z",
  ]);
});
