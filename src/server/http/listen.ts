import type { Server } from "node:net";
import { StartError } from "../start-error.ts";

/** The listeners of one plane on one port, on both families of loopback where the machine has both. */
export interface Listening<S extends Server> {
  readonly port: number;
  readonly servers: readonly S[];
  /** What the person who started it should know, e.g. that another port was taken instead. */
  readonly notice: string | null;
}

/** Where a plane is to be reached. */
export interface PlanePlace {
  readonly plane: string;
  /** Asked for: it must be had. */
  readonly port: number | undefined;
  /** Tried before the default one. */
  readonly usual?: number | undefined;
  readonly defaultPort: number;
  /** An address of this machine beside loopback. */
  readonly address?: string | null;
}

interface ListenOptions<S extends Server> extends PlanePlace {
  readonly create: () => S;
}

const triesForDefault = 50;

/** @throws StartError where a port that was asked for is taken, or none near the default is free */
export async function listenFor<S extends Server>(options: ListenOptions<S>): Promise<Listening<S>> {
  if (options.port !== undefined) {
    const servers = await tryPort(options, options.port);
    if (servers !== null) return { port: portOf(servers), servers, notice: null };
    throw new StartError(
      `Port ${options.port} for the ${options.plane} plane is taken. Name a free one, or 0 for any.`,
    );
  }
  const again = options.usual === undefined ? null : await tryPort(options, options.usual);
  if (again !== null) return { port: portOf(again), servers: again, notice: null };
  for (let port = options.defaultPort; port < options.defaultPort + triesForDefault; port += 1) {
    const servers = await tryPort(options, port);
    if (servers === null) continue;
    const notice =
      port === options.defaultPort
        ? null
        : `Port ${options.defaultPort} is taken; the ${options.plane} plane is on ${port}.`;
    return { port, servers, notice };
  }
  throw new StartError(
    `No port from ${options.defaultPort} on is free for the ${options.plane} plane. Name one.`,
  );
}

/** Both families on one port, or null where either is taken. Any port (0): the second family follows the first's choice. */
async function tryPort<S extends Server>(options: ListenOptions<S>, port: number): Promise<S[] | null> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const servers = await tryAddresses(options, port);
    if (servers !== null) return servers;
    if (port !== 0) return null;
  }
  return null;
}

async function tryAddresses<S extends Server>(options: ListenOptions<S>, port: number): Promise<S[] | null> {
  const servers: S[] = [];
  const closeAll = () => {
    for (const opened of servers) opened.close();
  };
  for (const address of addressesOf(options.address ?? null)) {
    const server = options.create();
    const outcome = await listen(server, address, servers.length === 0 ? port : portOf(servers)).catch(
      (error: unknown) => {
        closeAll();
        throw error;
      },
    );
    if (outcome === "listening") servers.push(server);
    if (outcome === "no such address" && address === options.address) throw noSuchAddress(closeAll, address);
    if (outcome === "taken") {
      closeAll();
      return null;
    }
  }
  return servers;
}

/** Loopback on both families, and the other address that was asked for. `0.0.0.0` includes loopback on IPv4, `::` on both. */
function addressesOf(beside: string | null): string[] {
  if (beside === "::") return ["::"];
  if (beside === "0.0.0.0") return ["0.0.0.0", "::1"];
  return ["127.0.0.1", "::1", ...(beside === null ? [] : [beside])].filter(
    (one, at, all) => all.indexOf(one) === at,
  );
}

function noSuchAddress(closeAll: () => void, address: string): StartError {
  closeAll();
  return new StartError(`${address} is not an address of this machine. Name another with --listen.`);
}

/** Opens a listener on one address. False where the port is taken there, or the address has gone. */
export const openOn = async (server: Server, address: string, port: number): Promise<boolean> =>
  (await listen(server, address, port)) === "listening";

function portOf(servers: readonly Server[]): number {
  const address = servers[0]?.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Outcome = "listening" | "taken" | "no such address";

function listen(server: Server, host: string, port: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // The listener stays: a connection that can't be accepted later (too many open files) is an error too, and must not end the
    // process.
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve("taken");
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve("no such address");
      else if (error.code === "EACCES")
        reject(new StartError(`Port ${port} needs more rights than you have. Name one above 1023.`));
      else reject(error);
    });
    server.listen({ host, port, ipv6Only: host === "::1" }, () => resolve("listening"));
  });
}
