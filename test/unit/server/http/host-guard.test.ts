import { expect, test } from "vitest";
import { isOwnOrigin } from "../../../../src/server/http/host-guard.ts";

const lan = new Set(["192.168.1.5"]);

test.each([
  ["http://localhost:5173", true],
  ["https://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["http://192.168.1.5:4748", true],
  ["http://192.168.1.5:5173", true],
  ["http://192.168.1.6:5173", false],
  ["http://192.168.1.5.example.com", false],
  ["http://localhost.example.com", false],
  ["null", false],
])("a page at %s is one of this machine's: %s", (origin, own) => {
  expect(isOwnOrigin(origin, lan)).toBe(own);
});

test("without the local network only loopback is", () => {
  expect(isOwnOrigin("http://192.168.1.5:4748", new Set())).toBe(false);
});
