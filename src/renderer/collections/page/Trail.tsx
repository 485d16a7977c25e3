import type { ReactNode } from "react";
import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import type { CollectionContent } from "../../../core/publication.ts";
import { diffContents } from "../../../core/publishing/diff.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { useDialogAddress } from "../../parts/use-address-query.ts";
import { counted } from "../../text/format.ts";
import type { PublishSource } from "../publish/publish-words.ts";
import { useDraftDiff, useServed } from "../use-served.ts";

/** The versions of a Collection, environment by environment, what differs, and the steps up from or to this one. */
export function Trail({ collection }: { readonly collection: Collection }) {
  const { environment } = useHere();
  const changes = useDraftDiff(collection)?.length ?? 0;
  const here = environmentKeys.indexOf(environment);
  const below = environmentKeys[here - 1];
  const above = environmentKeys[here + 1];
  return (
    <div className="trail">
      <span className="gutter">
        {collection.status[environment].state === "changed" && (
          <Rev words={`The draft differs from ${environmentNames[environment]}`} />
        )}
      </span>
      <ul className="ladder" aria-label="Versions by environment">
        {environmentKeys.map((key) => (
          <Version key={key} collection={collection} of={key}>
            {key === environment && changes > 0 && counted(changes, "change")}
            {key === above && <Behind collection={collection} from={environment} to={key} />}
          </Version>
        ))}
      </ul>
      {below !== undefined && (
        <Rung collection={collection} from={below} to={environment}>
          Promote from {environmentNames[below]}
        </Rung>
      )}
      {above !== undefined && (
        <Rung collection={collection} from={environment} to={above}>
          Promote {collection.status[environment].version}
          <span className="where"> to {environmentNames[above]}</span>
        </Rung>
      )}
    </div>
  );
}

interface VersionProps {
  readonly collection: Collection;
  readonly of: EnvironmentKey;
  /** How far the draft, or the step below, is from it. */
  readonly children: ReactNode;
}

/** What an environment serves. */
function Version({ collection, of, children }: VersionProps) {
  const { environment } = useHere();
  const { state, version } = collection.status[of];
  return (
    <li className="lad" data-env={of} aria-current={of === environment || undefined}>
      <span className="env-mark" />
      <span className="env-word">{environmentNames[of]}</span>
      {version === null ? <span className="direction">unpublished</span> : <b className="num">{version}</b>}
      {state === "changed" && <Rev words={`The draft differs from ${environmentNames[of]}`} />}
      {version !== null && <span className="direction apart">{children}</span>}
    </li>
  );
}

interface StepProps {
  readonly collection: Collection;
  readonly from: EnvironmentKey;
  readonly to: EnvironmentKey;
}

/** How many changes an environment is behind the one below it. */
function Behind({ collection, from, to }: StepProps) {
  const served = useServedIn(collection, from);
  const there = useServedIn(collection, to);
  if (!served || !there) return null;
  const changes = diffContents(there, served).length;
  return changes > 0 && `${changes} behind`;
}

/** A step up the ladder, where the environment above does not serve what the one below does. */
function Rung({ collection, from, to, children }: StepProps & { readonly children: ReactNode }) {
  const { canEdit } = useHere();
  const open = useOpenPublishing();
  const served = useServedIn(collection, from);
  const there = useServedIn(collection, to);
  if (!canEdit || !served || there === undefined || jsonEqual(served, there)) return null;
  return (
    <Button
      small
      className="next-rung"
      title={`Promote to ${environmentNames[to]}`}
      data-env={to}
      onClick={() => open(from, to)}
    >
      <span className="env-mark" />
      <span>{children}</span>
    </Button>
  );
}

/** What an environment serves of a Collection; null where nothing is published, undefined while it is not known. */
function useServedIn(
  collection: Collection,
  environment: EnvironmentKey,
): CollectionContent | null | undefined {
  const served = useServed(collection, environment);
  if (served === null) return null;
  return served.phase === "ready" ? served.content : undefined;
}

/** Opens the publish dialog over the page on screen, whichever environment it publishes to. */
export function useOpenPublishing(): (source: PublishSource, to?: EnvironmentKey) => void {
  const { environment } = useHere();
  const dialogs = useDialogAddress();
  return (source, to = environment) =>
    dialogs.open({ publish: String(source), to: to === environment ? null : to, unpublish: null });
}
