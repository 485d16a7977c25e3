import { expect, it } from "vitest";
import { murmur3 } from "../../../../src/core/targeting/murmur3.ts";

it.each([
  ["", 0],
  ["test", 0xba6bd213],
  ["Hello, world!", 0xc0363e43],
  ["hello", 0x248bfa47],
  ["hello, world", 0x149bbb7f],
  ["The quick brown fox jumps over the lazy dog.", 0xd5c48bfc],
  ["19 Jan 2038 at 3:14:07 AM", 0xe31e8a70],
])("%s", (text, want) => {
  expect(murmur3(text).toString(16)).toBe(want.toString(16));
});
