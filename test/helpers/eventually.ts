import { vi } from "vitest";
import { patience } from "./patience.ts";

/** Until a check no longer throws; `vi.waitFor` by itself gives up after 1 s, which a busy machine may well take. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience });
