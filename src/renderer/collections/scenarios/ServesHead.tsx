import type { CollectionContent } from "../../../core/publication.ts";
import { useHere } from "../../page/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";

/** What this environment serves of one scenario. */
export type ServedRow<S> =
  | { readonly phase: "unpublished" }
  | { readonly phase: "loading"; readonly version: number }
  | { readonly phase: "failed"; readonly version: number; readonly reason: string }
  | {
      readonly phase: "ready";
      readonly version: number;
      /** Null where that version has no such scenario. */
      readonly serve: S | null;
      /** The type as it was published; undefined for a Section. */
      readonly type: CollectionContent["types"][number] | undefined;
    };

/** The heads over a draft and what is published beside it. */
export function ServesHead({ served }: { readonly served: ServedRow<unknown> }) {
  const { environment } = useHere();
  return (
    <div className="prop prop-head label">
      <span>Serves</span>
      <span>Draft</span>
      <span>
        <EnvironmentName of={environment} />
        <span className={served.phase === "failed" ? "field-error" : "muted"}>{servedWords(served)}</span>
      </span>
    </div>
  );
}

function servedWords(served: ServedRow<unknown>): string {
  switch (served.phase) {
    case "unpublished":
      return "unpublished";
    case "loading":
      return `version ${served.version} is being read`;
    case "failed":
      return `version ${served.version} could not be read`;
    case "ready":
      return served.serve === null ? `not in version ${served.version}` : `version ${served.version}`;
    default:
      return served satisfies never;
  }
}
