import { request } from "node:http";
import { connect } from "node:net";
import { patience } from "./patience.ts";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How long to read of an answer that does not end, such as a stream's, in ms. */
  readonly readFor?: number;
}

/** One request with headers that fetch does not let go, such as Host; Host is the address's own where none is given. */
export function rawRequest(origin: string, path: string, given: RawRequest = {}): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin);
  const { method = "GET", headers = {}, body, readFor = 300 } = given;
  const named = Object.keys(headers).some((name) => name.toLowerCase() === "host");
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port,
      method,
      path,
      setHost: false,
      agent: false,
      headers: { ...(named ? {} : { Host: host }), ...headers },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      const done = () => {
        clearTimeout(timer);
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, headers: single(response.headers), text });
      };
      // Only a stream does not end.
      const isStream = response.headers["content-type"]?.startsWith("text/event-stream") === true;
      const timer = setTimeout(done, isStream ? readFor : patience);
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", done);
      response.on("error", done);
    });
    sent.end(body);
  });
}

const single = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );

interface Reading {
  /** What ends the reading where the other side does not. */
  readonly until?: RegExp;
  /** How long to read, in ms. */
  readonly readFor?: number;
}

/** What comes back over a bare connection for these bytes, until the other side ends it, `until` matches, or `readFor` ms have passed. */
export function rawSocket(
  origin: string,
  bytes: string | Uint8Array,
  { until, readFor = patience }: Reading = {},
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
    let text = "";
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(done, readFor);
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (until?.test(text)) done();
    });
    socket.on("close", done);
    socket.on("error", done);
    socket.write(bytes);
  });
}

/** Sends these bytes and resets the connection (RST) `ms` later, whatever the other side is doing. */
export function resetAfter(origin: string, bytes: string, ms: number): Promise<void> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.on("connect", () => {
      socket.write(bytes, "latin1");
      setTimeout(() => socket.resetAndDestroy(), ms);
    });
  });
}
