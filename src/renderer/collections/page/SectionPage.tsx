import { useCallback, useMemo } from "react";
import type { Section } from "../../../core/collection.ts";
import type { SectionScenario, SectionServe } from "../../../core/scenario.ts";
import { useConsole } from "../../app/console-context.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useHere } from "../../app/use-here.ts";
import { InCode } from "../code/InCode.tsx";
import { flagKey, type PlacedSection } from "../model/collection-address.ts";
import type { Row } from "../model/scenario-rows.ts";
import { sectionPort } from "../part-ports.ts";
import { History } from "../publish/History.tsx";
import { ScenarioList } from "../scenarios/ScenarioList.tsx";
import { SectionServes } from "../scenarios/SectionServes.tsx";
import { scenarioEditing } from "../scenarios/scenario-editing.ts";
import { servedRow, servedRows } from "../scenarios/served-rows.ts";
import { useMatches } from "../scenarios/use-matches.ts";
import { useQuery } from "../use-query.ts";
import { type Edited, useSaved } from "../use-saved.ts";
import { useServed } from "../use-served.ts";
import { EditorStates, Saving } from "./EditorStates.tsx";
import { EditorTabs } from "./EditorTabs.tsx";
import { PartHead } from "./PartHead.tsx";
import { SectionProperties } from "./SectionProperties.tsx";
import { useCrumbs } from "./use-crumbs.ts";
import { useEditKeys } from "./use-edit-keys.ts";
import { usePartItems } from "./use-part-items.ts";

/** A Section: which of its Experiences it shows to whom, what it takes, its history, and how code reads it. */
export function SectionPage({ placed }: { readonly placed: PlacedSection }) {
  const console = useConsole();
  const { space } = useHere();
  const { collection, section } = placed;
  const where = useMemo(
    () => ({ spaceId: space.id, collectionId: collection.id }),
    [space.id, collection.id],
  );
  const port = useMemo(() => sectionPort(console, where, section.id), [console, where, section.id]);
  const listed = useListedSection(section.id, collection.id) ?? section;
  const edited = useSaved(port, listed);
  const { saved, state } = edited;
  const name = state.value?.name ?? section.name;
  useEditKeys(edited);
  return (
    <div className="stage-col ruled">
      <PartHead
        collection={collection}
        crumbs={useCrumbs(placed)}
        title={name}
        flag={flagKey(placed)}
        saving={<Saving saved={saved} state={state} name={name} />}
        items={usePartItems(placed)}
      />
      {state.phase !== "ready" || state.value === null ? (
        <EditorStates saved={saved} state={state} name={name} />
      ) : (
        <EditorTabs
          label={name}
          collection={collection}
          tabs={[
            { name: "scenarios", words: "Scenarios", count: state.value.scenarios.length },
            { name: "properties", words: "Experiences", count: section.experiences.length },
            { name: "history", words: "History" },
            { name: "code", words: "In code" },
          ]}
        >
          {(tab) => {
            if (tab === "history") return <History collection={collection} />;
            if (tab === "code") return <InCode part={placed} />;
            if (tab === "properties") return <SectionProperties placed={placed} edited={edited} />;
            return <Scenarios placed={placed} edited={edited} />;
          }}
        </EditorTabs>
      )}
    </div>
  );
}

/** The Section as the server has it, with what is being deleted in it: its ETag is of that. */
function useListedSection(id: string, collectionId: string): Section | undefined {
  const { collections } = useConsole();
  const { space } = useHere();
  const all = collections.store.getState().bySpace[space.id];
  return all?.find((one) => one.id === collectionId)?.sections.find((one) => one.id === id);
}

interface ScenariosProps {
  readonly placed: PlacedSection;
  readonly edited: Edited<Section>;
}

function Scenarios({ placed, edited }: ScenariosProps) {
  const { environment, canEdit } = useHere();
  const { collection, section } = placed;
  const [, setQuery] = useQuery();
  const served = servedRows<SectionServe>(
    useServed(collection),
    collection.status[environment].version,
    section,
  );
  const matches = useMatches(collection);
  const { saved, edit, errors } = edited;
  const editing = scenarioEditing<SectionServe>({
    now: useCallback(() => saved.store.getState().value?.scenarios ?? [], [saved]),
    edit: (rows, mark) => edit({ scenarios: [...rows] as SectionScenario[] }, mark),
    errors,
  });
  useCommands(
    canEdit
      ? [
          {
            id: "scenarios/add",
            title: `Add a scenario to ${section.name}`,
            group: "Collections",
            keys: "a",
            run: () => setQuery({ tab: null, scenario: editing.add() }),
          },
        ]
      : [],
  );
  const serves = (row: Row<SectionServe>, index: number) => (
    <SectionServes
      placed={placed}
      serve={row.serve}
      served={servedRow(served, row.id)}
      errors={errors}
      path={["scenarios", index, "serve"]}
      onChange={(serve, mark) => editing.change(row.id, () => ({ serve }), mark)}
    />
  );
  return <ScenarioList part={placed} editing={editing} served={served} matches={matches} serves={serves} />;
}
