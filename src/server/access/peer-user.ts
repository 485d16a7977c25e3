import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** Linux's own lists of connections, each row with the user id of who holds that end (proc(5)). */
const tables = ["/proc/net/tcp", "/proc/net/tcp6"];

type Ends = Pick<Socket, "remotePort" | "localPort" | "destroyed">;

/**
 * Whether the other end of a connection within this machine is another user's. One that has hung up is nobody's any more, and
 * counts as another user's. False where the system does not tell.
 */
export async function isAnotherUsers(socket: Ends, paths: readonly string[] = tables): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined) return false;
  // Root may open what it likes; with sudo, the user who started us is the one who opens the address.
  const welcome = new Set([0, own, Number(process.env.SUDO_UID ?? own)]);
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8").catch(() => "")));
  const ends = texts.flatMap(endsIn);
  const theirs = ends.filter(
    ({ at, to, state }) => at === socket.remotePort && to === socket.localPort && state === established,
  );
  if (theirs.length > 0) return theirs.some(({ user }) => !welcome.has(user));
  // One that was reset is in no list. Ours tells of one that was closed; another machine's end, or a forwarder's, is not in the list at all.
  return (
    socket.destroyed ||
    ends.some(
      ({ at, to, state }) => at === socket.localPort && to === socket.remotePort && state !== established,
    )
  );
}

interface End {
  /** Its own port, and the other end's. */
  readonly at: number;
  readonly to: number;
  readonly state: string;
  readonly user: number;
}

/** Until one of both ends is closed; then the list names no user, or user 0. */
const established = "01";

function endsIn(table: string): End[] {
  const port = (address = ""): number => Number.parseInt(address.split(":")[1] ?? "", 16);
  return table.split("\n").map((line) => {
    const [, at, to, state = "", , , , user] = line.trim().split(/\s+/);
    return { at: port(at), to: port(to), state, user: Number(user) };
  });
}
