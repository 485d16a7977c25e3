import { List, Pencil, Plus, RectangleHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { itemOf, keyPath, type Part, partsOf } from "../../model/collection-address.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Empty } from "../../parts/PageState.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { Table } from "../../parts/Table.tsx";
import { useAddressQuery } from "../../parts/use-address-query.ts";
import { counted } from "../../text/format.ts";
import { useCollections, useCollectionsState, useTypes } from "../collections-state.ts";
import { History } from "../publish/History.tsx";
import { RenameField } from "../tree/RenameField.tsx";
import { useItemMenu } from "../tree/use-item-menu.ts";
import { useChanges } from "../use-served.ts";
import { useDiscard } from "../use-take-into-draft.ts";
import { EditorTabs } from "./EditorTabs.tsx";
import { KeyedLink } from "./ListPage.tsx";
import { PartHead } from "./PartHead.tsx";
import { bound, codeNames, opening } from "./snippets.ts";

/** A Collection: what is in it, its history, and how code reads it. */
export function CollectionPage({ collection }: { readonly collection: Collection }) {
  const to = usePath();
  const parts = partsOf(collection);
  const [renaming, setRenaming] = useState(false);
  const [, setQuery] = useAddressQuery();
  const rename = () => {
    setQuery({ tab: null });
    setRenaming(true);
  };
  const name = <Name collection={collection} renaming={renaming} onRenaming={setRenaming} />;
  return (
    <div className="stage-col ruled">
      <PartHead
        collection={collection}
        crumbs={[{ name: "Collections", href: to("collections") }]}
        title={collection.name}
        flag={collection.key}
        items={useCollectionItems(collection, rename)}
      />
      <EditorTabs
        label={collection.name}
        tabs={[
          { name: "contents", words: "Contents", count: parts.length },
          { name: "history", words: "History" },
          { name: "code", words: "In code" },
        ]}
      >
        {(tab) => {
          if (tab === "history") return <History collection={collection} />;
          if (tab === "code") return <CollectionCode collection={collection} />;
          return <Contents collection={collection} parts={parts} name={name} />;
        }}
      </EditorTabs>
    </div>
  );
}

function useCollectionItems(collection: Collection, rename: () => void) {
  const { duplicate, removeHere } = useItemMenu({ kind: "collection", collection });
  return [
    ...useDiscard(collection, null),
    { label: "Rename", icon: Pencil, run: rename },
    duplicate,
    removeHere,
  ];
}

interface ContentsProps {
  readonly collection: Collection;
  readonly parts: readonly Part[];
}

function Contents({ collection, parts, name }: ContentsProps & { readonly name: ReactNode }) {
  const { canEdit } = useHere();
  const { store } = useCollectionsState();
  const collectionId = collection.id;
  const add = (label: ReactNode, section: boolean, look = "btn btn-quiet btn-sm") => (
    <button
      type="button"
      className={look}
      onClick={() =>
        store.setState({
          making: section
            ? { kind: "section", collectionId }
            : { kind: "experience", collectionId, sectionId: null },
        })
      }
    >
      {look.includes("btn-quiet") && <Icon of={Plus} size={14} />}
      {label}
    </button>
  );
  if (parts.length === 0)
    return (
      <Empty
        page
        title={`Nothing in ${collection.name} yet`}
        action={
          canEdit ? (
            <span className="btn-row">
              {add("New Experience", false, "btn btn-primary")}
              {add("New Section", true, "btn")}
              {name}
            </span>
          ) : undefined
        }
      >
        An Experience is one component, such as a banner, that is on or off and has its data for each
        audience. A Section shows several of them in an order.
      </Empty>
    );
  return (
    <>
      <PartTable collection={collection} parts={parts} />
      {canEdit && (
        <div className="scn-add">
          <span className="gutter" />
          {add("Add Experience", false)}
          {add("Add Section", true)}
          {name}
        </div>
      )}
    </>
  );
}

interface NameProps {
  readonly collection: Collection;
  readonly renaming: boolean;
  readonly onRenaming: (renaming: boolean) => void;
}

/** A Collection's name is changed where it stands, with a write of its own. */
function Name({ collection, renaming, onRenaming }: NameProps) {
  const button = useRef<HTMLButtonElement>(null);
  const done = () => {
    onRenaming(false);
    requestAnimationFrame(() => document.activeElement === document.body && button.current?.focus());
  };
  if (renaming)
    return <RenameField target={{ kind: "collection", collection }} className="rename-here" onDone={done} />;
  return (
    <Button look="quiet" small ref={button} onClick={() => onRenaming(true)}>
      Rename
    </Button>
  );
}

function PartTable({ collection, parts }: ContentsProps) {
  const { environment } = useHere();
  const changes = useChanges([collection])(collection);
  const types = useTypes();
  const to = usePath();
  const typeOf = (part: Part): string =>
    part.kind === "section" ? "Section" : (types.find(({ id }) => id === part.experience.typeId)?.name ?? "");
  return (
    <Table
      className="list-table has-gutter"
      heads={[{ unseen: "Differs" }, "Name", "Type", "Scenarios", `In ${environmentNames[environment]}`]}
    >
      {parts.map((part) => {
        const item = itemOf(part);
        const change = changes === null ? null : changes.get(item.id);
        return (
          <tr key={item.id}>
            <td>{change != null && <Rev words={`Differs from ${environmentNames[environment]}`} />}</td>
            <td>
              <KeyedLink
                href={to("collections", ...keyPath(part))}
                of={item}
                nested={part.kind === "experience" && part.section !== null}
              >
                <Icon of={part.kind === "section" ? List : RectangleHorizontal} className="muted" />
              </KeyedLink>
            </td>
            <td className="muted">{typeOf(part)}</td>
            <td className="muted num">{counted(item.scenarios.length, "scenario")}</td>
            <td className="direction small">{stateWords(collection, environment, change)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function stateWords(
  { status }: Collection,
  environment: keyof Collection["status"],
  change: "new" | "changed" | null | undefined,
): string {
  const { version } = status[environment];
  if (version === null) return "unpublished";
  if (change === null) return "…";
  if (change === undefined) return `as in version ${version}`;
  return change === "new" ? `not in version ${version}` : `changed since version ${version}`;
}

/** How an app reaches all of a Collection. */
function CollectionCode({ collection }: { readonly collection: Collection }) {
  const { space } = useHere();
  const to = usePath();
  const collections = useCollections() ?? [];
  const names = codeNames({ space, collections, types: useTypes() });
  const member = (id: string) => names.members.get(id) ?? "unnamed";
  const parts = [...collection.experiences, ...collection.sections].map(({ id }) => member(id));
  const code = [
    ...opening(space.key),
    parts.length === 0
      ? `const { ${bound(member(collection.id))} } = collections;`
      : `const { ${parts.map(bound).join(", ")} } = collections.${member(collection.id)};`,
  ].join("\n");
  return (
    <div className="editor-body">
      <div className="sec-head">
        <h2 className="heading">In TypeScript and JavaScript</h2>
        <span className="muted small">
          other languages on the page{" "}
          <Link className="link" href={to("code")}>
            Code
          </Link>
        </span>
      </div>
      <CodeBlock code={code} label={`How code reaches ${collection.name}`} copyLabel="Copy the code" />
    </div>
  );
}
