import { isIP, isIPv6 } from "node:net";

/**
 * An address in the one form in which it is compared and counted: without brackets, port and zone, and as IPv4 where IPv6 only
 * wraps it. Null for what is no address.
 */
export function plainAddress(text: string): string | null {
  const [, bracketed, v4, bare = ""] =
    /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+|(.*))$/.exec(text.trim()) ?? [];
  const [address = ""] = (bracketed ?? v4 ?? bare).split("%");
  if (isIP(address) !== 6) return isIP(address) === 4 && bracketed === undefined ? address : null;
  // URL writes a host in one way: shortest, in lower case, without dots.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.flatMap((one) => [one >> 8, one & 0xff]).join(".");
}

/** What tries are counted by. Somebody with IPv6 has many addresses that share the first half, so only that counts. */
export function networkOf(text: string): string {
  const address = plainAddress(text) ?? text;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...last].slice(0, 4).join(":");
}
