import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { program } from "../built-program.ts";
import type { ApiAnswer } from "../server.ts";

export const token = "chaos-owner-token-0123456789";

interface Addresses {
  readonly platformUrl: string;
  readonly sdkUrl: string;
}

/** What a request came to. `unknown`: the connection broke, so that nobody can say whether it was done. */
export type Outcome = ApiAnswer | { readonly status: "unknown" };

/** The platform under attack: one folder, served by one process after another. */
export class Platform {
  readonly dataDir: string;
  /** The API key of Development. */
  key = "";
  starts = 0;
  private child: ChildProcess | null = null;
  private addresses: Promise<Addresses>;
  private onUp: (addresses: Addresses) => void = () => {};

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.addresses = this.away();
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Starts a process on the folder. @throws with what it said, where it ends instead */
  async start(): Promise<void> {
    const child = this.serve();
    let errors = "";
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    const line = await new Promise<string>((resolve, reject) => {
      if (child.stdout !== null) createInterface({ input: child.stdout }).once("line", resolve);
      child.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${errors}`)));
    });
    this.child = child;
    this.starts += 1;
    child.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
    this.onUp(JSON.parse(line));
  }

  /** Another process on the same folder, which is not to serve it. */
  serve(): ChildProcess {
    const args = [program, "serve", "--json", "--data", this.dataDir, "--port", "0", "--sdk-port", "0"];
    return spawn(process.execPath, args, {
      env: { ...process.env, UNDERSTUDY_TOKEN: token },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Ends the process, and gives its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    if (child === null) return null;
    this.addresses = this.away();
    this.child = null;
    const ended = once(child, "exit");
    child.kill(signal);
    const [code] = await ended;
    return code;
  }

  /** Where it is now; waits while it is away. */
  where(): Promise<Addresses> {
    return this.addresses;
  }

  async ask(
    plane: keyof Addresses,
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Outcome> {
    const origin = (await this.addresses)[plane];
    const credential = plane === "sdkUrl" ? { "x-api-key": this.key } : { authorization: `Bearer ${token}` };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          ...credential,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: text }),
      });
      const said = await answer.text();
      const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
      return {
        status: answer.status,
        body: isJson && said !== "" ? JSON.parse(said) : said,
        headers: answer.headers,
      };
    } catch {
      return { status: "unknown" };
    }
  }

  /** The lines of a long answer, as they come. @throws Error where it is refused or cut off */
  async *lines(path: string): AsyncGenerator<string> {
    const { platformUrl } = await this.addresses;
    const answer = await fetch(platformUrl + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok || answer.body === null) throw new Error(`${path}: ${answer.status}`);
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body as ReadableStream) }))
      yield line;
  }

  private away(): Promise<Addresses> {
    return new Promise((resolve) => {
      this.onUp = resolve;
    });
  }
}
