import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { GitHubSignIn } from "../../../../src/server/oauth/github-client.ts";

it("reads no answer that has no end", async () => {
  let sent = 0;
  const endless = createServer((_, res) => {
    res.writeHead(200, { "content-type": "application/json" });
    const blanks = Buffer.alloc(1024 ** 2, " ");
    Readable.from(
      (function* () {
        for (; sent < 100; sent += 1) yield blanks;
      })(),
    ).pipe(res);
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const settings = { baseUrl, clientId: "id", clientSecret: "secret" };
  const signIn = new GitHubSignIn(settings, "http://127.0.0.1/oauth/github/callback");
  await expect(signIn.person("code")).rejects.toThrow("more than 1 MiB");
  expect(sent).toBeLessThan(100);
  endless.closeAllConnections();
  endless.close();
});
