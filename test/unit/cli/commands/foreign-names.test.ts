import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { audit } from "../../../../src/cli/commands/audit.ts";
import { eventLine } from "../../../../src/cli/commands/events-tail.ts";
import { publish } from "../../../../src/cli/commands/publish.ts";
import { listSnapshots } from "../../../../src/cli/commands/snapshot.ts";
import { test as testPersonas } from "../../../../src/cli/commands/test.ts";
import { whoami } from "../../../../src/cli/commands/whoami.ts";
import { print } from "../../../../src/cli/output.ts";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";
import { auditEntry } from "../../../../src/core/audit.ts";
import { event } from "../../../../src/core/event.ts";
import { snapshot } from "../../../../src/core/snapshot.ts";

/** What could pass for a line of its own, or for a colour of ours. */
const forged = "eve\nFORGED\u0085\t\u2028\u001b[31mred\u001b[0m\u200f";
const seen = "eve\\u000aFORGED\\u0085\\u0009\\u2028\\u001b[31mred\\u001b[0m\\u200f";

let isTerminal: boolean;
beforeEach(() => {
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "us_pat_somebody");
  vi.stubEnv("NO_COLOR", "");
  isTerminal = process.stdout.isTTY;
  process.stdout.isTTY = true;
});
afterEach(() => {
  process.stdout.isTTY = isTerminal;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const example = (shape: { meta(): object | undefined }) => (shape.meta() as { example: object }).example;
const at = "2026-11-20T09:00:00.000Z";
const by = { time: at, receivedAt: at };
const sent = {
  id: "e1",
  sequence: 1,
  name: "a/b",
  source: "sdk",
  metadata: { pair1: { key: "k", value: forged } },
  ...by,
};
const personas = [
  { id: "p1", name: forged, passed: true, outcomes: [] },
  {
    id: "p2",
    name: "p2",
    passed: false,

    outcomes: [{ kind: "tribe", id: "t", name: forged, expected: true, actual: false, passed: false }],
  },
];
const run = { at, environment: "staging", content: "published", passed: 1, failed: 1, personas };
const affected = { checked: 1, changed: 1, sampled: false, of: 1, at };

test.each<[string, () => unknown, object]>([
  [
    "audit",
    () => audit({}),
    { data: [{ ...example(auditEntry), account: { id: "acc_1", name: forged } }], next: null },
  ],
  [
    "events tail",
    () => print(eventLine(event.parse({ ...example(event), ...sent, userId: forged, status: "accepted" }))),
    {},
  ],
  [
    "publish --dry-run",
    () => publish({ collection: "c", environment: "staging", space: "s", dryRun: true }),
    {
      diff: [],
      affected: { ...affected, sample: [{ userId: forged, experience: "c.e", before: null, after: null }] },
    },
  ],
  ["snapshot list", () => listSnapshots({}), { data: [{ ...example(snapshot), name: forged }], next: null }],
  ["test", () => testPersonas({ environment: "staging", content: "published", space: "s" }), run],
  [
    "whoami",
    () => whoami({}),
    { account: { id: "acc_1", name: forged, email: null }, organizations: [], workspaceRole: null },
  ],
])("%s shows a name that looks like a line of its own as what it is", async (_, command, answer) => {
  vi.spyOn(PlatformClient.prototype, "ask").mockResolvedValue(answer as never);
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await command();
  const printed = out.mock.calls.map(([text]) => text).join("");
  expect(printed).toContain(seen);
  expect(printed).not.toContain("\nFORGED");
  expect(printed).not.toContain("\u001b[31mred");
});
