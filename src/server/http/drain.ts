import type { Server } from "node:http";
import type { StreamRights } from "./stream-rights.ts";

/** How long requests in flight may take to end once the server stops, in ms. */
const drainLimit = 5_000;
const lookEvery = 20;

/** Takes no more connections, lets requests finish, ends streams, and cuts off what hangs. */
export async function drain(
  streams: Pick<StreamRights, "endStreams">,
  servers: readonly Server[],
): Promise<void> {
  // A kept-alive connection turns idle when its last request is answered, and may have asked for a stream just now.
  const look = setInterval(() => release(streams, servers), lookEvery);
  const limit = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, drainLimit);
  release(streams, servers);
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
  clearInterval(look);
  clearTimeout(limit);
}

function release(streams: Pick<StreamRights, "endStreams">, servers: readonly Server[]): void {
  streams.endStreams();
  for (const server of servers) server.closeIdleConnections();
}
