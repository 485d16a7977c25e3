import { once } from "node:events";
import { createServer } from "node:net";
import { threadId } from "node:worker_threads";

/** Below those that a system gives to whoever asks for any (Linux: from 32768 on). What runs at once begins apart. */
const [first, last] = [12_000, 32_000];
let tried = first + ((process.pid * 37 + threadId * 1009) % (last - first));

/** A free port of 127.0.0.1 that stays so while nothing has it: nobody else is given it who asks for any. */
export async function ownPort(): Promise<number> {
  for (;;) {
    tried = tried === last ? first : tried + 1;
    const server = createServer().listen(tried, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return tried;
  }
}
