import { createConnection, createServer, type Socket } from "node:net";

/** A way to a port that can be cut, as a network or the other end would be. */
export interface CutOff {
  readonly port: number;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  /** Passes nothing on, and says nothing: what connects, connects. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function cutOff(host: string, port: number): Promise<CutOff> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = createConnection({ host, port });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      if (!isFrozen) socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    cut: () => {
      isCut = true;
      end();
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe();
    },
    // What was frozen meanwhile stays so, as what a machine held that is gone.
    mend: () => {
      isCut = false;
      isFrozen = false;
    },
    close: async () => {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
