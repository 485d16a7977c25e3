import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** Linux's own lists of connections, each row with the user id of who holds that end (proc(5)). */
const tables = ["/proc/net/tcp", "/proc/net/tcp6"];

type Ends = Pick<Socket, "remotePort" | "localPort">;

/** Whether the other end of a connection within this machine is another user's. False where the system does not tell. */
export async function isAnotherUsers(socket: Ends, paths: readonly string[] = tables): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined) return false;
  // Root may open what it likes; with sudo, the user who started us is the one who opens the address.
  const welcome = new Set([0, own, Number(process.env.SUDO_UID ?? own)]);
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8").catch(() => "")));
  const users = texts.flatMap((text) => usersAt(text, socket));
  return users.some((user) => !welcome.has(user));
}

function usersAt(table: string, { remotePort, localPort }: Ends): number[] {
  const port = (address = ""): number => Number.parseInt(address.split(":")[1] ?? "", 16);
  return table.split("\n").flatMap((line) => {
    const [, theirs, ours, , , , , user] = line.trim().split(/\s+/);
    return port(theirs) === remotePort && port(ours) === localPort ? [Number(user)] : [];
  });
}
