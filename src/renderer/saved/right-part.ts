import { isObject } from "../../core/json-object.ts";
import { errorsIn, type FieldError, pointer } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { isListed, withOnly } from "./merge-edits.ts";

/**
 * What of an edit can be saved: in the place of what `check` says is wrong, the server's stays; a new thing in which something
 * is wrong waits whole. The very edit where nothing is wrong; empty where nothing can be saved.
 */
export function rightPart<T extends object>(
  edit: Partial<T>,
  server: T,
  check: (edit: Partial<T>) => readonly FieldError[],
): Partial<T> {
  const errors = check(edit);
  if (errors.length === 0) return edit;
  const right = rightOf(edit, server, [], errors) as Partial<T>;
  const changed = withOnly(right, (name) => !jsonEqual(right[name], server[name]));
  return check(changed).length === 0 ? changed : {};
}

function rightOf(
  mine: unknown,
  theirs: unknown,
  path: readonly PropertyKey[],
  errors: readonly FieldError[],
): unknown {
  const here = errorsIn(errors, path);
  if (here.length === 0) return mine;
  if (here.some((one) => one.path === pointer(path))) return theirs;
  if (isListed(mine) && isListed(theirs))
    return mine.flatMap((one, place) => {
      const same = theirs.find(({ id }) => id === one.id);
      return rightOf(one, same, [...path, place], here) ?? [];
    });
  if (!isObject(mine) || !isObject(theirs)) return theirs;
  const members = Object.keys(mine).map((name) => [
    name,
    rightOf(mine[name], theirs[name], [...path, name], here),
  ]);
  const right = members.filter(([, value]) => value !== undefined);
  // A member that waits may be another one under a new name: then that one stays, too.
  return Object.fromEntries([
    ...(right.length < members.length ? Object.entries(theirs).filter(([name]) => !(name in mine)) : []),
    ...right,
  ]);
}
