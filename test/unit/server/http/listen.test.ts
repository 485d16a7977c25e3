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

it("says which ports it tried where none is free", async () => {
  const tried: number[] = [];
  const taken = () => {
    const server = createServer();
    server.listen = ((place: { port: number }) => {
      tried.push(place.port);
      return server.emit("error", Object.assign(new Error("in use"), { code: "EADDRINUSE" }));
    }) as never;
    return server;
  };
  const plane = { create: taken, plane: "SDK", defaultPort: 4748 };
  await expect(listenFor({ ...plane, port: undefined })).rejects.toThrow(
    "No port from 4748 on is free for the SDK plane. Name one.",
  );
  expect([tried.length, tried[0], tried.at(-1)]).toEqual([50, 4748, 4797]);
  await expect(listenFor({ ...plane, port: 5_000 })).rejects.toThrow(
    "Port 5000 for the SDK plane is taken. Name a free one, or 0 for any.",
  );
});
