import { type ReactNode, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { ScenarioMatches } from "../../../core/scenario-matches.ts";
import { useRoute } from "../../api/queries.ts";
import { itemOf, type Part } from "../../model/collection-address.ts";
import type { Row } from "../../model/scenario-rows.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere } from "../../page/use-here.ts";
import { useAddressQuery } from "../../parts/use-address-query.ts";
import { TypedPlaceContext } from "../../values/typed-place.ts";
import { useServed } from "../use-served.ts";
import { ScenarioList } from "./ScenarioList.tsx";
import type { ServesProps } from "./Serves.tsx";
import { type ScenarioSource, scenarioEditing } from "./scenario-editing.ts";
import { servedRow, servedRows } from "./served-rows.ts";

interface PartScenariosProps<S> extends ScenarioSource<S> {
  readonly part: Part;
  /** What a row serves, in its open state. */
  readonly serves: (props: ServesProps<S>) => ReactNode;
}

/** The scenarios of an Experience or a Section, beside what is published of them. */
export function PartScenarios<S extends { readonly enabled: boolean }>(props: PartScenariosProps<S>) {
  const { part, serves, ...source } = props;
  const { environment } = useHere();
  const [, setQuery] = useAddressQuery();
  const { collection } = part;
  const item = itemOf(part);
  const served = servedRows<S>(useServed(collection), collection.status[environment].version, item);
  const matches = useMatches(collection);
  const editing = scenarioEditing<S>(source);
  const [arrived, setArrived] = useState<string | null>(null);
  const add = () => {
    const id = editing.add();
    setArrived(id);
    setQuery({ tab: null, scenario: id });
  };
  const addCommand = {
    id: "scenarios/add",
    title: `Add a scenario to ${item.name}`,
    group: "Collections",
    keys: "a",
    run: add,
  };
  useCommands([addCommand], "editor");
  const servesRow = (row: Row<S>, index: number) => (
    <TypedPlaceContext value={{ object: item.id, owner: row.id, name: "" }}>
      {serves({
        serve: row.serve,
        served: servedRow(served, row.id),
        errors: source.errors,
        path: ["scenarios", index, "serve"],
        onChange: (serve, mark) => editing.change(row.id, () => ({ serve }), mark),
      })}
    </TypedPlaceContext>
  );
  return (
    <ScenarioList
      part={part}
      editing={editing}
      served={served}
      matches={matches}
      arrived={arrived}
      onAdd={add}
      serves={servesRow}
    />
  );
}

/** Time passes: windows move though nobody does anything. In ms. */
const every = 10_000;

/** Who would get which scenario of the draft now, in this environment; null until it is known, or where it cannot be. */
function useMatches({ id }: Collection): ScenarioMatches | null {
  const { space, environment } = useHere();
  const params = { spaceId: space.id, collectionId: id };
  const query = { environment, content: "draft" as const };
  return useRoute("getMatches", { params, query }, { refetchInterval: every }).data ?? null;
}
