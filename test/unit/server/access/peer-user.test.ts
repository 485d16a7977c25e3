import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { isAnotherUsers } from "../../../../src/server/access/peer-user.ts";

const ours = { localPort: 0x128b, remotePort: 0xa485, destroyed: false };
const own = process.getuid?.() ?? 0;
const row = (theirs: string, rest: string, user: number, state = "01") =>
  `   1: ${theirs} ${rest} ${state} 00000000:00000000 00:00000000 00000000 ${user}        0 4184232 1 00000000beb66183`;
const head =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

async function listed(...rows: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-peer-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "tcp");
  await writeFile(path, [head, ...rows, ""].join("\n"));
  return path;
}

test.each([
  ["another user's", own + 1000, true],
  ["one's own", own, false],
  ["root's", 0, false],
] as const)("an end that is %s", async (_, user, another) => {
  const path = await listed(
    // Our own end of the same connection, and another connection's.
    row("0100007F:128B", "0100007F:A485", own),
    row("0100007F:A486", "0100007F:128B", own + 2000),
    row("0100007F:A485", "0100007F:128B", user),
  );
  expect(await isAnotherUsers(ours, ["/nowhere", path])).toBe(another);
});

test("who started the server by sudo opens it as they are", async () => {
  vi.stubEnv("SUDO_UID", String(own + 1000));
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = await listed(row("0100007F:A485", "0100007F:128B", own + 1000));
  expect(await isAnotherUsers(ours, [path])).toBe(false);
});

test.each([
  ["waits for the last packets, listed as root's", [row("0100007F:A485", "0100007F:128B", 0, "05")]],
  ["is listed no longer", []],
] as const)("an end that has hung up and %s is not one's own", async (_, rows) => {
  const path = await listed(row("0100007F:128B", "0100007F:A485", own, "08"), ...rows);
  expect(await isAnotherUsers(ours, [path])).toBe(true);
});

test("a connection that is listed nowhere, or at our end alone, is nobody else's", async () => {
  expect(await isAnotherUsers(ours, [await listed()])).toBe(false);
  const path = await listed(row("0100007F:128B", "0100007F:A485", own));
  expect(await isAnotherUsers(ours, [path])).toBe(false);
});

test("a real connection of our own is ours", async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const { port } = await new Promise<{ port: number }>((resolve) =>
    server.once("listening", () => resolve(server.address() as { port: number })),
  );
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  const socket = await accepted;
  expect(await isAnotherUsers(socket)).toBe(false);
  client.destroy();
  await new Promise((resolve) => socket.resume().once("end", resolve));
  expect(await isAnotherUsers(socket)).toBe(process.platform === "linux");
  socket.destroy();
  expect(await isAnotherUsers(socket)).toBe(true);
});

test("a connection that its other end has reset is not ours", async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  await new Promise((resolve) => server.once("listening", resolve));
  const client = connect((server.address() as { port: number }).port, "127.0.0.1");
  const socket = await accepted;
  socket.on("error", () => {}).resume();
  client.resetAndDestroy();
  await new Promise((resolve) => client.once("close", resolve));
  expect(await isAnotherUsers(socket)).toBe(true);
});
