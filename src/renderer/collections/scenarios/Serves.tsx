import type { ReactNode } from "react";
import type { FieldError } from "../../../core/problem.ts";
import { useHere } from "../../page/use-here.ts";
import { Toggle } from "../../parts/Toggle.tsx";
import { Prop } from "./Prop.tsx";
import { type ServedRow, ServesHead } from "./ServesHead.tsx";

/** What a scenario serves, to be edited beside what this environment serves now. */
export interface ServesProps<S> {
  readonly serve: S;
  readonly served: ServedRow<S>;
  readonly onChange: (serve: S, mark: string) => void;
  readonly errors: readonly FieldError[];
  /** Where the serve stands in the object, for the errors about it. */
  readonly path: readonly PropertyKey[];
}

interface ServesFrameProps<S> extends Pick<ServesProps<S>, "serve" | "served" | "onChange"> {
  /** What it serves where it is on. */
  readonly children: ReactNode;
}

/** What an Experience and a Section have in common in what they serve: on or off. */
export function Serves<S extends { readonly enabled: boolean }>(props: ServesFrameProps<S>) {
  const { serve, served, onChange, children } = props;
  const { canEdit } = useHere();
  const before = publishedServe(served);
  return (
    <div className="props">
      <ServesHead served={served} />
      <Prop
        name="enabled"
        changed={before !== null && before.enabled !== serve.enabled}
        draft={
          <>
            {canEdit && (
              <Toggle
                on={serve.enabled}
                onChange={(enabled) => onChange({ ...serve, enabled }, "enabled")}
                label="Enabled"
              />
            )}
            {serve.enabled ? "On" : "Off"}
          </>
        }
        published={before === null ? null : before.enabled ? "On" : "Off"}
      />
      {children}
    </div>
  );
}

/** What is published of it; null while that is not known, or where there is nothing. */
export const publishedServe = <S,>(served: ServedRow<S>): S | null =>
  served.phase === "ready" ? served.serve : null;
