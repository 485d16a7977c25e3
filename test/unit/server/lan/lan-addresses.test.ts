import { expect, test } from "vitest";
import { isPhysical } from "../../../../src/server/lan/lan-addresses.ts";

test.each([
  ...["eth0", "enp3s0", "wlp2s0", "en0", "bond0", "br0", "eno1.20", "Ethernet", "Wi-Fi", "WLAN"],
  ...["Local Area Connection", "Local Area Connection (2)", "LAN-Verbindung", "lom1"],
])("%s leads to a local network", (name) => expect(isPhysical(name)).toBe(true));

test.each([
  ...[
    "lo",
    "lo0",
    "Loopback Pseudo-Interface 1",
    "docker0",
    "br-1a2b3c",
    "veth12",
    "vEthernet (WSL)",
    "virbr0",
    "vnet0",
  ],
  ...[
    "podman0",
    "cni0",
    "cni-podman0",
    "lxcbr0",
    "lxdbr0",
    "incusbr0",
    "flannel.1",
    "cali1234",
    "vmnet8",
    "vboxnet0",
  ],
  ...[
    "VirtualBox Host-Only Network",
    "VMware Network Adapter VMnet8",
    "utun3",
    "tun0",
    "tap0",
    "wg0",
    "ppp0",
    "ipsec0",
  ],
  ...["tailscale0", "ZeroTier One", "nebula1", "nordlynx", "proton0", "gpd0", "cscotun0", "CloudflareWARP"],
  "OpenVPN TAP-Windows6",
])("%s does not", (name) => expect(isPhysical(name)).toBe(false));
