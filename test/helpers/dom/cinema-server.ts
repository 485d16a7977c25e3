import type { BrowserCommand } from "vitest/node";
import { scenePut } from "../../../src/core/scene.ts";
import { type Cinema, layCinema } from "../cinema.ts";
import { layLongNames } from "../long-names.ts";
import { startTestServer, type TestServer } from "../server.ts";

/** An answer of the real server, as it crosses from the test's process to the page. */
export interface RealAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Started {
  readonly server: TestServer;
  readonly cinema: Cinema;
}

let started: Promise<Started> | undefined;

/** Somebody of whom is said what a Section has in it. */
const expectsChildren = {
  name: "Somebody new",
  expected: { experiences: [{ experience: "homepage.body", enabled: true, children: ["premieres"] }] },
};

/** The example of a scene, over what this Space has. */
const sceneOfCinema = (): object =>
  JSON.parse(JSON.stringify(scenePut.meta()?.example).replaceAll("homepage.banner", "homepage.hero"));

/** A real server with a full Space, Cinema, one of long names, and a new one, Matinee. The first test that asks starts it. */
async function start(): Promise<Started> {
  const server = await startTestServer();
  const orgId = (await server.api("GET", "/v2/orgs")).body.data[0].id;
  const cinema = await layCinema(server);
  await server.api("POST", `/v2/spaces/${cinema.key}/personas`, expectsChildren);
  await server.api("PUT", `/v2/spaces/${cinema.key}/scenes/premiere`, sceneOfCinema());
  await server.api("POST", "/v2/spaces", { orgId, name: "Matinee" });
  await layLongNames(server, orgId);
  return { server, cinema };
}

/** A command that asks a real server as an owner. */
export const asks =
  (server: () => Promise<TestServer>): BrowserCommand<[method: string, path: string, body: string | null]> =>
  async (_context, method, path, body): Promise<RealAnswer> => {
    const { platformUrl, token } = await server();
    const answer = await fetch(platformUrl + path, {
      method,
      body,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== null && { "content-type": "application/json" }),
      },
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    };
  };

/** Asks the real server of all DOM tests. They read of it, and leave it as it is. */
export const ask = asks(async () => {
  started ??= start();
  return (await started).server;
});

export async function stop(): Promise<void> {
  await (await started)?.server.remove();
}
