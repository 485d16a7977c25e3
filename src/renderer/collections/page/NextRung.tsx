import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { useHere } from "../../app/use-here.ts";
import { useVersion } from "../use-served.ts";
import { useOpenPublishing } from "./use-publishing.ts";

/** The next step up the ladder, where the environment above does not serve what this one does: "Promote 2 to Staging". */
export function NextRung({ collection }: { readonly collection: Collection }) {
  const { environment, canEdit } = useHere();
  const open = useOpenPublishing();
  const next = environmentKeys[environmentKeys.indexOf(environment) + 1];
  const { version } = collection.status[environment];
  const same = useSame(collection, environment, next ?? environment);
  if (!canEdit || next === undefined || version === null || same !== false) return null;
  return (
    <button
      type="button"
      className="btn btn-sm next-rung"
      data-env={next}
      onClick={() => open(environment, next)}
    >
      <span className="env-mark" />
      Promote {version} to {environmentNames[next]}
    </button>
  );
}

/** Whether two environments serve the same; null while that is not known. */
function useSame(collection: Collection, here: EnvironmentKey, there: EnvironmentKey): boolean | null {
  const one = useServedIn(collection, here);
  const other = useServedIn(collection, there);
  if (one === "unknown" || other === "unknown") return null;
  return jsonEqual(one, other);
}

function useServedIn({ id, status }: Collection, environment: EnvironmentKey) {
  const { space } = useHere();
  const { version } = status[environment];
  const name = { spaceId: space.id, collectionId: id, environment, version: version ?? 0 };
  const served = useVersion(name, version !== null);
  if (version === null) return null;
  return served.phase === "ready" ? served.content : "unknown";
}
