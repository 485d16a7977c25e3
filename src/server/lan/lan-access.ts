import type { Server } from "node:http";
import { hostname } from "node:os";
import { Problem } from "../../core/problem.ts";
import { openOn } from "../http/listen.ts";
import { sayFault } from "../tell-each.ts";

interface Wanted {
  /** This machine's addresses in its local networks. */
  readonly addresses: () => readonly string[];
  /** A listener of the SDK plane, which answers by the host names in `names`. */
  readonly create: () => Server;
}

/** What this computer is called in its network, or null where that is no host's name. */
const ownName = /^[a-z0-9][a-z0-9-]*/i.exec(hostname())?.[0].toLowerCase().concat(".local") ?? null;

/** How often it checks whether the computer has other addresses, in ms. */
const lookEvery = 2_000;

/** Opens the SDK plane, and nothing else, to the local network: by a flag at the start, or by an owner later. */
export class LanAccess {
  /** The hosts that the plane answers to beside loopback. Filled while it is open. */
  readonly names = new Set<string>();
  readonly #wanted: Wanted;
  #open = new Map<string, Server>();
  #port = 0;
  #following: NodeJS.Timeout | null = null;
  #opening: Promise<void> | null = null;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Where other devices reach it; none while it is closed. */
  get urls(): readonly string[] {
    return [...this.#open.keys()].filter((address) => this.names.has(address)).map((one) => this.#url(one));
  }

  /** The same, and the address by this computer's name, which stays when its addresses change: most systems resolve it (RFC 6762). */
  get everyUrl(): readonly string[] {
    const { urls } = this;
    return urls.length === 0 || ownName === null ? urls : [...urls, this.#url(ownName)];
  }

  #url(name: string): string {
    return `http://${name}:${this.#port}`;
  }

  /** The port to be on: the one that the plane has on loopback. */
  onPort(port: number): void {
    this.#port = port;
  }

  /**
   * Opens it on every local network, also on one that the computer joins later. Once open, it stays.
   *
   * @throws Problem conflict where there is no network or no port
   */
  open(): Promise<void> {
    this.#opening ??= this.#begin().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #begin(): Promise<void> {
    if (this.#following !== null) return;
    if (this.#wanted.addresses().length === 0)
      throw new Problem(
        "conflict",
        "This computer is not in a local network. Connect it to one, then try again.",
      );
    await this.#listen();
    if (this.urls.length === 0)
      throw new Problem("conflict", `Port ${this.#port} is taken on every local network of this computer.`);
    if (ownName !== null) this.names.add(ownName);
    this.#following = setInterval(() => this.#follow().catch(sayFault), lookEvery).unref();
  }

  /** Closes it at once and cuts off what other devices have open. */
  async close(): Promise<void> {
    if (this.#following !== null) clearInterval(this.#following);
    this.#following = null;
    this.names.clear();
    await Promise.all([...this.#open.keys()].map((address) => this.#leave(address)));
  }

  /** After sleep or in another network the computer has other addresses. */
  async #follow(): Promise<void> {
    const now = this.#wanted.addresses();
    await Promise.all(
      [...this.#open.keys()].filter((one) => !now.includes(one)).map((one) => this.#leave(one)),
    );
    await this.#listen();
  }

  async #listen(): Promise<void> {
    for (const address of this.#wanted.addresses()) {
      if (this.#open.has(address)) continue;
      const server = this.#wanted.create();
      this.#open.set(address, server);
      if (!(await openOn(server, address, this.#port))) this.#open.delete(address);
      else if (this.#open.get(address) === server) this.names.add(address);
      else server.close();
    }
  }

  async #leave(address: string): Promise<void> {
    this.names.delete(address);
    const server = this.#open.get(address);
    this.#open.delete(address);
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}
