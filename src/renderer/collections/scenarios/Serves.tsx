import type { ReactNode } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import type { FieldError } from "../../../core/problem.ts";
import type { CollectionContent } from "../../../core/publication.ts";
import { useHere } from "../../page/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { Toggle } from "../../parts/Toggle.tsx";

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

interface PropProps {
  readonly name: string;
  readonly type?: string;
  readonly changed: boolean;
  readonly error?: string | null;
  readonly errorId?: string;
  readonly draft: ReactNode;
  readonly published: ReactNode;
}

/** A line of what is served: its name, the draft, and what is published. */
export function Prop({ name, type = "", changed, error = null, errorId, draft, published }: PropProps) {
  const { environment } = useHere();
  return (
    <div className={`prop ${changed ? "is-changed" : ""}`}>
      <span className="prop-key">
        <span className="mono truncate" title={name}>
          {name}
        </span>
        <span className="muted small">{type}</span>
      </span>
      <div className="prop-draft">
        {changed && <Rev words={`Differs from ${environmentNames[environment]}`} />}
        {draft}
        {error !== null && (
          <p className="field-error prop-error" id={errorId} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className="prop-pub">{published}</div>
    </div>
  );
}

/** What this environment serves of one scenario. */
export type ServedRow<S> =
  | { readonly phase: "unpublished" }
  | { readonly phase: "loading" | "failed"; readonly version: number }
  | {
      readonly phase: "ready";
      readonly version: number;
      /** Null where that version has no such scenario. */
      readonly serve: S | null;
      /** The type as it was published; undefined for a Section. */
      readonly type: CollectionContent["types"][number] | undefined;
    };

/** The heads over a draft and what is published beside it. */
function ServesHead({ served }: { readonly served: ServedRow<unknown> }) {
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
