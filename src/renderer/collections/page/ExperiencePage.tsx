import { useCallback, useMemo } from "react";
import type { Experience } from "../../../core/collection.ts";
import type { ExperienceScenario, ExperienceServe } from "../../../core/scenario.ts";
import { useConsole } from "../../app/console-context.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useHere } from "../../app/use-here.ts";
import { InCode } from "../code/InCode.tsx";
import type { PlacedExperience } from "../model/collection-address.ts";
import { flagKey } from "../model/collection-address.ts";
import type { Row } from "../model/scenario-rows.ts";
import { experiencePort } from "../part-ports.ts";
import { History } from "../publish/History.tsx";
import { ExperienceServes } from "../scenarios/ExperienceServes.tsx";
import { ScenarioList } from "../scenarios/ScenarioList.tsx";
import { scenarioEditing } from "../scenarios/scenario-editing.ts";
import { servedRow, servedRows } from "../scenarios/served-rows.ts";
import { useMatches } from "../scenarios/use-matches.ts";
import { useTypes } from "../use-collections.ts";
import { useQuery } from "../use-query.ts";
import { type Edited, useSaved } from "../use-saved.ts";
import { useServed } from "../use-served.ts";
import { EditorStates, Saving } from "./EditorStates.tsx";
import { EditorTabs } from "./EditorTabs.tsx";
import { ExperienceProperties } from "./ExperienceProperties.tsx";
import { PartHead } from "./PartHead.tsx";
import { useCrumbs } from "./use-crumbs.ts";
import { useEditKeys } from "./use-edit-keys.ts";
import { usePartItems } from "./use-part-items.ts";

/** An Experience: its scenarios, its properties, its history, and how code reads it. */
export function ExperiencePage({ placed }: { readonly placed: PlacedExperience }) {
  const console = useConsole();
  const { space } = useHere();
  const { collection, experience } = placed;
  const where = useMemo(
    () => ({ spaceId: space.id, collectionId: collection.id }),
    [space.id, collection.id],
  );
  const port = useMemo(() => experiencePort(console, where, experience.id), [console, where, experience.id]);
  const edited = useSaved(port, experience);
  const { saved, state } = edited;
  const name = state.value?.name ?? experience.name;
  const type = useTypes().find(({ id }) => id === experience.typeId);
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
      {state.phase !== "ready" || state.value === null || type === undefined ? (
        <EditorStates saved={saved} state={state} name={name} />
      ) : (
        <EditorTabs
          label={name}
          collection={collection}
          tabs={[
            { name: "scenarios", words: "Scenarios", count: state.value.scenarios.length },
            { name: "properties", words: "Properties", count: type.properties.length },
            { name: "history", words: "History" },
            { name: "code", words: "In code" },
          ]}
        >
          {(tab) => {
            if (tab === "history") return <History collection={collection} />;
            if (tab === "code") return <InCode part={placed} />;
            if (tab === "properties")
              return <ExperienceProperties placed={placed} type={type} edited={edited} />;
            return <Scenarios placed={placed} edited={edited} />;
          }}
        </EditorTabs>
      )}
    </div>
  );
}

interface ScenariosProps {
  readonly placed: PlacedExperience;
  readonly edited: Edited<Experience>;
}

function Scenarios({ placed, edited }: ScenariosProps) {
  const { environment, canEdit } = useHere();
  const { collection, experience } = placed;
  const [, setQuery] = useQuery();
  const type = useTypes().find(({ id }) => id === experience.typeId);
  const served = servedRows<ExperienceServe>(
    useServed(collection),
    collection.status[environment].version,
    experience,
  );
  const matches = useMatches(collection);
  const { saved, edit, errors } = edited;
  const editing = scenarioEditing<ExperienceServe>({
    now: useCallback(() => saved.store.getState().value?.scenarios ?? [], [saved]),
    edit: (rows, mark) => edit({ scenarios: [...rows] as ExperienceScenario[] }, mark),
    errors,
  });
  useCommands(
    canEdit
      ? [
          {
            id: "scenarios/add",
            title: `Add a scenario to ${experience.name}`,
            group: "Collections",
            keys: "a",
            run: () => setQuery({ tab: null, scenario: editing.add() }),
          },
        ]
      : [],
  );
  if (type === undefined) return null;
  const serves = (row: Row<ExperienceServe>, index: number) => (
    <ExperienceServes
      serve={row.serve}
      type={type}
      served={servedRow(served, row.id)}
      errors={errors}
      path={["scenarios", index, "serve"]}
      onChange={(serve, mark) => editing.change(row.id, () => ({ serve }), mark)}
    />
  );
  return <ScenarioList part={placed} editing={editing} served={served} matches={matches} serves={serves} />;
}
