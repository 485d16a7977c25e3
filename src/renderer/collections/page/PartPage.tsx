import type { ReactNode } from "react";
import type { Experience, Section } from "../../../core/collection.ts";
import { useConsole } from "../../app/console-context.ts";
import { useCommands } from "../../app/use-commands.ts";
import type { Edited } from "../../parts/use-saved.ts";
import { runWhenOffered } from "../../stores/commands-store.ts";
import { InCode } from "../code/InCode.tsx";
import { flagKey, itemOf, type Part } from "../model/collection-address.ts";
import { renameCommand } from "../model/collection-commands.ts";
import { History } from "../publish/History.tsx";
import { useQuery } from "../use-query.ts";
import { EditorStates, Saving } from "./EditorStates.tsx";
import { EditorTabs } from "./EditorTabs.tsx";
import { PartHead } from "./PartHead.tsx";
import { useCrumbs } from "./use-crumbs.ts";
import { useEditKeys } from "./use-edit-keys.ts";
import { usePartItems } from "./use-part-items.ts";

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
  const name = state.value?.name ?? itemOf(placed).name;
  useEditKeys(edited);
  useRename(name);
  return (
    <div className="stage-col ruled">
      <PartHead
        collection={placed.collection}
        crumbs={useCrumbs(placed)}
        title={name}
        flag={flagKey(placed)}
        saving={<Saving saved={saved} state={state} name={name} />}
        items={usePartItems(placed)}
      />
      {state.phase !== "ready" || state.value === null || content === null ? (
        <EditorStates saved={saved} state={state} name={name} />
      ) : (
        <PartTabs placed={placed} name={name} scenarios={state.value.scenarios.length} content={content} />
      )}
    </div>
  );
}

/** Renaming is done among the properties. */
function useRename(name: string): void {
  const { commands } = useConsole();
  const [, setQuery] = useQuery();
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
      collection={collection}
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
