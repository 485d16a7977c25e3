import type { Collection } from "../../../core/collection.ts";
import { environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { Rev } from "../../parts/Rev.tsx";

/** Which version each environment serves, from the first to the last rung. */
export function Ladder({ collection }: { readonly collection: Collection }) {
  return (
    <ul className="ladder" aria-label="Versions by environment">
      {environmentKeys.map((key) => {
        const { state, version } = collection.status[key];
        return (
          <li className="lad" data-env={key} key={key}>
            <span className="env-mark" />
            {environmentNames[key]}
            {version === null ? (
              <span className="direction">unpublished</span>
            ) : (
              <b className="num">{version}</b>
            )}
            {state === "changed" && <Rev words={`The draft differs from ${environmentNames[key]}`} />}
          </li>
        );
      })}
    </ul>
  );
}
