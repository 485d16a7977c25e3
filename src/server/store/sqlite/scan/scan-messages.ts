import type { ScanName } from "../../people-scans.ts";

/** A scan to do. `stop` is one 32-bit number; once it is not 0, the scan ends at its next chunk. */
export interface ScanRequest {
  readonly type: "scan";
  readonly name: ScanName;
  readonly ask: unknown;
  readonly stop: Int32Array;
}
export type ToScanner = ScanRequest | { readonly type: "close" };
/** The answer to the scan; exactly one. */
export type FromScanner =
  | { readonly type: "answer"; readonly answer: unknown }
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly message: string };
