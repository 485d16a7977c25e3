import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { historyCommand, type PublishCommand, publishCommands } from "../../model/collection-commands.ts";
import { pagePath } from "../../page/pages.ts";
import { useCommands, useMenuCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import { type Crumb, PageHead } from "../../parts/PageHead.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { useAddressQuery, useDialogAddress } from "../../parts/use-address-query.ts";
import type { Command } from "../../stores/commands-store.ts";
import { count } from "../../text/format.ts";
import { PublishDialog } from "../publish/PublishDialog.tsx";
import { readSource, readTarget } from "../publish/publish-words.ts";
import { UnpublishDialog } from "../publish/UnpublishDialog.tsx";
import { useDraftDiff } from "../use-served.ts";
import { Trail, useOpenPublishing } from "./Trail.tsx";

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
