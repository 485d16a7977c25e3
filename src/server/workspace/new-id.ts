import { randomFillSync } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random bytes fetched ahead, each used once: fetching a few takes as long as fetching many. */
const ahead = new Uint8Array(1024);
let used = ahead.length;

function randomByte(): number {
  if (used === ahead.length) {
    randomFillSync(ahead);
    used = 0;
  }
  const byte = ahead[used] ?? 0;
  ahead[used] = 0;
  used += 1;
  return byte;
}

/** `length` random letters and digits, each with the same chance. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += letters[byte % 62];
  }
  return text;
}

type IdPrefix =
  | "org"
  | "aud"
  | "acc"
  | "spc"
  | "typ"
  | "prp"
  | "col"
  | "exp"
  | "sec"
  | "scn"
  | "trb"
  | "per"
  | "pub"
  | "tok"
  | "ses"
  | "req"
  | "v"
  | "evt"
  | "rpl"
  | "snp"
  | "dev";

/** A new identifier such as `spc_4fT0…`: 95 bits of chance, more than enough to be unique. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomText(16)}`;
