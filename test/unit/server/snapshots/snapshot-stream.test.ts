import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { unpack } from "../../../../src/server/snapshots/snapshot-stream.ts";
import { newFolder } from "../../../helpers/server.ts";

const packed = gzipSync(`${JSON.stringify({ understudySnapshot: 1 })}\n${randomBytes(4000).toString("hex")}`);
const damaged = Buffer.concat([packed.subarray(0, 60), Buffer.alloc(300, 0xff), packed.subarray(360)]);

it.each([
  ["another program's zip", Buffer.from("PK\u0003\u0004 and more"), "it is no snapshot of Understudy"],
  ["another program's JSON", Buffer.from('{"hello":[1,2,3]}'), "it is no snapshot of Understudy"],
  ["another program's gzip", gzipSync("hello\nworld\n"), "it is no snapshot of Understudy"],
  ["JSON of another program, packed", gzipSync('{"hello":1}\n'), "it is no snapshot of Understudy"],
  ["what a newer version made", gzipSync('{"understudySnapshot":2}\n'), "a newer Understudy made it"],
  ["half a file", packed.subarray(0, 5), "it ends too early"],
  ["nothing", Buffer.alloc(0), "it ends too early"],
  ["what was damaged on its way", damaged, "it is damaged"],
])("says of %s why it can't be used", async (_what, bytes, words) => {
  await expect(unpack(Readable.from([bytes]), await newFolder())).rejects.toThrow(
    `This snapshot can't be used: ${words}. Nothing was imported.`,
  );
});
