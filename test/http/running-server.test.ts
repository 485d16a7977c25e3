import { expect, it } from "vitest";
import { startServer } from "../../src/server/start-server.ts";
import { newFolder } from "../helpers/server.ts";

it("is data and questions that are answered with data: it could as well run in another process", async () => {
  const server = await startServer({ dataDir: await newFolder(), port: 0, sdkPort: 0, seed: "demo" });
  try {
    const { now, launchUrl, startShow: _show, pauseIngestion, failed, stop: _stop, ...plain } = server;
    expect(structuredClone(plain)).toEqual(plain);
    expect(failed).toBeInstanceOf(Promise);
    await pauseIngestion(true);
    const answers = [await now(), await launchUrl("/spaces")];
    expect(structuredClone(answers)).toEqual(answers);
    expect(answers[0]).toMatchObject({ lanUrls: [], ingestion: { isPaused: true, refused: 0 } });
    expect((await now()).spaces.map(({ key }) => key)).toContain("cinema");
    await pauseIngestion(false);
    expect((await now()).ingestion.isPaused).toBe(false);
  } finally {
    await server.stop();
  }
});
