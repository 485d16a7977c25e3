import type { CollectionContent } from "../../../core/publication.ts";
import { servedPart } from "../../model/changed-parts.ts";
import type { Row } from "../../model/scenario-rows.ts";
import type { ServedVersion } from "../use-served.ts";
import type { ServedRow } from "./ServesHead.tsx";

/** What an environment serves of one Experience or Section. */
export type ServedRows<S> =
  | Exclude<ServedRow<S>, { readonly phase: "ready" }>
  | {
      readonly phase: "ready";
      readonly version: number;
      /** None where that version does not have it. */
      readonly rows: readonly Row<S>[];
      readonly type: CollectionContent["types"][number] | undefined;
    };

/** The rows of a part in what is served. */
export function servedRows<S>(
  served: ServedVersion | null,
  version: number | null,
  part: { readonly id: string },
): ServedRows<S> {
  if (served === null || version === null) return { phase: "unpublished" };
  if (served.phase === "loading") return { phase: "loading", version };
  if (served.phase === "failed") return { phase: "failed", version, reason: served.reason };
  const found = servedPart(served.content, part);
  const typeId = found !== undefined && "typeId" in found ? found.typeId : null;
  return {
    phase: "ready",
    version,
    // The id says whether it is an Experience or a Section, and so what its rows serve.
    rows: (found?.scenarios ?? []) as unknown as readonly Row<S>[],
    type: served.content.types.find(({ id }) => id === typeId),
  };
}

/** One row of it. */
export function servedRow<S>(served: ServedRows<S>, id: string): ServedRow<S> {
  if (served.phase !== "ready") return served;
  const { version, rows, type } = served;
  return { phase: "ready", version, serve: rows.find((row) => row.id === id)?.serve ?? null, type };
}
