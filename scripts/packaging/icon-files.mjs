/** Sizes of the PNG files for Linux's icon themes, in pixels. */
export const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** The tray's icon of 16 px and its finer ones, as Electron looks for them beside it: a file's name, and its size in pixels. */
export const trayFiles = (name) => ({
  [`${name}.png`]: 16,
  [`${name}@2x.png`]: 32,
  [`${name}@3x.png`]: 48,
});
/** Sizes that Windows looks for. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256];
/** Each type of icon that macOS looks for, with its size in pixels (Apple's "icns" types that hold a PNG). */
export const icnsTypes = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};

/** A Windows icon of PNG images: a header, a 16-byte entry each, then the images. `pngs` maps a size to its bytes. */
export function icoOf(pngs) {
  const header = Buffer.alloc(6 + 16 * icoSizes.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(icoSizes.length, 4);
  let offset = header.length;
  for (const [index, size] of icoSizes.entries()) {
    const image = pngs.get(size);
    const at = 6 + 16 * index;
    // 256 is written as 0.
    header.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0], at);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...icoSizes.map((size) => pngs.get(size))]);
}

/** An icon for macOS: a header, then each image behind its type and length. */
export function icnsOf(pngs) {
  const parts = Object.entries(icnsTypes).map(([type, size]) => block(type, pngs.get(size)));
  return block("icns", Buffer.concat(parts));
}

function block(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
