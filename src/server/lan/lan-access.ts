import type { Server } from "node:http";
import { Problem } from "../../core/problem.ts";
import { openOn } from "../http/listen.ts";

interface Wanted {
  /** This machine's addresses in its local networks. */
  readonly addresses: () => readonly string[];
  /** A listener of the SDK plane, which answers by the host names in `names`. */
  readonly create: () => Server;
}

/** The SDK plane, and it alone, open to the local network: by a flag at the start, or by an owner later. */
export class LanAccess {
  /** The hosts that the plane answers to beside loopback. Filled while it is open. */
  readonly names = new Set<string>();
  readonly #wanted: Wanted;
  #servers: Server[] = [];
  #port = 0;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Where other devices reach it; none while it is closed. */
  get urls(): readonly string[] {
    return [...this.names].map((address) => `http://${address}:${this.#port}`);
  }

  /** The port to be on: the one that the plane has on loopback. */
  onPort(port: number): void {
    this.#port = port;
  }

  /** Opens it on every local network. Open already, it stays. @throws Problem conflict where there is no network or no port */
  async open(): Promise<void> {
    if (this.names.size > 0) return;
    const addresses = this.#wanted.addresses();
    if (addresses.length === 0)
      throw new Problem(
        "conflict",
        "This computer is in no local network now. Connect it to one, then try again.",
      );
    for (const address of addresses) {
      const server = this.#wanted.create();
      if (!(await openOn(server, address, this.#port))) continue;
      this.#servers.push(server);
      this.names.add(address);
    }
    if (this.names.size === 0)
      throw new Problem("conflict", `Port ${this.#port} is taken on every local network of this computer.`);
  }

  /** Closes it at once: what other devices have open ends. */
  async close(): Promise<void> {
    this.names.clear();
    const servers = this.#servers;
    this.#servers = [];
    const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    for (const server of servers) server.closeAllConnections();
    await Promise.all(closed);
  }
}
