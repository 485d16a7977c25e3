import type { Request } from "express";
import { Problem } from "../../core/problem.ts";
import type { Caller } from "../access/caller.ts";
import { findSpace } from "../access/platform-context.ts";
import { pageOf } from "../http/page-of.ts";
import type { LanAccess } from "../lan/lan-access.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names = "createPairing" | "listDevices" | "deleteDevice";

export function deviceRoutes(
  { devices, workspace }: Services,
  lan: LanAccess,
  sdkUrl: () => string,
): Pick<PlatformHandlers, Names> {
  const sees = (caller: Caller) => (spaceId: string) => {
    const space = workspace.findSpace(spaceId)?.data.space;
    return space !== undefined && caller.roleIn(space.orgId) !== null;
  };
  return {
    createPairing: async ({ context: { caller }, body }) => {
      const { id, orgId } = findSpace(workspace, caller, body.spaceId).data.space;
      caller.assertRole(orgId, "editor", "Space");
      // Behind a public address there is nothing to open.
      if (new URL(sdkUrl()).hostname === "127.0.0.1") await openLan(lan, caller);
      const offer = await devices.offer(
        { spaceId: id, environment: body.environment },
        { accountId: caller.account.id, endsWith: caller.by },
      );
      return { body: { ...offer, url: `${lan.urls[0] ?? sdkUrl()}/demo?pair=${offer.code}` } };
    },
    listDevices: ({ context: { caller }, query }) => ({
      body: pageOf(devices.list(sees(caller)), ({ id }) => id, query),
    }),
    deleteDevice: async ({ context: { caller }, params }) => {
      const space = workspace.findSpace(devices.spaceOf(params.deviceId) ?? "")?.data.space;
      if (space === undefined || caller.roleIn(space.orgId) === null)
        throw new Problem("not-found", "There is no such device.");
      caller.assertRole(space.orgId, "editor", "device");
      await devices.disconnect(params.deviceId);
      return {};
    },
  };
}

/** Opens the SDK plane to the local network where it is not yet; without a network, devices on this computer pair all the same. */
async function openLan(lan: LanAccess, caller: Caller): Promise<void> {
  if (lan.urls.length > 0) return;
  caller.assertOperator("owner");
  await lan.open().catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

/** What a device is called, after what its browser says of itself. */
export function deviceName({ headers }: Request): string {
  const agent = headers["user-agent"] ?? "";
  const kind = kinds.find(([pattern]) => pattern.test(agent))?.[1];
  if (kind !== undefined) return kind;
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return "Device";
  return system === undefined ? browser : `${browser} on ${system}`;
}

type Patterns = readonly (readonly [pattern: RegExp, name: string])[];
const kinds: Patterns = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Tizen|SMART-TV.*Samsung/i, "Samsung TV"],
  [/Web0S|webOS.*TV/i, "LG TV"],
  [/BRAVIA/i, "Sony TV"],
  [/AFT[A-Z]|Fire TV/, "Fire TV"],
  [/CrKey|Google TV|Android TV/i, "Google TV"],
  [/Roku/i, "Roku"],
  [/SmartTV|SMART-TV|HbbTV|\bTV\b/i, "TV"],
  [/Android.*Mobile/, "Android phone"],
  [/Android/, "Android tablet"],
];
const browsers: Patterns = [
  [/Edg\//, "Edge"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\/|HeadlessChrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: Patterns = [
  [/Windows/, "Windows"],
  [/Mac OS X/, "a Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];
