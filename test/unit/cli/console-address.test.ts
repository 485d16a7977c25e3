import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { askForConsole } from "../../../src/cli/console-address.ts";

let server: Server;
let asked: IncomingMessage | undefined;

async function copyThatAnswers(status: number, body: string) {
  server = createServer((request, response) => {
    asked = request;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const platformUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { pid: 7, platformUrl, sdkUrl: "http://127.0.0.1:1", startedAt: "", version: "", token: "t0ken" };
}
afterEach(() => server.close());

describe("askForConsole", () => {
  it("asks as the person who runs the copy", async () => {
    const copy = await copyThatAnswers(200, '{"url":"http://127.0.0.1:1/console"}');
    expect(await askForConsole(copy)).toBe("http://127.0.0.1:1/console");
    expect(asked).toMatchObject({ method: "POST", url: "/v2/console/launch" });
    expect(asked?.headers.authorization).toBe("Bearer t0ken");
  });

  it.each([
    [401, '{"code":"unauthorized"}', "it answered 401"],
    [200, "{}", "it answered 200"],
    [200, "<html>", "JSON"],
  ])("says what a copy answered with %i %s", async (status, body, says) => {
    const copy = await copyThatAnswers(status, body);
    await expect(askForConsole(copy)).rejects.toThrow(says);
  });
});
