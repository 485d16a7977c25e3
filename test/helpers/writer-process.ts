import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FromWriter, JobName, Jobs, ToWriter } from "../../src/server/store/sqlite/messages.ts";
import { workerEntry } from "../../src/server/store/sqlite/worker-entry.ts";

/** The store's writer in a process of its own, so that it can be killed at any moment. */
export class WriterProcess {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async open(path: string): Promise<WriterProcess> {
    const host = fileURLToPath(new URL("./writer-host.mjs", import.meta.url));
    const writer = new WriterProcess(fork(host, [workerEntry("store-writer")]));
    const answer = await writer.ask({ type: "open", path, mayMake: true });
    if (answer.type !== "opened") throw new Error(JSON.stringify(answer));
    return writer;
  }

  /** Does one job; its answer comes once it is durable. */
  async write<N extends JobName>(name: N, job: Jobs[N]["ask"]): Promise<unknown> {
    const answer = await this.ask({ type: "work", jobs: JSON.stringify([{ name, job }]) });
    if (answer.type !== "worked") throw new Error(JSON.stringify(answer));
    return answer.answers[0];
  }

  /** As a power cut would: nothing is finished, nothing is closed. */
  async kill(): Promise<void> {
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }

  private async ask(message: ToWriter): Promise<FromWriter> {
    const answer = once(this.child, "message");
    this.child.send(message);
    return ((await answer) as [FromWriter])[0];
  }
}
