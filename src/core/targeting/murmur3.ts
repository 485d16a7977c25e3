/** The first byte of a character in UTF-8, by how many bytes it takes. */
const lead = [0, 0, 0xc0, 0xe0, 0xf0] as const;
const replacement = 0xfffd;

/**
 * MurmurHash3_x86_32 (Austin Appleby, public domain) of a text's UTF-8 bytes, from 0 to 2^32 - 1. Half of a surrogate
 * pair counts as U+FFFD, as encoders write it. The bytes are made as they are needed: nothing is allocated.
 */
export function murmur3(text: string, seed = 0): number {
  let hash = seed;
  let word = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = pointAt(text, at);
    if (point > 0xffff) at += 1;
    const size = sizeOf(point);
    for (let index = 0; index < size; index += 1) {
      word |= byteOf(point, size, index) << ((length & 3) << 3);
      length += 1;
      if ((length & 3) === 0) {
        hash = (Math.imul(rotate(hash ^ scramble(word), 13), 5) + 0xe6546b64) | 0;
        word = 0;
      }
    }
  }
  if ((length & 3) !== 0) hash ^= scramble(word);
  return avalanche(hash ^ length);
}

/** 128 bits in hexadecimal, out of four seeds: two different texts do not share it by accident. */
export const digest = (text: string): string =>
  [1, 2, 3, 4].map((seed) => murmur3(text, seed).toString(16).padStart(8, "0")).join("");

function pointAt(text: string, at: number): number {
  const point = text.codePointAt(at) ?? replacement;
  return point >= 0xd800 && point <= 0xdfff ? replacement : point;
}

function sizeOf(point: number): 1 | 2 | 3 | 4 {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

function byteOf(point: number, size: 1 | 2 | 3 | 4, index: number): number {
  const bits = point >>> (6 * (size - 1 - index));
  return index === 0 ? lead[size] | bits : 0x80 | (bits & 0x3f);
}

const rotate = (bits: number, by: number): number => (bits << by) | (bits >>> (32 - by));

const scramble = (word: number): number => Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);

function avalanche(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
