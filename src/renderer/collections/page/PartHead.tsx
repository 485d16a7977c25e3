import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { useCommands, useMenuCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import { type Crumb, PageHead } from "../../parts/PageHead.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { count } from "../../text/format.ts";
import { PublishDialog } from "../publish/PublishDialog.tsx";
import { UnpublishDialog } from "../publish/UnpublishDialog.tsx";
import { useDraftDiff } from "../use-served.ts";
import { usePublishing } from "./use-publishing.ts";

interface PartHeadProps {
  readonly collection: Collection;
  readonly crumbs: readonly Crumb[];
  readonly title: string;
  /** What code calls it: `homepage.hero`. */
  readonly flag: string;
  /** Where the edits stand. */
  readonly saving?: ReactNode;
  readonly items?: readonly (MenuItem | null)[];
}

/** The head of anything in a Collection: where it is, whether it is saved, and the way to its publication. */
export function PartHead({ collection, crumbs, title, flag, saving, items = [] }: PartHeadProps) {
  const { environment, canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const publishing = usePublishing(collection);
  useMenuCommands("Collections", title, items);
  const preview = to("preview", collection.key);
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
  const more = [
    ...publishing.items,
    ...(items.length > 0 && publishing.items.length > 0 ? [null] : []),
    ...items,
  ];
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
        {canEdit && more.length > 0 && <MoreMenu label={`More for ${title}`} items={more} />}
      </PageHead>
      <ReadOnly />
      {publishing.source !== null && (
        <PublishDialog collection={collection} source={publishing.source} onClose={publishing.close} />
      )}
      <UnpublishDialog collection={collection} />
    </>
  );
}
