import { type EnvironmentKey, environmentNames } from "../../core/primitives.ts";

/** An environment wherever it is named: a square and its word. */
export function EnvironmentName({ of }: { readonly of: EnvironmentKey }) {
  return (
    <span className="env-name" data-env={of}>
      <span className="env-mark" />
      {environmentNames[of]}
    </span>
  );
}
