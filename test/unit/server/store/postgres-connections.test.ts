import { createServer, type Server } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { Database, isAway } from "../../../../src/server/store/postgres/database.ts";
import { PostgresStore } from "../../../../src/server/store/postgres/postgres-store.ts";

let server: Server;
afterEach(() => void server?.close());
afterEach(() => vi.restoreAllMocks());

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const isIn = message("R", Buffer.alloc(4));
const isReady = message("Z", Buffer.from("I"));
const isEnding = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));

it("a connection that is ended with the very bytes that make it ready ends nothing else", async () => {
  server = createServer((socket) => {
    socket.once("data", () => socket.end(Buffer.concat([isIn, isReady, isEnding])));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const database = new Database(`postgresql://somebody@127.0.0.1:${port}/any`);
  const failure = await database.rows("SELECT 1").catch((error: unknown) => error);
  expect(isAway(failure)).toBe(true);
  await database.close();
});

it("a clock that is set back makes nobody wait longer for a database that is away", async () => {
  const opening = PostgresStore.open("postgresql://somebody@127.0.0.1:1/any", {
    patience: 50,
    onWaiting: () => vi.spyOn(Date, "now").mockReturnValue(0),
  });
  await expect(opening).rejects.toThrow("Is it running");
});
