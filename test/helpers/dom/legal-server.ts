import type { BrowserCommand } from "vitest/node";
import { layLegalSpace } from "../legal-space.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { asks } from "./cinema-server.ts";

let started: Promise<TestServer> | undefined;

/** A server with odd names in all that Spaces share. */
async function start(): Promise<TestServer> {
  const server = await startTestServer();
  const [org] = (await server.api("GET", "/v2/orgs")).body.data;
  await server.api("PATCH", `/v2/orgs/${org.id}`, { name: "\u202EOrg\nof “two” lines" });
  return server;
}

/** Lays a Space of a seed on a server of its own; gives where its pages are. */
export const lay: BrowserCommand<[seed: number]> = async (_context, seed) => {
  started ??= start();
  return layLegalSpace(await started, seed);
};

/** Asks the server that has these Spaces. */
export const ask = asks(() => {
  started ??= start();
  return started;
});

export async function stop(): Promise<void> {
  await (await started)?.remove();
}
