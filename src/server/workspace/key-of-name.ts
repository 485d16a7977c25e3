import anyAscii from "any-ascii";
import { slugify } from "../../core/primitives.ts";

/** A key made out of a name of any script: "映画" is `yinghua`. `fallback` stands in where nothing can be read, as of "…". */
export const keyOfName = (name: string, fallback: string): string => slugify(inLatin(name), fallback);

/** A name of which a key can be made: "映画" is "YingHua", one with Latin letters stays. */
export const inLatin = (name: string): string => (slugify(name, "") === "" ? anyAscii(name) : name);
