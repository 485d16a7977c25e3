import { createReadStream } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { CliError } from "../../../src/cli/cli-error.ts";
import { untilReadable } from "../../../src/cli/readable-file.ts";

test("waits for the first of it, or for its end", async () => {
  const something = new PassThrough();
  something.write("a");
  await untilReadable(something, "-");
  await untilReadable(Readable.from([]), "-");
});

test.each([
  [`${import.meta.dirname}/no-such-file`, "it is not there"],
  [import.meta.dirname, "it is a folder"],
])("what can't be read is named: %s", async (file, why) => {
  const refused = untilReadable(createReadStream(file), file);
  await expect(refused).rejects.toThrow(`${file} can't be read: ${why}.`);
  await expect(refused).rejects.toBeInstanceOf(CliError);
});

test("a signal ends the wait for somebody who types nothing", async () => {
  const stop = new AbortController();
  const waiting = untilReadable(new PassThrough(), "-", stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
