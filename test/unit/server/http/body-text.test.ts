import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Request } from "express";
import { expect, test } from "vitest";
import { readText } from "../../../../src/server/http/body-text.ts";
import { collectGarbage } from "../../../helpers/collect-garbage.ts";

const held = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test("a body that comes in pieces of a byte takes no more memory than its bytes, or some times that", async () => {
  const bytes = 100_000;
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  const [req] = (await once(server, "request")) as [IncomingMessage];
  const text = readText(req as Request, bytes);
  const before = held();
  const sent = "1\r\nx\r\n".repeat(bytes);
  const start = req.socket.bytesRead;
  client.write(sent);
  await expect.poll(() => req.socket.bytesRead - start).toBe(sent.length);
  await new Promise((resolve) => setImmediate(resolve));
  // As pieces they would take 300 bytes each.
  expect((held() - before) / bytes).toBeLessThan(50);
  client.end("0\r\n\r\n");
  expect(await text).toBe("x".repeat(bytes));
  server.close();
});
