import type { PublishState as State } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentNames } from "../../../core/primitives.ts";
import { Rev } from "../../parts/Rev.tsx";
import { moment } from "../../text/format.ts";

interface PublishStateProps {
  readonly status: State;
  readonly environment: EnvironmentKey;
}

/** What an environment serves of a Collection: its version, and whether the draft differs. */
export function PublishState({ status, environment }: PublishStateProps) {
  if (status.version === null) return <span className="direction small">unpublished</span>;
  return (
    <span className="publish-state">
      <span className="num">{status.version}</span>
      {status.state === "changed" && (
        <Rev words={`The draft differs from ${environmentNames[environment]}`} />
      )}
      {status.publishedAt !== null && <span className="muted small num">{moment(status.publishedAt)}</span>}
    </span>
  );
}
