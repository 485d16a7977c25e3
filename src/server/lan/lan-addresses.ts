import { networkInterfaces } from "node:os";

/**
 * Names of adapters that only this machine or its guests see, or that lead to another network: bridges of containers and virtual
 * machines, tunnels. A plain `br0` may be the one that this machine is in its network by.
 */
const virtual = new RegExp(
  `^(?:${[
    "lo\\d*$|loopback|dummy|ifb|awdl|llw|bridge|anpi",
    "docker|br-|veth|virbr|vnet|vmnet|vmware|vbox|virtualbox|podman|cni|lxcbr|lxdbr|incusbr|flannel|cali|cilium|kube",
    "utun|tun|tap|wg|ppp|ipsec|gif|stf|tailscale|zt|zerotier|nebula|nordlynx|proton|mullvad|gpd|cscotun|cloudflarewarp|openvpn",
  ].join("|")})`,
  "i",
);

/** Whether an adapter is one by which this machine is in a local network, by its name. */
export const isPhysical = (name: string): boolean => !virtual.test(name);

/** This machine's IPv4 addresses in its local networks, on physical adapters. */
export function lanAddresses(): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => isPhysical(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(
      (address) => address.family === "IPv4" && !address.internal && !address.address.startsWith("169.254."),
    )
    .map((address) => address.address);
}
