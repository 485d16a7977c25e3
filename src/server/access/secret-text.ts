import { createHash, hash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex: tokens are 95 bits of chance or more, so no salt or stretching is needed. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** Compares two secrets in time that says nothing about where they differ. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
