import { describe, expect, it } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import { fakePageForEach, fallbacks } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
const client = () => new Client({ apiKey: "us_dev_1", fallbacks });
type Name = "apiKey" | "serviceUrl" | "sessionLock" | "waitTimeMsec";

describe("a setting", () => {
  it("is what the contract says by default", () => {
    const { apiKey, serviceUrl, sessionLock, waitTimeMsec } = new Client({ fallbacks });
    expect({ apiKey, serviceUrl, sessionLock, waitTimeMsec }).toEqual({
      apiKey: null,
      serviceUrl: "http://127.0.0.1:4748",
      sessionLock: true,
      waitTimeMsec: 2000,
    });
  });

  const good: [Name, { given: unknown; want: unknown }][] = [
    ["apiKey", { given: "us_prod_2", want: "us_prod_2" }],
    ["apiKey", { given: null, want: null }],
    ["serviceUrl", { given: "https://sdk.example/", want: "https://sdk.example" }],
    ["serviceUrl", { given: "http://10.0.0.7:4748/under/", want: "http://10.0.0.7:4748/under" }],
    ["sessionLock", { given: false, want: false }],
    ["waitTimeMsec", { given: 0, want: 0 }],
    ["waitTimeMsec", { given: 2 ** 31 - 1, want: 2 ** 31 - 1 }],
  ];
  it.each(good)("%s takes %o", (name, { given, want }) => {
    const one = client();
    Object.assign(one, { [name]: given });
    expect(one[name]).toBe(want);
    expect(page().errors).toEqual([]);
  });

  const bad: [Name, unknown][] = [
    ["apiKey", ""],
    ["apiKey", "  "],
    ["apiKey", "us_dev_\ud800"],
    ["apiKey", 7],
    ["apiKey", undefined],
    ["serviceUrl", "sdk.example"],
    ["serviceUrl", "ftp://sdk.example"],
    ["serviceUrl", "https://me@sdk.example"],
    ["serviceUrl", "https://sdk.example/?a=1"],
    ["serviceUrl", "https://sdk.example/?"],
    ["serviceUrl", "https://sdk.example/#"],
    ["serviceUrl", " https://sdk.example"],
    ["serviceUrl", "https://:secret@sdk.example"],
    ["serviceUrl", "https://sdk.example:99999"],
    ["serviceUrl", new URL("https://sdk.example")],
    ["sessionLock", "false"],
    ["sessionLock", 0],
    ["waitTimeMsec", -1],
    ["waitTimeMsec", 1.5],
    ["waitTimeMsec", Number.NaN],
    ["waitTimeMsec", Number.POSITIVE_INFINITY],
    ["waitTimeMsec", 2 ** 31],
    ["waitTimeMsec", "2000"],
    ["waitTimeMsec", Symbol("wait")],
  ];
  it.each(bad)("%s keeps its old value instead of %o, and says so once", (name, given) => {
    const one = client();
    const before = one[name];
    Object.assign(one, { [name]: given });
    expect(one[name]).toBe(before);
    expect(page().errors).toHaveLength(1);
    expect(page().errors[0]).toContain(`client.${name} must be`);
  });

  it.each([
    ["apiKey", "us_dev_2"],
    ["serviceUrl", "https://other.example"],
  ] as const)("%s stays once the session has started", async (name, value) => {
    const one = client();
    const before = one[name];
    void one.session.start();
    one[name] = value;
    expect(one[name]).toBe(before);
    expect(page().errors[0]).toContain("until the session starts");
  });

  it("tells of missing or broken fallbacks, and still serves", () => {
    const stray = new Client({ fallbacks: { states: "none" } as never });
    expect(stray.session.status).toBe("idle");
    expect(page().errors).toEqual(["[understudy] A client needs fallbacks: those of the generated code."]);
  });
});
