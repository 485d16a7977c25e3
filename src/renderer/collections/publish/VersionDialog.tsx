import type { Collection } from "../../../core/collection.ts";
import { itemsIn } from "../../../core/items.ts";
import { environmentNames } from "../../../core/primitives.ts";
import type { CollectionContent } from "../../../core/publication.ts";
import { diffContents } from "../../../core/publishing/diff.ts";
import type { ExperienceServe, SectionServe } from "../../../core/scenario.ts";
import { isDraftOf } from "../../model/draft-content.ts";
import { rowAudience, rowServe } from "../../model/row-words.ts";
import type { Row } from "../../model/scenario-rows.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { Failed } from "../../parts/PageState.tsx";
import { useDialogAddress } from "../../parts/use-address-query.ts";
import { moment } from "../../text/format.ts";
import { useNameOf } from "../collections-state.ts";
import { useServed, useVersion } from "../use-served.ts";
import type { TakeIntoDraft } from "../use-take-into-draft.ts";
import { DiffList } from "./DiffList.tsx";
import { namesIn } from "./diff-words.ts";

interface VersionDialogProps {
  readonly collection: Collection;
  readonly version: number;
  /** When it was published; undefined where that is not known yet. */
  readonly publishedAt: string | undefined;
  /** The page's, which is still there when the dialog is closed. */
  readonly take: TakeIntoDraft;
  readonly onClose: () => void;
}

/** What a version served, and how that differs from what is served now. */
export function VersionDialog(props: VersionDialogProps) {
  const { collection, version, publishedAt, take, onClose } = props;
  const { space, environment, canEdit } = useHere();
  const dialogs = useDialogAddress();
  const name = { spaceId: space.id, collectionId: collection.id, environment, version, publishedAt };
  const one = useVersion(name);
  const now = useServed(collection);
  const isNow = collection.status[environment].version === version;
  const about =
    one.phase === "ready"
      ? `Published ${moment(one.publication.publishedAt)} by ${one.publication.publishedBy}${one.publication.note === null ? "" : `: ${one.publication.note}`}`
      : "A version never changes; it is kept for as long as its Collection is.";
  return (
    <Modal
      onClose={onClose}
      size="wide"
      cued
      title={`${collection.name}, version ${version} in ${environmentNames[environment]}`}
      about={about}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="dialog-body" tabIndex={0} aria-label={`Version ${version}`}>
        {one.phase === "loading" && <span className="skeleton" style={{ width: "60%" }} />}
        {one.phase === "failed" && (
          <Failed title="This version could not be read" reason={one.reason} onRetry={one.again} />
        )}
        {one.phase === "ready" && (
          <>
            {!isNow && now?.phase === "ready" && (
              <SinceThen collection={collection} then={one.content} now={now.content} />
            )}
            <Served content={one.content} collection={collection} />
          </>
        )}
      </section>
      <DialogFoot
        note={<span className="direction small">{isNow ? "This is what is served now." : ""}</span>}
        keep="Close"
        onKeep={onClose}
      >
        {canEdit && one.phase === "ready" && !isDraftOf(collection, one.content) && (
          <Button
            onClick={() => {
              take(() => one.content, `Took version ${version} into the draft of ${collection.name}`);
              onClose();
            }}
          >
            Take this version into the draft
          </Button>
        )}
        {canEdit && !isNow && (
          <Button onClick={() => dialogs.open({ version: null, publish: String(version) })}>
            Roll back to it…
          </Button>
        )}
      </DialogFoot>
    </Modal>
  );
}

interface SinceThenProps {
  readonly collection: Collection;
  readonly then: CollectionContent;
  readonly now: CollectionContent;
}

function SinceThen({ collection, then, now }: SinceThenProps) {
  const diff = diffContents(now, then);
  if (diff.length === 0) return <p className="direction">It served what is served now.</p>;
  return (
    <div>
      <p className="direction small">Rolling back would change what is served now:</p>
      <DiffList diff={diff} collection={collection} after={then} />
    </div>
  );
}

function Served({
  content,
  collection,
}: {
  readonly content: CollectionContent;
  readonly collection: Collection;
}) {
  const nameOf = namesIn(content, useNameOf(collection));
  return (
    <section aria-label="What it served">
      <div className="sec-head">
        <h3 className="heading">What it served</h3>
      </div>
      {itemsIn(content).map((part) => (
        <div key={part.id} className="served-part">
          <h4 className="label">{part.name}</h4>
          <ol className="diff">
            {(part.scenarios as readonly Row<ExperienceServe | SectionServe>[]).map((row, index) => (
              <li key={row.id}>
                <span>
                  <span className="mono muted small">{index + 1}</span> {row.name}
                </span>
                <span className="muted">{rowAudience(row, nameOf)}</span>
                <span />
                <span>{rowServe(row.serve, nameOf)}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
