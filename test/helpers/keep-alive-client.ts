import { Agent, type IncomingMessage, request } from "node:http";
import type { HostileRequest } from "./hostile-requests.ts";
import { patience } from "./patience.ts";

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Sends many requests over few connections. A stream is let go of once it has answered. */
export class KeepAliveClient {
  private readonly agent: Agent;

  constructor(connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects where the connection fails, or nothing has come within `within` ms. */
  send(
    origin: string,
    { method, path, headers, body }: Omit<HostileRequest, "kind">,
    within = patience,
  ): Promise<Answer> {
    const { hostname, port } = new URL(origin);
    const length: Record<string, string> =
      body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const sent = request({
        hostname,
        port,
        method,
        path,
        agent: this.agent,
        headers: { ...length, ...headers },
      });
      const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${within} ms`)), within);
      sent.on("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
      sent.on("response", (response) => {
        collect(response, () => sent.destroy()).then((answer) => {
          clearTimeout(timer);
          resolve(answer);
        }, reject);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function collect(response: IncomingMessage, letGo: () => void): Promise<Answer> {
  const status = response.statusCode ?? 0;
  const type = response.headers["content-type"] ?? "";
  if (type.startsWith("text/event-stream")) {
    letGo();
    return { status, type, text: "" };
  }
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status, type, text };
}
