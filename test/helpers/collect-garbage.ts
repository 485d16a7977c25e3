import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (which?: { type: "minor" }) => void;

/** Frees what nothing refers to any more: a `WeakRef` then says whether something is still held. */
export const collectGarbage = (): void => collect();

/** The same for young memory alone: what is used for the second time becomes old, and so does what old memory leads to. */
export const collectYoung = (): void => collect({ type: "minor" });
