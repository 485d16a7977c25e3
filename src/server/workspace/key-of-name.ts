import anyAscii from "any-ascii";
import { slugify, uniqueKey } from "../../core/primitives.ts";
import { Problem, pointer } from "../../core/problem.ts";

/** A key made out of a name of any script: "映画" is `yinghua`. `fallback` stands in where nothing can be read, as of "…". */
export const keyOfName = (name: string, fallback: string): string => slugify(inLatin(name), fallback);

/** A name of which a key can be made: "映画" is "YingHua", one with Latin letters stays. */
export const inLatin = (name: string): string => (slugify(name, "") === "" ? anyAscii(name) : name);

/** The key that is asked for, or one that the name makes. @throws Problem conflict as `assertFree` */
export function chooseKey(
  taken: ReadonlySet<string>,
  asked: string | undefined,
  name: string,
  fallback: string,
  path: readonly PropertyKey[],
  by = "here",
): string {
  if (asked === undefined) return uniqueKey(keyOfName(name, fallback), taken);
  assertFree(taken, asked, path, by);
  return asked;
}

/** `path`: where in the body it is asked for; `by`: who has it, in words. @throws Problem conflict */
export function assertFree(
  taken: ReadonlySet<string>,
  key: string,
  path: readonly PropertyKey[],
  by = "here",
): void {
  if (taken.has(key))
    throw new Problem("conflict", `The key "${key}" is taken ${by}.`, {
      errors: [{ path: pointer(path), detail: "is taken" }],
    });
}
