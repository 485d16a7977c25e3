import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { StartError } from "../start-error.ts";
import { urlOf } from "../url-of.ts";
import { plainAddress } from "./network-of.ts";

export interface OutsideOptions {
  /** By what address people and their programs call the platform plane from elsewhere, e.g. `https://understudy.example`. */
  readonly publicUrl?: string | undefined;
  /** Likewise for apps and the SDK plane. */
  readonly publicSdkUrl?: string | undefined;
  /** Proxies whose word about the caller counts: addresses and networks (`10.0.0.0/8`), with commas between. */
  readonly trustProxy?: string | undefined;
  /** An address of this machine to listen on beside loopback. */
  readonly listen?: string | undefined;
}

/** The planes' addresses beyond this machine; null for a plane that has none. */
export interface Outside {
  readonly platform: URL | null;
  readonly sdk: URL | null;
  readonly listen: string | null;
  /** Whether an address is that of a proxy that is trusted. */
  trusts(address: string): boolean;
  /** Takes the Host that a proxy was called by, where it is trusted; nobody else is believed. */
  takeForwarded(req: IncomingMessage): void;
  /** The address of whoever called, as far as a proxy is trusted that says so. */
  callerOf(req: IncomingMessage): string;
}

/** @throws StartError where they can't be meant */
export function outsideOf({ publicUrl, publicSdkUrl, trustProxy, listen }: OutsideOptions): Outside {
  const platform = originOf(publicUrl, "--public-url");
  const sdk = originOf(publicSdkUrl, "--public-sdk-url");
  if (listen !== undefined && isIP(listen) === 0)
    throw new StartError(
      `--listen takes an address of this machine, such as 10.0.0.5 or 0.0.0.0, not "${shortened(listen)}".`,
    );
  if (listen !== undefined && platform === null && sdk === null)
    throw new StartError(
      "--listen needs --public-url, --public-sdk-url, or both: the addresses that others call it by.",
    );
  if (platform !== null && platform.origin === sdk?.origin)
    throw new StartError("--public-url and --public-sdk-url must differ: the planes are two origins.");
  const trusted = trustedOf(trustProxy);
  const trusts = (address: string): boolean => trusted !== null && isTrusted(trusted, address);
  const speaksForOthers = ({ socket }: IncomingMessage): boolean => trusts(socket.remoteAddress ?? "");
  return {
    platform,
    sdk,
    listen: listen ?? null,
    trusts,
    takeForwarded: (req) => {
      const host = req.headers["x-forwarded-host"];
      if (typeof host === "string" && host !== "" && speaksForOthers(req)) req.headers.host = host;
    },
    callerOf: (req) => {
      const said = speaksForOthers(req) ? req.headers["x-forwarded-for"] : undefined;
      // The last one is the address that the proxy saw itself.
      const last = typeof said === "string" ? said.split(",").at(-1)?.trim() : undefined;
      // Anything that is no address counts as the proxy's own: otherwise each wrong text would have tries of its own.
      return plainAddress(last ?? "") ?? req.socket.remoteAddress ?? "";
    },
  };
}

/** An address that others call a plane by, as a flag names it; null where it names none. @throws StartError where it can't be one */
export function originOf(text: string | undefined, flag: string): URL | null {
  if (text === undefined) return null;
  const url = urlOf(text);
  const isOrigin = url !== null && url.href === `${url.origin}/` && /^https?:$/.test(url.protocol);
  if (isOrigin && url.hostname.length <= longestHost) return url;
  throw new StartError(
    `${flag} takes an address without a path, such as https://understudy.example, not "${shortened(text)}".`,
  );
}

/** Of a name in the DNS, in characters (RFC 1035, 2.3.4). */
const longestHost = 253;

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

function trustedOf(text: string | undefined): BlockList | null {
  if (text === undefined) return null;
  const list = new BlockList();
  for (const one of text.split(",")) {
    // Without the bits after the slash it would count as 0: everybody.
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(one.trim()) ?? [];
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const most = family === "ipv6" ? 128 : 32;
    const prefix = Number(bits ?? most);
    if (isIP(address) === 0 || prefix > most)
      throw new StartError(
        `--trust-proxy takes addresses or networks, such as 10.0.0.5 or 10.0.0.0/8, not "${shortened(one.trim())}".`,
      );
    list.addSubnet(address, prefix, family);
  }
  return list;
}

/** An IPv4 address comes as ::ffff:… where both families are listened to. */
function isTrusted(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return plain !== null && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
