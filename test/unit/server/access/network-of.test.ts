import { expect, it } from "vitest";
import { networkOf } from "../../../../src/server/access/network-of.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
])("tries from %s count for %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
