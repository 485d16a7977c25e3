import { createServer, type Server } from "node:http";
import { afterEach, expect, it } from "vitest";
import { listenFor } from "../../../../src/server/http/listen.ts";

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

const create = () => {
  const server = createServer();
  opened.push(server);
  return server;
};

it("takes the usual port where it is free, without a word, and else the default one or the next", async () => {
  const plane = { create, plane: "SDK", defaultPort: 4748 };
  const any = await listenFor({ ...plane, port: 0 });
  const elsewhere = await listenFor({ ...plane, port: undefined, usual: any.port });
  expect(elsewhere.port).not.toBe(any.port);
  for (const server of any.servers) await new Promise((resolve) => server.close(resolve));
  const again = await listenFor({ ...plane, port: undefined, usual: any.port });
  expect([again.port, again.notice]).toEqual([any.port, null]);
});
