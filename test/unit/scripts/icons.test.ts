import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { icnsTypes, icoSizes, pngSizes, trayFiles } from "../../../scripts/packaging/icon-files.mjs";

const folder = resolve(import.meta.dirname, "../../../resources/icons");
const read = (name: string) => readFileSync(join(folder, name));

/** Width and height as a PNG's header says them, in pixels; null for what is no PNG. */
function pngSize(bytes: Buffer): [number, number] | null {
  if (bytes.subarray(1, 4).toString("latin1") !== "PNG") return null;
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
const square = (size: number) => [size, size];

describe("the icons", () => {
  it("were drawn from the drawing as it is now (`npm run icons` draws them anew)", () => {
    const hash = createHash("sha256").update(read("understudy.svg")).digest("hex");
    expect(read("drawn-from.sha256").toString().trim()).toBe(hash);
  });

  it("are there in each size for Linux", () => {
    const names = pngSizes.map((size) => `${size}x${size}.png`);
    expect(readdirSync(join(folder, "png")).sort()).toEqual([...names].sort());
    expect(names.map((name) => pngSize(read(`png/${name}`)))).toEqual(pngSizes.map(square));
  });

  it.each(["tray", "trayTemplate"])("are there in each size for the tray: %s", (name) => {
    const files = Object.entries(trayFiles(name));
    expect(files.map(([file]) => pngSize(read(file)))).toEqual(files.map(([, size]) => square(size)));
  });

  it("are there in each size for Windows, 256 among them", () => {
    const ico = read("understudy.ico");
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, icoSizes.length]);
    const images = icoSizes.map((_size, index) => {
      const at = 6 + 16 * index;
      const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
      return { said: ico[at] || 256, drawn: pngSize(ico.subarray(offset, offset + length)) };
    });
    expect(images).toEqual(icoSizes.map((size) => ({ said: size, drawn: square(size) })));
    expect(icoSizes).toContain(256);
  });

  it("are there in each size for macOS, 1024 among them", () => {
    const icns = read("understudy.icns");
    expect([icns.toString("latin1", 0, 4), icns.readUInt32BE(4)]).toEqual(["icns", icns.length]);
    const found: Record<string, unknown> = {};
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      found[icns.toString("latin1", at, at + 4)] = pngSize(icns.subarray(at + 8));
    expect(found).toEqual(
      Object.fromEntries(Object.entries(icnsTypes).map(([type, size]) => [type, square(size)])),
    );
    expect(Object.values(icnsTypes)).toContain(1024);
  });
});
