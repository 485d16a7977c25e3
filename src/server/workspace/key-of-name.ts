import anyAscii from "any-ascii";
import { slugify } from "../../core/primitives.ts";

/** A key made out of a name of any script: "映画" is `yinghua`. `fallback` stands in where nothing can be read, as of "…". */
export const keyOfName = (name: string, fallback: string): string =>
  slugify(name, "") || slugify(anyAscii(name), fallback);
