import { isIP } from "node:net";
import pg from "pg";
import { urlOf } from "../../url-of.ts";

/** How long a request waits for a connection, in ms. The address may say another time, in seconds (`?connect_timeout=`). */
const connectTime = 5_000;
/**
 * How long a statement is waited for, in ms: a database that falls silent without ending its connections must not hold requests
 * for good. The address may say another time (`?query_timeout=`).
 */
const answerTime = 15_000;
/** Sequences and times are numbers everywhere: none comes near 2^53. */
const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as "text"),
};

/** The address without its user, password and parameters. */
export function placeOf(address: string): string {
  const url = urlOf(address);
  return url === null ? "PostgreSQL" : `${url.protocol}//${url.host}${url.pathname}`;
}

/** How long a statement is waited for, in ms. */
export const answerTimeOf = (url: string): number =>
  Number(parametersOf(url).get("query_timeout")) || answerTime;

const parametersOf = (url: string): URLSearchParams => urlOf(url)?.searchParams ?? new URLSearchParams();

/**
 * pg leaves `%23`, `%2F` and `%3F` as they are in a database's name. And it names no host to TLS where that is an IP address, so that
 * Node.js would want, and take, a certificate of `localhost`.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    const { connectionParameters } = this as unknown as { connectionParameters: pg.ClientConfig };
    if (config.database !== undefined) connectionParameters.database = config.database;
    const { host } = this;
    const connection = this.connection as unknown as { ssl: object | boolean };
    if (connection.ssl === false || isIP(host) === 0) return;
    // The key is hidden in its object, and would stay behind in a copy.
    connection.ssl = Object.assign(connection.ssl === true ? {} : connection.ssl, { host });
  }
}

/** The name that the address ends in; undefined where it names none, or in no UTF-8. */
function nameIn(url: string): string | undefined {
  try {
    return decodeURIComponent(urlOf(url)?.pathname.slice(1) ?? "") || undefined;
  } catch {
    return undefined;
  }
}

/** pg takes these modes for `verify-full` as it is, and warns of a version of its own in which it would not. */
function withPlainMode(url: string): string {
  const address = urlOf(url);
  const { searchParams } = address ?? {};
  if (!/^(prefer|require|verify-ca)$/.test(searchParams?.get("sslmode") ?? "")) return url;
  if (searchParams?.has("uselibpqcompat")) return url;
  searchParams?.set("sslmode", "verify-full");
  return address?.href ?? url;
}

/** How connections to a database at this address are made. */
export function configOf(url: string): pg.ClientConfig {
  return {
    database: nameIn(url),
    query_timeout: answerTime,
    connectionTimeoutMillis: Number(parametersOf(url).get("connect_timeout")) * 1000 || connectTime,
    connectionString: withPlainMode(url),
    types,
    keepAlive: true,
    application_name: "understudy",
  };
}
