import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Request } from "express";
import { expect, test } from "vitest";
import { readLines } from "../../../../src/server/http/body-lines.ts";

async function linesRead(text: string | Uint8Array, maxBytes: number): Promise<(string | null)[]> {
  const body = new PassThrough().end(gzipSync(text));
  const req = Object.assign(body, {
    headers: { "content-encoding": "gzip" },
    socket: new PassThrough(),
  }) as unknown as Request;
  const lines: (string | null)[] = [];
  for await (const line of readLines(req, 100, maxBytes)) lines.push(line);
  return lines;
}

test("a body of lines has an end, counted once inflated", async () => {
  const text = "a\n".repeat(50_000);
  expect(await linesRead(text, 100_000)).toHaveLength(50_001);
  await expect(linesRead(text, 99_999)).rejects.toMatchObject({ code: "too-large" });
});

test("a line that is not UTF-8 is told as such, and the others are read", async () => {
  const latin1 = Buffer.from("J\xf6rg\nplain\nJ\xfcrg\n", "latin1");
  expect(await linesRead(latin1, 1000)).toEqual([null, "plain", null, ""]);
  expect(await linesRead(Buffer.from("whole\n\u00e9").subarray(0, -1), 1000)).toEqual(["whole", null]);
  const long = "\u20ac".repeat(100);
  expect(await linesRead(`${long}\n${long}`, 1000)).toEqual([long, long]);
  await expect(linesRead(`${long}x\n`, 1000)).rejects.toMatchObject({ code: "too-large" });
});

test("a character may come in two parts", async () => {
  const chunks = [...Buffer.from("a\u20ac\n\u20ac")].map((byte) => Uint8Array.of(byte));
  const req = Object.assign(Readable.from(chunks, { objectMode: false }), {
    headers: {},
    socket: new PassThrough(),
  }) as unknown as Request;
  const lines: (string | null)[] = [];
  for await (const line of readLines(req, 100)) lines.push(line);
  expect(lines).toEqual(["a\u20ac", "\u20ac"]);
});

test.each([0, 1])(
  "nothing is read for a client that has gone after %i lines of a body that came whole",
  async (last) => {
    const lines = 1_000_000;
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const headers = { "content-encoding": "gzip" };
    const sent = request({ port, method: "POST", headers }).on("error", () => undefined);
    sent.end(gzipSync("\n".repeat(lines)));
    const [req] = (await once(server, "request")) as [Request];
    let read = 0;
    const leave = async () => {
      sent.destroy();
      await once(req.socket, "close");
    };
    const reading = async () => {
      if (last === 0) await leave();
      for await (const _ of readLines(req, 100)) {
        read += 1;
        if (read === last) await leave();
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: "invalid-request" });
    expect(read).toBeLessThan(lines);
    server.close();
  },
);
