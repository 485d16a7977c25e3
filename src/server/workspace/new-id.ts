import { randomBytes } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` random letters and digits, each with the same chance. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
  return text;
}

export type IdPrefix =
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
