import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Experience, Section } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { flagKey, itemOf, keyPath, type Part } from "../../model/collection-address.ts";
import { renameCommand } from "../../model/collection-commands.ts";
import { useConsole } from "../../page/console-context.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { AsDrawnContext } from "../../parts/EditTok.tsx";
import type { Crumb } from "../../parts/PageHead.tsx";
import { Table } from "../../parts/Table.tsx";
import { useAddressQuery } from "../../parts/use-address-query.ts";
import type { Edited } from "../../saved/use-saved.ts";
import { useEditKeys } from "../../saved/use-saved.ts";
import { runWhenOffered } from "../../stores/commands-store.ts";
import { useCollections, useNameOf, useTypes } from "../collections-state.ts";
import { History } from "../publish/History.tsx";
import { useItemMenu } from "../tree/use-item-menu.ts";
import { useDiscard } from "../use-take-into-draft.ts";
import { EditorStates, Saving } from "./EditorStates.tsx";
import { EditorTabs } from "./EditorTabs.tsx";
import { PartHead } from "./PartHead.tsx";
import { codeNames, flagsOf, readingSnippet } from "./snippets.ts";

/** What an Experience and a Section each show in their own way. */
export interface PartContent {
  readonly scenarios: ReactNode;
  readonly properties: ReactNode;
  /** What the tab of the properties is called, and how many it counts. */
  readonly propertiesTab: { readonly words: string; readonly count: number };
}

interface PartPageProps<T extends Experience | Section> {
  readonly placed: Part;
  readonly edited: Edited<T>;
  /** Null while something that it needs is not there. */
  readonly content: PartContent | null;
}

/** The editor of an Experience or a Section: its scenarios, its properties, its history, and how code reads it. */
export function PartPage<T extends Experience | Section>({ placed, edited, content }: PartPageProps<T>) {
  const { saved, state } = edited;
  // What it was called stays at its head while it is typed anew.
  const name = state.value?.name || itemOf(placed).name;
  const nameOf = useNameOf(placed.collection);
  const discard = useDiscard(placed.collection, placed);
  const { duplicate, removeHere } = useItemMenu(placed);
  useEditKeys(edited);
  useRename(name);
  return (
    <div className="stage-col ruled">
      <PartHead
        collection={placed.collection}
        crumbs={useCrumbs(placed)}
        title={name}
        flag={flagKey(placed)}
        saving={<Saving saved={saved} state={state} name={name} nameOf={nameOf} />}
        items={[...discard, duplicate, removeHere]}
      />
      {state.phase !== "ready" || state.value === null || content === null ? (
        <EditorStates saved={saved} state={state} name={name} />
      ) : (
        <AsDrawnContext value={edited.isAsDrawn}>
          <PartTabs placed={placed} name={name} scenarios={state.value.scenarios.length} content={content} />
        </AsDrawnContext>
      )}
    </div>
  );
}

/** Renaming is done among the properties. */
function useRename(name: string): void {
  const { commands } = useConsole();
  const [, setQuery] = useAddressQuery();
  const command = renameCommand(name);
  const run = () => {
    setQuery({ tab: "properties" });
    runWhenOffered(commands, command.id);
  };
  useCommands([{ ...command, elsewhere: true, run }], "editor");
}

interface PartTabsProps {
  readonly placed: Part;
  readonly name: string;
  /** How many it has. */
  readonly scenarios: number;
  readonly content: PartContent;
}

function PartTabs({ placed, name, scenarios, content }: PartTabsProps) {
  const { collection } = placed;
  return (
    <EditorTabs
      label={name}
      tabs={[
        { name: "scenarios", words: "Scenarios", count: scenarios },
        { name: "properties", ...content.propertiesTab },
        { name: "history", words: "History" },
        { name: "code", words: "In code" },
      ]}
    >
      {(tab) => {
        if (tab === "history") return <History collection={collection} />;
        if (tab === "code") return <InCode part={placed} />;
        return content[tab];
      }}
    </EditorTabs>
  );
}

/** What stands above a part: its Collection, and the Section that it is in. */
function useCrumbs(part: Part): readonly Crumb[] {
  const to = usePath();
  const { collection } = part;
  const top = {
    name: collection.name,
    href: to("collections", ...keyPath({ kind: "collection", collection })),
  };
  if (part.kind === "section" || part.section === null) return [top];
  const { section } = part;
  return [
    top,
    { name: section.name, href: to("collections", ...keyPath({ kind: "section", collection, section })) },
  ];
}

/** How an app reads it: through generated code, or as flags of OpenFeature. */
function InCode({ part }: { readonly part: Part }) {
  const { space, environment } = useHere();
  const to = usePath();
  const collections = useCollections() ?? [];
  const all = useTypes();
  const ids = part.kind === "section" ? part.section.typeIds : [part.experience.typeId];
  const types = all.filter(({ id }) => ids.includes(id));
  const names = codeNames({ space, collections, types: all });
  const code = readingSnippet({ part, spaceKey: space.key, names, types });
  const published = part.collection.status[environment].version !== null;
  return (
    <div className="editor-body">
      <div className="sec-head">
        <h2 className="heading">In TypeScript and JavaScript</h2>
        <span className="muted small">
          with the code that the page{" "}
          <Link className="link" href={to("code")}>
            Code
          </Link>{" "}
          gives, or <span className="mono">understudy update</span> writes
        </span>
      </div>
      <CodeBlock code={code} label={`How code reads ${itemOf(part).name}`} copyLabel="Copy the code" />
      <div className="sec-head">
        <h2 className="heading">As flags of OpenFeature</h2>
        <span className="muted small">
          {published
            ? `as ${environmentNames[environment]} serves them`
            : `once ${part.collection.name} is published to ${environmentNames[environment]}`}
        </span>
      </div>
      <Table className="list-table is-inset" heads={["Flag", "Type", "Value"]}>
        {flagsOf(part, types[0]).map(({ key, type, about }) => (
          <tr key={key}>
            <td>
              <span className="flag-cell">
                <span className="mono truncate">{key}</span>
                <CopyButton text={key} label={`Copy “${key}”`} />
              </span>
            </td>
            <td className="muted">{type}</td>
            <td className="muted">{about}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
