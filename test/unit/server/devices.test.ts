import { expect, it, onTestFinished, vi } from "vitest";
import { type SecretsDocument, secretsDocument } from "../../../src/core/documents.ts";
import { limits } from "../../../src/core/limits.ts";
import { DeviceService } from "../../../src/server/devices/device-service.ts";

/** Devices over a document in memory. */
function newDevices(
  mayStay = () => true,
  written = (_: SecretsDocument) => {},
  before: SecretsDocument | null = null,
): DeviceService {
  const none = { schemaVersion: 1, apiKeys: {}, tokens: [], consoleSessions: [] };
  let data = before ?? secretsDocument.parse(none);
  const secrets = {
    get data() {
      return data;
    },
    update: async <R>(change: (draft: SecretsDocument) => R): Promise<R> => {
      const draft = structuredClone(data);
      const result = change(draft);
      data = draft;
      written(data);
      return result;
    },
  };
  return new DeviceService(secrets, { now: Date.now, platformNow: Date.now }, mayStay);
}

const place = { spaceId: "spc_1", environment: "development" } as const;
const offered = async (devices: DeviceService, accountId = "acc_1") =>
  (await devices.offer(place, { accountId, endsWith: null })).code;
const pair = (devices: DeviceService, code: string, from = "10.0.0.1") =>
  devices.pair(code, { from, name: "TV" });

it("one address that guesses stops nobody else, and many stop no right code", async () => {
  const devices = newDevices();
  for (let tries = 0; tries < 40; tries += 1)
    await expect(pair(devices, "222222", "10.0.0.66")).rejects.toThrow();
  await expect(pair(devices, "222222", "10.0.0.2")).rejects.toThrow("was used or has expired");
  for (let tries = 0; tries < 40; tries += 1)
    await expect(pair(devices, "222222", `10.0.1.${tries}`)).rejects.toThrow();
  await expect(pair(devices, "222222", "10.0.0.3")).rejects.toThrow("Too many codes");
  expect((await pair(devices, await offered(devices), "10.0.0.3")).apiKey).toMatch(/^us_dev_/);
});

it("an account's codes make room for its own alone", async () => {
  const devices = newDevices();
  const mine = await offered(devices);
  const theirs: string[] = [];
  for (let at = 0; at <= limits.pairings.value; at += 1) theirs.push(await offered(devices, "acc_2"));
  await expect(pair(devices, theirs[0] ?? "")).rejects.toThrow("was used or has expired");
  for (const code of [mine, ...theirs.slice(1)]) await pair(devices, code);
  expect(devices.list(() => true).length).toBe(limits.pairings.value + 1);
});

it("the device longest unused makes room for one more", async () => {
  const devices = newDevices();
  for (let at = 0; at < limits.devicesPerSpace.value; at += 1) await pair(devices, await offered(devices));
  const before = devices.list(() => true).map(({ id }) => id);
  devices.note(before.at(-1) ?? "");
  await pair(devices, await offered(devices));
  const after = devices.list(() => true).map(({ id }) => id);
  expect(after.length).toBe(limits.devicesPerSpace.value);
  expect(before.filter((id) => !after.includes(id))).toEqual([before.at(-2)]);
});

it("a new device keeps its place, whatever was paired while the clock was ahead", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-11-20T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const devices = newDevices();
  for (let at = 0; at < limits.devicesPerSpace.value; at += 1) await pair(devices, await offered(devices));
  vi.setSystemTime("2026-11-20T12:00:00Z");
  await pair(devices, await offered(devices));
  const [newest] = devices.list(() => true);
  vi.setSystemTime("2026-11-20T12:05:00Z");
  await pair(devices, await offered(devices));
  expect(devices.list(() => true).map(({ id }) => id)).toContain(newest?.id);
});

it("codes and devices end with what they were made by", async () => {
  let mayStay = true;
  const devices = newDevices(() => mayStay);
  const [used, waiting] = [await offered(devices), await offered(devices)];
  await pair(devices, used);
  const [device] = devices.list(() => true);
  expect(devices.isPaired(device?.id ?? "")).toBe(true);
  mayStay = false;
  expect(devices.isPaired(device?.id ?? "")).toBe(false);
  expect(devices.list(() => true)).toEqual([]);
  await expect(pair(devices, waiting)).rejects.toThrow("was used or has expired");
});

it("writes when a device was seen also once a clock that was ahead is set right", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const seen: unknown[] = [];
  const devices = newDevices(
    () => true,
    ({ devices: [device] }) => seen.push(device?.lastSeenAt),
  );
  await pair(devices, await offered(devices));
  const [device] = devices.list(() => true);
  for (const time of ["2027-11-20T12:00:00.000Z", "2026-11-20T12:00:00.000Z"]) {
    vi.setSystemTime(time);
    devices.note(device?.id ?? "");
    expect(seen.at(-1)).toBe(time);
  }
});

it("a device that only goes on after a restart runs what it ran, for the same user", async () => {
  const documents: SecretsDocument[] = [];
  const devices = newDevices(
    () => true,
    (data) => documents.push(data),
  );
  for (let at = 0; at < 2; at += 1) await pair(devices, await offered(devices));
  const [later, earlier] = devices.list(() => true).map(({ id }) => id);
  const running = { sdk: { name: "swift", version: "1.2.0" }, userId: "ana" };
  devices.note(earlier ?? "", running);

  const restarted = newDevices(() => true, undefined, documents.at(-1));
  for (const id of [later, earlier]) restarted.note(id ?? "");
  expect(restarted.list(() => true)).toMatchObject([
    { id: later, sdk: null, userId: null },
    { id: earlier, ...running },
  ]);
});
