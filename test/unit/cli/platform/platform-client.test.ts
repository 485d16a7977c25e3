import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { CliError } from "../../../../src/cli/cli-error.ts";
import { connect, PlatformClient } from "../../../../src/cli/platform/platform-client.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const first = { path: "/1/time", detail: "is missing" };
const second = { path: "/3", detail: "is not JSON" };
const whole = { path: "", detail: "is too long" };

it.each([
  ["one, which the detail is", "/1/time is missing", [first], "/1/time is missing"],
  [
    "more than the detail has",
    "/1/time is missing (and 2 more)",
    [first, second, whole],
    "/1/time is missing (and 2 more)\n  /3 is not JSON\n  The whole is too long",
  ],
  ["one beside the detail", "It is not valid.", [second], "It is not valid.\n  /3 is not JSON"],
])("names every error of a refusal: %s", async (_, detail, errors, message) => {
  const problem = { type: "t", title: "t", status: 400, instance: "/", code: "invalid-body", detail, errors };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(problem, { status: 400 }));
  const client = new PlatformClient("http://platform.test", "token");
  const refused = new CliError(message, { code: "invalid-body", status: 400, errors });
  await expect(client.ask("POST", "/", { answer: z.unknown() })).rejects.toEqual(refused);
  const error = await client.open({ method: "post" }, "/", {}).catch((thrown: CliError) => thrown);
  expect((error as CliError).details).toEqual(refused.details);
});

it("goes on with the sign-in's next token once the first has ended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-config-"));
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", folder);
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "");
  const signIn = (accessToken: string) => {
    const one = { accessToken, refreshToken: null, expiresAt: "2999-01-01T00:00:00.000Z" };
    const platforms = { "http://platform.test": one };
    writeFileSync(join(folder, "sign-ins.json"), JSON.stringify({ version: 1, platforms }));
  };
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({}));
  signIn("first");
  const client = await connect();
  await client.ask("GET", "/", { answer: z.unknown() });
  signIn("second");
  await client.ask("GET", "/", { answer: z.unknown() });
  await client.open({ method: "delete" }, "/", {});
  const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
  expect(sent).toEqual(["Bearer first", "Bearer second", "Bearer second"]);
  rmSync(folder, { recursive: true });
});
