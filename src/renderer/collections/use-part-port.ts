import { useMemo } from "react";
import type { Collection } from "../../core/collection.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import type { SavedPort } from "../saved/saved-state.ts";
import type { CollectionName } from "./part-ports.ts";

/** How a part of a Collection saves itself; the same port for as long as it is the same part. */
export function usePartPort<T>(
  collection: Collection,
  id: string,
  portOf: (console: Console, where: CollectionName, id: string) => SavedPort<T>,
): SavedPort<T> {
  const console = useConsole();
  const { space } = useHere();
  return useMemo(
    () => portOf(console, { spaceId: space.id, collectionId: collection.id }, id),
    [portOf, console, space.id, collection.id, id],
  );
}
