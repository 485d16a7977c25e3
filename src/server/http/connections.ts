import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { eventLimits } from "../../core/event.ts";
import { limits } from "../../core/limits.ts";

interface Bounds {
  /** Of the whole plane. */
  readonly connections: number;
  /** Of one address other than this machine's own. */
  readonly fromOneAddress: number;
  /** Of bodies that are not whole yet, in bytes; infinite where they are not kept until they are. */
  readonly bodyBytes: number;
}

/** How often is looked at what lies in memory, in ms: a look is at every connection. */
const lookEvery = 250;
/** For how long nobody is cut off for what lies there, in ms: it has just been written, or is about to be whole. */
const grace = 2_000;

/** So many beyond the bound are answered 503; more are cut off without an answer. */
const heardBeyond = 100;

/**
 * The open connections of one plane, bounded. When one more comes, the one that has waited longest without a request is closed;
 * where all have a request, the one that has been sending its body longest. So whoever holds connections open without asking
 * anything keeps nobody else out. Where all of them are being answered, the newest is refused (`refuses`). What was answered and waits
 * in memory to be read is bounded, and so is what has come of bodies: whoever has had some there longest makes room.
 */
export class Connections {
  readonly #bounds: Bounds;
  /** Whether an address stands for many people: this machine's own, and a trusted proxy's. */
  readonly #isMany: (address: string) => boolean;
  readonly #open = new Map<string, Set<Socket>>();
  #count = 0;
  /** Connections without a request, the longest first; then those whose body is still coming. */
  readonly #waiting = new Set<Socket>();
  readonly #sending = new Map<Socket, Body>();
  readonly #beyond = new Set<Socket>();
  /** How many requests of a connection are not answered. */
  readonly #unanswered = new Map<Socket, number>();
  /** Since when an answer lies there that is not read to its end. */
  #unread: ReadonlyMap<Socket, number> = new Map();
  #looking: NodeJS.Timeout | null = null;

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
    this.#looking ??= setInterval(() => this.#boundMemory(), lookEvery).unref();
    socket.on("close", () => this.#forget(socket, address));
    if (!this.#hasRoomFor(address)) this.#makeRoom(socket, address);
    else this.#waiting.add(socket);
  }

  /** A request came on the connection; once it is answered the connection waits again. */
  asks(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (this.#noteAsked(socket, 1) > limits.requestsAhead.value) socket.destroy();
    this.#waiting.delete(socket);
    const body = hasBody(req) ? { from: socket.bytesRead - inflatedOf(req), since: performance.now() } : null;
    if (body !== null) this.#sending.set(socket, body);
    // By then the next request's may be coming.
    const end = () => body !== null && this.#sending.get(socket) === body && this.#sending.delete(socket);
    req.on("end", end);
    res.on("close", () => {
      end();
      if (socket.destroyed) return;
      if (this.#noteAsked(socket, -1) === 0 && !this.#beyond.has(socket)) this.#waiting.add(socket);
    });
  }

  /** Whether this connection is one too many, and all the others are being answered. */
  refuses(socket: Socket): boolean {
    return this.#beyond.has(socket);
  }

  /** Gives how many are not answered then. */
  #noteAsked(socket: Socket, more: 1 | -1): number {
    const unanswered = (this.#unanswered.get(socket) ?? 0) + more;
    this.#unanswered.set(socket, unanswered);
    return unanswered;
  }

  #boundMemory(): void {
    const now = performance.now();
    const unread = new Map<Socket, number>();
    for (const sockets of this.#open.values())
      for (const socket of sockets)
        if (socket.writableLength > 0) unread.set(socket, this.#unread.get(socket) ?? now);
    this.#unread = unread;
    bound(
      [...unread].map(([socket, since]) => ({ socket, since, bytes: socket.writableLength })),
      limits.unreadBytes.value,
    );
    bound(
      [...this.#sending].map(([socket, { from, since }]) => ({
        socket,
        since,
        bytes: socket.bytesRead - from,
      })),
      this.#bounds.bodyBytes,
    );
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
    for (const those of [this.#waiting, this.#sending.keys()])
      for (const socket of those)
        if (address === null || this.#open.get(address)?.has(socket) === true) return socket;
    return null;
  }

  #forget(socket: Socket, address: string): void {
    this.#waiting.delete(socket);
    this.#sending.delete(socket);
    this.#beyond.delete(socket);
    this.#unanswered.delete(socket);
    const neighbours = this.#open.get(address);
    if (neighbours?.delete(socket) !== true) return;
    this.#count -= 1;
    if (this.#count === 0 && this.#looking !== null) {
      clearInterval(this.#looking);
      this.#looking = null;
    }
    if (neighbours.size === 0) this.#open.delete(address);
  }
}

/** A body that is still coming: how many bytes the connection had read before it, and since when, in ms. */
interface Body {
  readonly from: number;
  readonly since: number;
}

interface Held {
  readonly socket: Socket;
  readonly since: number;
  readonly bytes: number;
}

/** Closes those that have held bytes longest, until the others have no more than so many together. */
function bound(held: readonly Held[], most: number): void {
  let sum = held.reduce((all, { bytes }) => all + bytes, 0);
  if (sum <= most) return;
  const old = held.filter(({ since }) => since <= performance.now() - grace);
  for (const { socket, bytes } of old.sort((a, b) => a.since - b.since)) {
    if (sum <= most) return;
    sum -= bytes;
    socket.destroy();
  }
}

/** What a body that is to be inflated may have become by now, in bytes, whatever has come of it. */
const inflatedOf = ({ headers }: IncomingMessage): number =>
  headers["content-encoding"] === undefined ? 0 : eventLimits.requestBytes;

/** Whether a body follows the head (RFC 9112, 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
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
  // What is large there is read bit by bit.
  if (plane === "platform")
    return { connections: platform, fromOneAddress, bodyBytes: Number.POSITIVE_INFINITY };
  return {
    connections: Math.min(limits.sdkConnections.value, files - platform - own),
    fromOneAddress,
    bodyBytes: limits.sdkBodiesBytes.value,
  };
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
