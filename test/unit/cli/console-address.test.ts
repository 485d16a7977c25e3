import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askForConsole } from "../../../src/cli/console-address.ts";

let given = "";
const server = createServer((_req, res) => res.end(JSON.stringify({ url: given })));
let platformUrl = "";
beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  platformUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const ask = () =>
  askForConsole({ pid: 1, platformUrl, sdkUrl: platformUrl, startedAt: "", version: "", token: "t" });

it("gives the console's address", async () => {
  given = `${platformUrl}/launch?token=abc`;
  expect(await ask()).toBe(given);
});

it.each(["file:///etc/passwd", "http://example.com/launch?token=abc", "javascript:alert(1)"])(
  "gives nothing to open where a copy names %s",
  async (url) => {
    given = url;
    await expect(ask()).rejects.toThrow("what it gave is not its own");
  },
);
