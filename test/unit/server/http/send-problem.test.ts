import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { consolePages } from "../../../../src/server/http/pages.ts";
import { problemHandler } from "../../../../src/server/http/send-problem.ts";

let server: Server | undefined;
afterEach(() => server?.close());

/** What is answered where another build has taken these files away. */
async function ask(path: string): Promise<{ readonly status: number; readonly said: string }> {
  const app = express()
    .use(consolePages("/not/there"))
    // As Node throws where a chunk is gone.
    .use("/chunk", () => {
      throw Object.assign(new Error("Cannot find module '/a/b.js'"), { code: "ERR_MODULE_NOT_FOUND" });
    })
    .use(() => {
      throw new Error("a fault of ours");
    })
    .use(
      problemHandler(
        () => "",
        () => undefined,
      ),
    );
  const answer = await fetch(`${await listen(app)}${path}`);
  return { status: answer.status, said: ((await answer.json()) as { detail: string }).detail };
}

async function listen(app: express.Express): Promise<string> {
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(["/chunk", "/", "/spaces/cinema"])("%s of a build that is gone is told so", async (path) => {
  const { status, said } = await ask(path);
  expect(status).toBe(503);
  expect(said).toContain("stop the server and start it again");
  expect(said).not.toContain("/not/there");
});

test("a fault of ours is none of the build's", async () => {
  expect((await ask("/chunks")).status).toBe(500);
});

test.each([true, false])(
  "why the store failed is told to the log, once, and to nobody else where it hides: %s",
  async (hides) => {
    const lines: string[] = [];
    const app = express()
      .use(({ path }) => {
        const headers = { "Retry-After": "5" };
        throw new Problem("storage-failed", `The store refused the change: disk ${path} is full`, {
          headers,
        });
      })
      .use(
        problemHandler(
          () => "",
          (line) => lines.push(line),
          hides,
        ),
      );
    const origin = await listen(app);
    for (const path of ["/a", "/a", "/b"]) {
      const answer = await fetch(origin + path);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await answer.text()).toContain(hides ? "the server's log says why" : `disk ${path} is full`);
    }
    // Not again within a minute, whatever it is: each request of an app would be a line.
    expect(lines).toEqual(hides ? ["GET /a: The store refused the change: disk /a is full"] : []);
  },
);
