import type { ReactNode } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import { useHere } from "../../page/use-here.ts";
import { Rev } from "../../parts/Rev.tsx";

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
