import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { pagePath } from "../../../core/console-pages.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import type { CollectionContent } from "../../../core/publication.ts";
import { diffContents } from "../../../core/publishing/diff.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { historyCommand, type PublishCommand, publishCommands } from "../../model/collection-commands.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { type MenuItem, MoreMenu, useMenuCommands } from "../../parts/MoreMenu.tsx";
import { type Crumb, PageHead } from "../../parts/PageHead.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { useAddressQuery, useDialogAddress } from "../../parts/use-address-query.ts";
import type { Command } from "../../stores/commands-store.ts";
import { count, counted } from "../../text/format.ts";
import { PublishDialog } from "../publish/PublishDialog.tsx";
import { type PublishSource, readSource, readTarget } from "../publish/publish-words.ts";
import { UnpublishDialog } from "../publish/UnpublishDialog.tsx";
import { useDraftDiff, useServed } from "../use-served.ts";

interface PartHeadProps {
  readonly collection: Collection;
  readonly crumbs: readonly Crumb[];
  readonly title: string;
  /** What code calls it: `homepage.hero`. */
  readonly flag: string;
  /** Where the edits stand. */
  readonly saving?: ReactNode;
  readonly items: readonly (MenuItem | null)[];
}

/** The head of anything in a Collection: where it is, whether it is saved, and the way to its publication. */
export function PartHead({ collection, crumbs, title, flag, saving, items }: PartHeadProps) {
  const { environment, canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const publishing = usePublishing(collection);
  useMenuCommands("Collections", title, items);
  const preview = to("preview");
  useCommands([
    {
      id: "collection/preview",
      title: `Preview ${collection.name}`,
      group: "Collections",
      run: () => navigate(preview),
    },
  ]);
  const diff = useDraftDiff(collection);
  const changed = collection.status[environment].state !== "published";
  const more = [...publishing.items, ...(publishing.items.length > 0 ? [null] : []), ...items];
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={title}
        about={<span className="mono muted small flag-key wide truncate">{flag}</span>}
      >
        {saving}
        <Link className="btn" href={preview} aria-label="Preview">
          <Icon of={Eye} />
          <span className="preview-words">Preview</span>
        </Link>
        {canEdit && (
          <button
            type="button"
            className={changed ? "btn btn-env" : "btn"}
            onClick={() => publishing.open("draft")}
          >
            Publish to {environmentNames[environment]}
            {changed && diff !== null && diff.length > 0 && (
              <span className="num">
                {count(diff.length)}
                <span className="sr">{diff.length === 1 ? " change" : " changes"}</span>
              </span>
            )}
          </button>
        )}
        {canEdit && <MoreMenu label={`More for ${title}`} items={more} />}
      </PageHead>
      <Trail collection={collection} />
      <ReadOnly />
      {publishing.source !== null && (
        <PublishDialog
          collection={collection}
          source={publishing.source}
          to={publishing.to}
          onClose={publishing.close}
          onDone={publishing.finish}
        />
      )}
      <UnpublishDialog collection={collection} />
    </>
  );
}

/** The publish dialog, which is part of the address, and the ways to it. */
function usePublishing(collection: Collection) {
  const { space, environment, below, canEdit } = useHere();
  const [query] = useAddressQuery();
  const [, navigate] = useLocation();
  const dialogs = useDialogAddress();
  const open = useOpenPublishing();
  const to = readTarget(query.to, environment);
  const close = () => dialogs.close({ publish: null, to: null });
  const goThere = () => {
    const { publish: _, to: __, ...rest } = query;
    const path = pagePath({ spaceKey: space.key, environment: to }, "collections", ...below);
    const kept = new URLSearchParams(rest).toString();
    navigate(kept === "" ? path : `${path}?${kept}`, { replace: true });
  };
  const { publish, others } = publishCommands(collection, environment);
  const run = ({ source, to }: PublishCommand) =>
    source === null ? dialogs.open({ unpublish: "1" }) : open(source, to);
  usePublishCommands(collection, publish, others, run);
  return {
    /** What the open dialog publishes; null where none is open. */
    source: canEdit ? readSource(query.publish) : null,
    to,
    open,
    close,
    /** Closes it once that is done, and shows it where it was done. */
    finish: to === environment ? close : goThere,
    /** What else can be done with a Collection's versions. */
    items: others.map((one) => ({
      label: one.title,
      danger: one.source === null,
      run: () => run(one),
    })),
  };
}

function usePublishCommands(
  collection: Collection,
  publish: PublishCommand,
  others: readonly PublishCommand[],
  run: (command: PublishCommand) => void,
): void {
  const [, setQuery] = useAddressQuery();
  const offer = (command: PublishCommand): Command => {
    const { source: _, to: __, ...words } = command;
    return { ...words, run: () => run(command) };
  };
  const draft = { ...offer(publish), keys: "p" };
  useCommands([draft, { ...offer(publish), id: "publish", keysOnly: true }, ...others.map(offer)], "editor");
  const showHistory = () => setQuery({ tab: "history", scenario: null });
  useCommands([{ ...historyCommand(collection), keys: "h", run: showHistory }]);
}

/** The versions of a Collection, environment by environment, what differs, and the steps up from or to this one. */
function Trail({ collection }: { readonly collection: Collection }) {
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
function useOpenPublishing(): (source: PublishSource, to?: EnvironmentKey) => void {
  const { environment } = useHere();
  const dialogs = useDialogAddress();
  return (source, to = environment) =>
    dialogs.open({ publish: String(source), to: to === environment ? null : to, unpublish: null });
}
