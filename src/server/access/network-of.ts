import { isIPv6 } from "node:net";

/** By what tries are counted: an IPv6 address is one of the many that somebody has, so its first half counts. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...last].slice(0, 4).join(":");
}
