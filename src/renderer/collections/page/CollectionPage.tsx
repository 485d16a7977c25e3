import { Copy, List, Plus, RectangleHorizontal, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { counted } from "../../text/format.ts";
import { CollectionCode } from "../code/CollectionCode.tsx";
import { belowOf, itemOf, type Part, partsOf } from "../model/collection-address.ts";
import { History } from "../publish/History.tsx";
import { useActions, useAttempt } from "../use-actions.ts";
import { useChanges } from "../use-changes.ts";
import { useDesk, useTypes } from "../use-collections.ts";
import { EditorTabs } from "./EditorTabs.tsx";
import { PartHead } from "./PartHead.tsx";

/** A Collection: what is in it, its history, and how code reads it. */
export function CollectionPage({ collection }: { readonly collection: Collection }) {
  const to = usePath();
  const parts = partsOf(collection);
  return (
    <div className="stage-col ruled">
      <PartHead
        collection={collection}
        crumbs={[{ name: "Collections", href: to("collections") }]}
        title={collection.name}
        flag={collection.key}
        items={useCollectionItems(collection)}
      />
      <EditorTabs
        label={collection.name}
        collection={collection}
        tabs={[
          { name: "contents", words: "Contents", count: parts.length },
          { name: "history", words: "History" },
          { name: "code", words: "In code" },
        ]}
      >
        {(tab) => {
          if (tab === "history") return <History collection={collection} />;
          if (tab === "code") return <CollectionCode collection={collection} />;
          return <Contents collection={collection} parts={parts} />;
        }}
      </EditorTabs>
    </div>
  );
}

function useCollectionItems(collection: Collection) {
  const actions = useActions();
  const attempt = useAttempt();
  const [, navigate] = useLocation();
  const to = usePath();
  return [
    {
      label: "Duplicate",
      icon: Copy,
      run: () =>
        attempt(async () => {
          const made = await actions.copyCollection(collection);
          navigate(to("collections", ...belowOf({ kind: "collection", collection: made })));
        }),
    },
    {
      label: "Delete",
      icon: Trash2,
      danger: true,
      run: () => {
        actions.deleteCollection(collection);
        navigate(to("collections"));
      },
    },
  ];
}

interface ContentsProps {
  readonly collection: Collection;
  readonly parts: readonly Part[];
}

function Contents({ collection, parts }: ContentsProps) {
  const { canEdit } = useHere();
  const { store } = useDesk();
  const collectionId = collection.id;
  const add = (label: ReactNode, primary: boolean, section: boolean) => (
    <button
      type="button"
      className={primary ? "btn btn-primary" : "btn btn-quiet btn-sm"}
      onClick={() =>
        store.setState({
          making: section
            ? { kind: "section", collectionId }
            : { kind: "experience", collectionId, sectionId: null },
        })
      }
    >
      {!primary && <Icon of={Plus} size={14} />}
      {label}
    </button>
  );
  if (parts.length === 0)
    return (
      <div className="inset page-empty">
        <Empty
          title={`Nothing in ${collection.name} yet`}
          action={canEdit ? add("New Experience", true, false) : undefined}
        >
          An Experience is one component, such as a banner, that is on or off and has its data for each
          audience. A Section shows several of them in an order.
        </Empty>
      </div>
    );
  return (
    <>
      <PartTable collection={collection} parts={parts} />
      {canEdit && (
        <div className="scn-add">
          <span className="gutter" />
          {add("Add Experience", false, false)}
          {add("Add Section", false, true)}
          <Name collection={collection} />
        </div>
      )}
    </>
  );
}

/** A Collection's name is changed where it stands, with a write of its own. */
function Name({ collection }: { readonly collection: Collection }) {
  const [name, setName] = useState<string | null>(null);
  const actions = useActions();
  const attempt = useAttempt();
  const keep = () => {
    const wanted = name?.trim() ?? "";
    setName(null);
    if (wanted !== "" && wanted !== collection.name)
      attempt(() => actions.renameCollection(collection, wanted));
  };
  if (name === null)
    return (
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => setName(collection.name)}>
        Rename
      </button>
    );
  return (
    <input
      className="input rename-here"
      aria-label={`Name of ${collection.name}`}
      value={name}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: it stands where the button was that asked for it.
      autoFocus
      onChange={({ target }) => setName(target.value)}
      onBlur={keep}
      onKeyDown={({ key }) => (key === "Enter" ? keep() : key === "Escape" && setName(null))}
    />
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
    <table className="list-table has-gutter">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Differs</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Scenarios</th>
          <th scope="col">In {environmentNames[environment]}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => {
          const { id, name, key, scenarios } = itemOf(part);
          const change = changes.get(id);
          return (
            <tr key={id}>
              <td>
                {change !== undefined && <Rev words={`Differs from ${environmentNames[environment]}`} />}
              </td>
              <td>
                <Link
                  href={to("collections", ...belowOf(part))}
                  className={`row-link ${part.kind === "experience" && part.section !== null ? "is-nested" : ""}`}
                >
                  <Icon of={part.kind === "section" ? List : RectangleHorizontal} className="muted" />
                  <span className="truncate strong">{name}</span>
                  <span className="mono small muted truncate">{key}</span>
                </Link>
              </td>
              <td className="muted">{typeOf(part)}</td>
              <td className="muted num">{counted(scenarios.length, "scenario")}</td>
              <td className="direction small">{stateWords(collection, environment, change)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function stateWords(
  { status }: Collection,
  environment: keyof Collection["status"],
  change: "new" | "changed" | undefined,
): string {
  const { version } = status[environment];
  if (version === null) return "unpublished";
  if (change === undefined) return `as in version ${version}`;
  return change === "new" ? `not in version ${version}` : `changed since version ${version}`;
}
