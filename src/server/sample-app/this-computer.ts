import type { IncomingMessage } from "node:http";
import { isOwnOrigin } from "../http/host-guard.ts";

const nobodyElse: ReadonlySet<string> = new Set();
const forwarded = /^(x-forwarded-.*|cf-.*|forwarded|via|x-real-ip)$/;

/**
 * Whether a request was made on this computer: it came over loopback, asks for a loopback name, and no proxy says that it
 * handed on somebody else's.
 */
export function isFromThisComputer({ headers, socket }: IncomingMessage): boolean {
  const { remoteAddress = "" } = socket;
  const isLoopback = remoteAddress === "::1" || /^(::ffff:)?127\./.test(remoteAddress);
  return (
    isLoopback &&
    isOwnOrigin(`http://${headers.host}`, nobodyElse) &&
    !Object.keys(headers).some((name) => forwarded.test(name))
  );
}
