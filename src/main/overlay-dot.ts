import { type NativeImage, nativeImage } from "electron";

/** What Windows lays over the app's icon, in px (ITaskbarList3::SetOverlayIcon). */
const size = 16;
/** A red, as blue, green, red: a bitmap's order on Windows. */
const colour = [0x30, 0x34, 0xd4] as const;

/** A dot: a number could not be read at this size. */
export const overlayDot = (): NativeImage =>
  nativeImage.createFromBitmap(dotBitmap(), { width: size, height: size });

/** Its pixels, each with its colours multiplied by how much of it the dot covers. */
function dotBitmap(): Buffer {
  const bitmap = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const part = covered(x, y);
      bitmap.set(
        [...colour.map((value) => Math.round(value * part)), Math.round(255 * part)],
        (y * size + x) * 4,
      );
    }
  return bitmap;
}

/** From 0 to 1: a pixel at the edge is covered in part. */
function covered(x: number, y: number): number {
  const middle = (size - 1) / 2;
  const distance = Math.hypot(x - middle, y - middle);
  return Math.min(1, Math.max(0, size / 2 - distance));
}
