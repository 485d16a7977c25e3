import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { networkOf } from "../../../../src/server/http/network-of.ts";
import { outsideOf } from "../../../../src/server/http/outside.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:0DB8:0001:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("tries from %s count for %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ["203.0.113.10", "203.0.113.10"],
  ["203.0.113.10:40001", "203.0.113.10"],
  ["6.6.6.6, 203.0.113.10:40001", "203.0.113.10"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:DB8:0::1]", "2001:db8::1"],
  ["2001:0db8:0:0:0:0:0:0001", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:1.2.3.4", "1.2.3.4"],
  ["::FFFF:102:304", "1.2.3.4"],
  ["0:0:0:0:0:ffff:102:304", "1.2.3.4"],
  ["[::ffff:1.2.3.4]:80", "1.2.3.4"],
  ["unknown", "10.0.0.5"],
  ["_hidden", "10.0.0.5"],
  ["203.0.113.10:40001:1", "10.0.0.5"],
  ["[1.2.3.4]:80", "10.0.0.5"],
  ["[2001:db8::1", "10.0.0.5"],
  ["01.2.3.4", "10.0.0.5"],
  ["1.2.3.4, ", "10.0.0.5"],
  ["", "10.0.0.5"],
])('a trusted proxy that says "%s" speaks for %s', (said, caller) => {
  const { callerOf } = outsideOf({ trustProxy: "10.0.0.0/8" });
  const asked = (remoteAddress: string): string =>
    callerOf({
      headers: { "x-forwarded-for": said },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);
  expect(asked("10.0.0.5")).toBe(caller);
  expect(asked("198.51.100.1")).toBe("198.51.100.1");
});
