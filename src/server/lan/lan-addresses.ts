import { networkInterfaces } from "node:os";

/** Adapters that only this machine or its guests see: bridges, tunnels, containers. */
const virtual =
  /^(lo|docker|br-|veth|virbr|vmnet|vbox|utun|tun|tap|wg|tailscale|zt|awdl|llw|bridge|ifb|dummy)/i;

/** This machine's IPv4 addresses in its local networks, on physical adapters. */
export function lanAddresses(): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => !virtual.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(
      (address) => address.family === "IPv4" && !address.internal && !address.address.startsWith("169.254."),
    )
    .map((address) => address.address);
}
