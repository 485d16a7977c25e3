import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { AuditLog } from "../../../../src/server/audit/audit-log.ts";
import { auditRequests } from "../../../../src/server/audit/audit-routes.ts";

test("a change is answered once its line is written; looking waits for nothing, and a disk that is full for nobody", async () => {
  const steps: string[] = [];
  let write: (error?: Error) => void = () => {};
  const append = () =>
    new Promise<void>((resolve, reject) => {
      steps.push("writing");
      write = (error) => (error === undefined ? resolve() : reject(error));
    });
  const audit = new AuditLog({ append, page: async () => ({ data: [], next: null }) });
  const app = express();
  app.use(auditRequests({ audit }, () => undefined));
  app.all("/v2/orgs", (_req, res) => void res.status(201).json({ ok: true }));
  const server = createServer(app).listen(0);
  const { port } = server.address() as AddressInfo;
  const ask = async (method: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/orgs`, { method });
    steps.push(`${method} ${answer.status} ${JSON.stringify(await answer.json())}`);
  };
  const first = ask("POST");
  await expect.poll(() => steps).toEqual(["writing"]);
  await ask("GET");
  const second = ask("PUT");
  steps.push("written");
  write();
  await first;
  await expect.poll(() => steps.filter((step) => step === "writing").length).toBe(2);
  write(new Error("ENOSPC"));
  await second;
  await ask("DELETE");
  expect(steps.filter((step) => step !== "writing")).toEqual([
    'GET 201 {"ok":true}',
    "written",
    'POST 201 {"ok":true}',
    'PUT 201 {"ok":true}',
    'DELETE 201 {"ok":true}',
  ]);
  server.close();
});
