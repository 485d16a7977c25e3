import type { Server } from "node:http";
import { createServer, type Server as PortServer } from "node:net";
import type { Closing } from "../closing.ts";
import { drain } from "./drain.ts";
import { type Listening, listenFor, type PlanePlace } from "./listen.ts";
import type { Outside } from "./outside.ts";
import type { Plane } from "./plane.ts";
import type { StreamRights } from "./stream-rights.ts";

interface WantedPorts {
  readonly port?: number | undefined;
  readonly sdkPort?: number | undefined;
  readonly usual?: { readonly port: number; readonly sdkPort: number } | undefined;
}

/** Where both planes are to be reached. */
export interface Places {
  readonly platform: PlanePlace;
  readonly sdk: PlanePlace;
}

export const placesOf = ({ port, sdkPort, usual }: WantedPorts, outside: Outside): Places => ({
  platform: {
    plane: "platform",
    port,
    usual: usual?.port,
    defaultPort: 4747,
    address: outside.platform && outside.listen,
  },
  sdk: {
    plane: "SDK",
    port: sdkPort,
    usual: usual?.sdkPort,
    defaultPort: 4748,
    address: outside.sdk && outside.listen,
  },
});

/**
 * Looks whether both ports can be had, before there is anything that could answer there: a start which can't have what was asked
 * for leaves nothing behind. They are not kept until then, since who finds a port open takes it for ready.
 *
 * @throws StartError as `listenFor`
 */
export async function assertFree(places: Places): Promise<void> {
  const held: PortServer[] = [];
  try {
    for (const place of [places.platform, places.sdk]) {
      const { servers } = await listenFor({ ...place, create: hangUp });
      held.push(...servers);
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/** For whoever calls too early it is as where nobody listens. */
const hangUp = (): PortServer => createServer((socket) => socket.resetAndDestroy());

/** Opens both planes. `streams` knows every open event stream. @throws StartError as `listenFor` */
export async function listen(
  { platform, sdk }: { readonly platform: Plane; readonly sdk: Plane },
  places: Places,
  { closing, streams }: { readonly closing: Closing; readonly streams: StreamRights },
): Promise<[platform: Listening<Server>, sdk: Listening<Server>]> {
  const open: Server[] = [];
  // Both at once: a request to one plane may wait for a stream of the other.
  closing.add(() => drain(streams, open));
  const platformListening = await listenFor({ ...places.platform, create: platform.createListener });
  open.push(...platformListening.servers);
  const sdkListening = await listenFor({ ...places.sdk, create: sdk.createListener });
  open.push(...sdkListening.servers);
  return [platformListening, sdkListening];
}
