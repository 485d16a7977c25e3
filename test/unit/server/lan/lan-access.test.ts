import { createServer } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { LanAccess } from "../../../../src/server/lan/lan-access.ts";
import { ownPort } from "../../../helpers/own-port.ts";

afterEach(() => vi.useRealTimers());

it("follows the computer to other addresses, and comes back after none", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let addresses = ["127.0.0.1"];
  const lan = new LanAccess({
    addresses: () => addresses,
    create: () => createServer((_req, res) => void res.end("here")),
  });
  const port = await ownPort();
  lan.onPort(port);
  await Promise.all([lan.open(), lan.open()]);
  const url = `http://127.0.0.1:${port}`;
  expect(lan.urls).toEqual([url]);
  expect(await (await fetch(url)).text()).toBe("here");

  addresses = [];
  vi.advanceTimersByTime(2000);
  await expect.poll(() => lan.urls).toEqual([]);
  await expect(fetch(url)).rejects.toThrow("fetch failed");

  addresses = ["127.0.0.1"];
  vi.advanceTimersByTime(2000);
  await expect.poll(() => lan.urls).toEqual([url]);
  expect(await (await fetch(url)).text()).toBe("here");

  await lan.close();
  vi.advanceTimersByTime(10_000);
  expect(lan.urls).toEqual([]);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

it("is not opened where there is no network, and can be once there is", async () => {
  let addresses: string[] = [];
  const lan = new LanAccess({ addresses: () => addresses, create: () => createServer() });
  lan.onPort(await ownPort());
  await expect(lan.open()).rejects.toMatchObject({
    code: "conflict",
    message: "This computer is not in a local network. Connect it to one, then try again.",
  });
  addresses = ["127.0.0.1"];
  await lan.open();
  expect(lan.urls).toHaveLength(1);
  await lan.close();
});
