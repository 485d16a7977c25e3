import { device, pairing, pairingCreate } from "../pairing.ts";
import { page, pageQuery } from "../primitives.ts";
import type { RouteSpec } from "../route.ts";

/** Phones and TVs that were paired, each with a key of its own. */
export const devicesApi = {
  createPairing: {
    method: "post",
    path: "/v2/pairings",
    tag: "Devices",
    summary: "Create a code that pairs one device, and open the SDK plane to the local network",
    access: "account",
    body: pairingCreate,
    status: [201],
    answer: pairing,
    secret: true,
    problems: ["forbidden", "not-found"],
  },
  listDevices: {
    method: "get",
    path: "/v2/devices",
    tag: "Devices",
    summary: "List paired devices, newest first",
    access: "account",
    query: pageQuery,
    status: [200],
    answer: page(device),
  },
  deleteDevice: {
    method: "delete",
    path: "/v2/devices/:deviceId",
    tag: "Devices",
    summary: "Disconnect a device: its key ends, and what it has open",
    access: "account",
    status: [204],
    problems: ["forbidden"],
  },
} as const satisfies Record<string, RouteSpec>;
