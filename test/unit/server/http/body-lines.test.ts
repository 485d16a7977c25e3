import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Request } from "express";
import { expect, test } from "vitest";
import { readLines } from "../../../../src/server/http/body-lines.ts";

async function linesRead(text: string, maxBytes: number): Promise<string[]> {
  const body = new PassThrough().end(gzipSync(text));
  const req = Object.assign(body, { headers: { "content-encoding": "gzip" } }) as unknown as Request;
  const lines: string[] = [];
  for await (const line of readLines(req, 100, maxBytes)) lines.push(line);
  return lines;
}

test("a body of lines has an end, counted once inflated", async () => {
  const text = "a\n".repeat(50_000);
  expect(await linesRead(text, 100_000)).toHaveLength(50_001);
  await expect(linesRead(text, 99_999)).rejects.toMatchObject({ code: "too-large" });
});
