import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";

interface Bounds {
  /** Of the whole plane. */
  readonly connections: number;
  /** Of one address other than this machine's own. */
  readonly fromOneAddress: number;
}

/** How often is looked at what nobody has read, in ms: a look is at every connection. */
const lookEvery = 100;

/** So many requests of one connection may wait for the answers before theirs. */
const mostAhead = 32;

/** So many beyond the bound are answered 503; more are cut off without an answer. */
const heardBeyond = 100;

/**
 * The open connections of one plane, bounded. When one more comes, the one that has waited longest without a request is closed;
 * where all have a request, the one that has been sending its body longest. So whoever holds connections open without asking
 * anything keeps nobody else out. Where all of them are being answered, the newest is refused (`refuses`). What was answered and waits
 * in memory to be read is bounded, too: whoever has left most of it makes room.
 */
export class Connections {
  readonly #bounds: Bounds;
  /** Whether an address stands for many people: this machine's own, and a trusted proxy's. */
  readonly #isMany: (address: string) => boolean;
  readonly #open = new Map<string, Set<Socket>>();
  #count = 0;
  /** Connections without a request, the longest first; then those whose body is still coming. */
  readonly #waiting = new Set<Socket>();
  readonly #sending = new Set<Socket>();
  readonly #beyond = new Set<Socket>();
  /** How many requests wait for their turn, by connection. */
  readonly #ahead = new Map<Socket, number>();
  /** By `performance.now()`. */
  #looked = Number.NEGATIVE_INFINITY;

  constructor(bounds: Bounds, trusts: (address: string) => boolean = () => false) {
    this.#bounds = bounds;
    this.#isMany = (address) => isOwn(address) || trusts(address);
  }

  get count(): number {
    return this.#count;
  }

  /** A connection has come. */
  accept(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const neighbours = this.#open.get(address) ?? new Set();
    this.#open.set(address, neighbours.add(socket));
    this.#count += 1;
    socket.on("close", () => this.#forget(socket, address));
    if (!this.#hasRoomFor(address)) this.#makeRoom(socket, address);
    else this.#waiting.add(socket);
  }

  /** A request came on the connection; once it is answered the connection waits again. */
  asks(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    this.#boundUnread();
    if (res.socket === null) this.#queue(socket, res);
    this.#waiting.delete(socket);
    if (hasBody(req)) this.#sending.add(socket);
    req.on("end", () => this.#sending.delete(socket));
    res.on("close", () => {
      this.#sending.delete(socket);
      if (!socket.destroyed && !this.#beyond.has(socket)) this.#waiting.add(socket);
    });
  }

  /** Whether this connection is one too many, and all the others are being answered. */
  refuses(socket: Socket): boolean {
    return this.#beyond.has(socket);
  }

  #queue(socket: Socket, res: ServerResponse): void {
    const ahead = (this.#ahead.get(socket) ?? 0) + 1;
    if (ahead > mostAhead) {
      socket.destroy();
      return;
    }
    this.#ahead.set(socket, ahead);
    res.once("socket", () => this.#ahead.set(socket, (this.#ahead.get(socket) ?? 1) - 1));
  }

  #boundUnread(): void {
    const now = performance.now();
    if (now - this.#looked < lookEvery) return;
    this.#looked = now;
    const unread: Socket[] = [];
    let bytes = 0;
    for (const sockets of this.#open.values())
      for (const socket of sockets) {
        if (socket.writableLength === 0) continue;
        unread.push(socket);
        bytes += socket.writableLength;
      }
    if (bytes <= limits.unreadBytes.value) return;
    unread.sort((a, b) => b.writableLength - a.writableLength);
    for (const socket of unread) {
      if (bytes <= limits.unreadBytes.value) return;
      bytes -= socket.writableLength;
      socket.destroy();
    }
  }

  #hasRoomFor(address: string): boolean {
    if (this.#count > this.#bounds.connections) return false;
    return this.#isMany(address) || (this.#open.get(address)?.size ?? 0) <= this.#bounds.fromOneAddress;
  }

  #makeRoom(socket: Socket, address: string): void {
    const longest = this.#longestWaiting(this.#count > this.#bounds.connections ? null : address);
    if (longest !== null) {
      this.#waiting.add(socket);
      longest.destroy();
    } else if (this.#beyond.size < heardBeyond) this.#beyond.add(socket);
    else socket.destroy();
  }

  #longestWaiting(address: string | null): Socket | null {
    for (const those of [this.#waiting, this.#sending])
      for (const socket of those)
        if (address === null || this.#open.get(address)?.has(socket) === true) return socket;
    return null;
  }

  #forget(socket: Socket, address: string): void {
    this.#waiting.delete(socket);
    this.#sending.delete(socket);
    this.#beyond.delete(socket);
    this.#ahead.delete(socket);
    const neighbours = this.#open.get(address);
    if (neighbours?.delete(socket) !== true) return;
    this.#count -= 1;
    if (neighbours.size === 0) this.#open.delete(address);
  }
}

/** Whether a body follows the head (RFC 9112, 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  "transfer-encoding" in headers || (headers["content-length"] ?? "0") !== "0";

const isOwn = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === "::1";

/**
 * How many connections each plane may hold: as in `limits`, or less where the process may open only few files. Files for the
 * store and for the platform plane are set aside, so that connections to the SDK plane can't use them up.
 */
export function boundsOf(plane: "platform" | "SDK", files = filesAllowed()): Bounds {
  const fromOneAddress = limits.connectionsFromOneAddress.value;
  const platform = Math.min(limits.platformConnections.value, Math.floor(files / 4));
  const own = Math.min(filesOfTheStore, Math.floor(files / 4));
  if (plane === "platform") return { connections: platform, fromOneAddress };
  return { connections: Math.min(limits.sdkConnections.value, files - platform - own), fromOneAddress };
}

/** Documents, the store with its threads, logs, watched folders. */
const filesOfTheStore = 512;

/** Linux tells how many; other systems don't, and nothing is bounded there. */
function filesAllowed(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
