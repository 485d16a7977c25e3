import { OFREPProvider } from "@openfeature/ofrep-provider";
import { type Client, type EvaluationContext, type JsonValue, OpenFeature } from "@openfeature/server-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeHeadline, publish, publishFlags, watchDrama } from "../helpers/flag-model.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let client: Client;

/** The published SDK and provider, as their documentation sets them up; only the address and the key are ours. */
async function clientFor(domain: string, headers: [string, string][]): Promise<Client> {
  await OpenFeature.setProviderAndWait(domain, new OFREPProvider({ baseUrl: server.sdkUrl, headers }));
  return OpenFeature.getClient(domain);
}

beforeAll(async () => {
  server = await startServerHere();
  await publishFlags(server);
  client = await clientFor("development", [["X-API-Key", server.keys.development]]);
});
afterAll(async () => {
  await OpenFeature.close();
  await server?.stop();
  await server?.remove();
});

const gold: EvaluationContext = { targetingKey: "gina", plan: "gold" };

describe("@openfeature/server-sdk with @openfeature/ofrep-provider", () => {
  test("booleans", async () => {
    expect(await client.getBooleanValue("homepage.banner.enabled", false, gold)).toBe(true);
    expect(await client.getBooleanValue("homepage.off.enabled", true, gold)).toBe(false);
    expect(await client.getBooleanValue("homepage.banner.wide", false, gold)).toBe(true);
    expect(await client.getBooleanValue("homepage.body.enabled", false, gold)).toBe(true);
  });

  test("strings, with the details", async () => {
    expect(await client.getStringDetails("homepage.banner.headline", "-", gold)).toMatchObject({
      value: "Hi, Gold",
      reason: "TARGETING_MATCH",
      variant: "Gold members",
      flagMetadata: {
        experienceId: expect.stringMatching(/^exp_/),
        enabled: true,
        revision: expect.any(Number),
      },
    });
  });

  test("numbers", async () => {
    expect(await client.getNumberValue("homepage.banner.size", 0, gold)).toBe(3);
    expect(await client.getNumberValue("homepage.banner.size", 0, { targetingKey: "hal" })).toBe(1.5);
  });

  test("objects and lists", async () => {
    const fallback: JsonValue = { none: true };
    const background = { value: "#c81e4a", opacity: 0.5 };
    expect(await client.getObjectValue("homepage.banner.background", fallback, gold)).toEqual(background);
    expect(await client.getObjectValue("homepage.banner.layout", fallback, gold)).toEqual({ columns: 3 });
    expect(await client.getObjectValue("homepage.banner", fallback, gold)).toMatchObject({
      headline: "Hi, Gold",
      background,
      tags: ["gold", 1],
    });
    expect(await client.getObjectValue<JsonValue>("homepage.banner.tags", [], gold)).toEqual(["gold", 1]);
    expect(await client.getObjectValue<JsonValue>("homepage.body", [], gold)).toEqual(["offer", "promo"]);
  });

  test("reasons", async () => {
    const reason = async (key: string, context: EvaluationContext) =>
      (await client.getBooleanDetails(`homepage.${key}.enabled`, false, context)).reason;
    expect(await reason("banner", gold)).toBe("TARGETING_MATCH");
    expect(await reason("banner", { targetingKey: "hal" })).toBe("DEFAULT");
    expect(await reason("off", gold)).toBe("DISABLED");
    const split = new Set<string | undefined>();
    for (let n = 0; n < 20; n += 1) split.add(await reason("split", { targetingKey: `u${n}` }));
    expect(split).toEqual(new Set(["SPLIT", "DEFAULT"]));
  });

  test("targeting by context", async () => {
    const headline = (context: EvaluationContext) =>
      client.getStringValue("homepage.banner.headline", "-", context);
    expect(await headline({ targetingKey: "ida" })).toBe("Hi");
    expect(await headline({ targetingKey: "ida", plan: "gold" })).toBe("Hi, Gold");
    expect(await headline({ plan: "gold" })).toBe("Hi, Gold");
  });

  test("the events of the stored user count", async () => {
    const context = { targetingKey: "ana" };
    for (const daysAgo of [3, 1, 0]) {
      expect(await client.getStringValue("homepage.banner.headline", "-", context)).toBe("Hi");
      await watchDrama(server, "ana", daysAgo);
    }
    expect(await client.getStringDetails("homepage.banner.headline", "-", context)).toMatchObject({
      value: "More drama",
      variant: "Binge watchers",
    });
  });

  test("a publication shows with the next question", async () => {
    await changeHeadline(server, "Good evening");
    const headline = () =>
      client.getStringValue("homepage.banner.headline", "-", { targetingKey: "published" });
    expect(await headline()).toBe("Hi");
    await publish(server);
    expect(await headline()).toBe("Good evening");
  });
});

interface Details {
  readonly value: unknown;
  readonly errorCode?: string;
  readonly reason?: string;
}

describe("the code's default is what counts", () => {
  const wrong: [string, string, unknown, () => Promise<Details>][] = [
    [
      "a string asked as boolean",
      "TYPE_MISMATCH",
      true,
      () => client.getBooleanDetails("homepage.banner.headline", true, gold),
    ],
    [
      "a number asked as string",
      "TYPE_MISMATCH",
      "mine",
      () => client.getStringDetails("homepage.banner.size", "mine", gold),
    ],
    [
      "an object asked as number",
      "TYPE_MISMATCH",
      7,
      () => client.getNumberDetails("homepage.banner", 7, gold),
    ],
    [
      "a boolean asked as object",
      "TYPE_MISMATCH",
      { mine: 1 },
      () => client.getObjectDetails("homepage.banner.wide", { mine: 1 }, gold),
    ],
    [
      "an unknown flag",
      "FLAG_NOT_FOUND",
      "mine",
      () => client.getStringDetails("homepage.nope", "mine", gold),
    ],
    [
      "an unknown property",
      "FLAG_NOT_FOUND",
      7,
      () => client.getNumberDetails("homepage.banner.nope", 7, gold),
    ],
    [
      "a property without a value",
      "FLAG_NOT_FOUND",
      "mine",
      () => client.getStringDetails("homepage.banner.subtitle", "mine", gold),
    ],
    [
      "a split without a key",
      "TARGETING_KEY_MISSING",
      false,
      () => client.getBooleanDetails("homepage.split.enabled", false, {}),
    ],
    [
      "a bad context",
      "INVALID_CONTEXT",
      false,
      () => client.getBooleanDetails("homepage.banner.enabled", false, { targetingKey: "x".repeat(201) }),
    ],
  ];
  test.each(wrong)("%s: %s", async (_, errorCode, fallback, evaluate) => {
    expect(await evaluate()).toMatchObject({ value: fallback, errorCode, reason: "ERROR" });
  });

  test("where nothing is published, and where the key opens nothing", async () => {
    const staging = await clientFor("staging", [["Authorization", `Bearer ${server.keys.staging}`]]);
    expect(await staging.getBooleanDetails("homepage.banner.enabled", false, gold)).toMatchObject({
      value: false,
      errorCode: "FLAG_NOT_FOUND",
    });
    const stranger = await clientFor("stranger", [["X-API-Key", "us_dev_nope"]]);
    expect(await stranger.getBooleanDetails("homepage.banner.enabled", true, gold)).toMatchObject({
      value: true,
      reason: "ERROR",
    });
  });
});
