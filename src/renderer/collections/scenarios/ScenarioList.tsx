import { Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import type { ScenarioMatches } from "../../../core/scenario-matches.ts";
import { flagKey, itemOf, type Part } from "../../model/collection-address.ts";
import { type Row, rowChanges } from "../../model/scenario-rows.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere } from "../../page/use-here.ts";
import { useLocalKeys } from "../../page/use-local-keys.ts";
import { useOfferBack } from "../../page/use-offer-back.ts";
import { useRoute } from "../../page/use-route.ts";
import { Button } from "../../parts/Button.tsx";
import { Explain } from "../../parts/Explain.tsx";
import { Sortable } from "../../parts/Sortable.tsx";
import { useAddressQuery } from "../../parts/use-address-query.ts";
import { TypedPlaceContext } from "../../values/typed-texts.ts";
import { useServed } from "../use-served.ts";
import { ScenarioItem } from "./ScenarioItem.tsx";
import type { ServesProps } from "./Serves.tsx";
import {
  type ScenarioEditing,
  type ScenarioSource,
  scenarioEditing,
  servedRow,
  servedRows,
} from "./scenario-editing.ts";

interface PartScenariosProps<S> extends ScenarioSource<S> {
  readonly part: Part;
  /** What a row serves, in its open state. */
  readonly serves: (props: ServesProps<S>) => ReactNode;
}

/**
 * The scenarios of an Experience or a Section, beside what is published of them: first match wins, so their order is what is
 * edited first of all.
 */
export function PartScenarios<S extends { readonly enabled: boolean }>(props: PartScenariosProps<S>) {
  const { part, serves, ...source } = props;
  const { environment, canEdit } = useHere();
  const [query, setQuery] = useAddressQuery();
  const { collection } = part;
  const item = itemOf(part);
  const served = servedRows<S>(useServed(collection), collection.status[environment].version, item);
  const matches = useMatches(collection);
  const editing = scenarioEditing<S>(source);
  const { rows } = editing;
  const changes = served.phase === "ready" ? rowChanges(rows, served.rows) : null;
  const remove = useRemoval(editing);
  const [renaming, setRenaming] = useState<string | null>(null);
  const onKeyDown = useScenarioKeys(editing, setRenaming);
  const open = (id: string | null) => setQuery({ scenario: id });
  // The id of the one that was just added.
  const [arrived, setArrived] = useState<string | null>(null);
  const add = () => {
    const id = editing.add();
    setArrived(id);
    setQuery({ tab: null, scenario: id });
  };
  const addCommand = { id: "scenarios/add", title: `Add a scenario to ${item.name}`, group: "Collections" };
  useCommands([{ ...addCommand, keys: "a", run: add }], "editor");
  return (
    <>
      <ListHead />
      <Sortable
        ids={rows.slice(0, -1).map(({ id }) => id)}
        nameOf={(id) => rows.find((row) => row.id === id)?.name ?? id}
        onPut={(id, at) =>
          editing.move(
            id,
            rows.findIndex((row) => row.id === at),
          )
        }
      >
        <ol
          className="scenarios"
          aria-label={`Scenarios of ${item.name}, first match wins`}
          onKeyDown={onKeyDown}
        >
          {rows.map((row, index) => (
            <ScenarioItem
              key={row.id}
              row={row}
              place={index + 1}
              isDefault={index === rows.length - 1}
              open={query.scenario === row.id}
              arrived={arrived === row.id}
              renaming={renaming === row.id}
              onRenaming={(on) => setRenaming(on ? row.id : null)}
              onToggle={() => open(query.scenario === row.id ? null : row.id)}
              editing={editing}
              part={part}
              served={served}
              change={changes?.get(row.id) ?? null}
              matches={matches}
              onRemove={() => {
                if (query.scenario === row.id) open(null);
                remove(row);
              }}
              onCopied={open}
            >
              <TypedPlaceContext value={{ object: item.id, owner: row.id, name: "" }}>
                {serves({
                  serve: row.serve,
                  served: servedRow(served, row.id),
                  errors: source.errors,
                  path: ["scenarios", index, "serve"],
                  onChange: (serve, mark) => editing.change(row.id, () => ({ serve }), mark),
                })}
              </TypedPlaceContext>
            </ScenarioItem>
          ))}
        </ol>
      </Sortable>
      <div className="scn-add">
        <span className="gutter" />
        {canEdit && (
          <Button look="quiet" small icon={Plus} onClick={add}>
            Add scenario
          </Button>
        )}
        <span className="direction small">First match wins; the default serves everyone else.</span>
        <OrderHelp of={flagKey(part)} />
      </div>
    </>
  );
}

const ListHead = () => (
  <div className="scn scn-head" aria-hidden="true">
    <span className="gutter" />
    <span />
    <span>Scenario</span>
    <span>Audience</span>
    <span />
    <span className="scn-roll">Rollout</span>
    <span className="scn-n">Match now</span>
    <span />
  </div>
);

const OrderHelp = ({ of }: { readonly of: string }) => (
  <Explain about="the order of scenarios">
    <p>
      For each person the scenarios are tried from the top. The first whose audience, rollout and schedule all
      fit is what <span className="mono">{of}</span> serves; those below are not tried. Nobody gets two.
    </p>
    <p>
      So put narrow ones above wide ones. The default at the end is for everyone else; it cannot be moved or
      deleted. “Match now” counts who gets each of them with the draft as it is.
    </p>
  </Explain>
);

/** Takes a row out with a way back. */
function useRemoval<S>(editing: ScenarioEditing<S>): (row: Row<S>) => void {
  const offerBack = useOfferBack(editing.rows);
  return ({ id, name }) => {
    const restore = editing.remove(id);
    if (restore !== null)
      // It is in the draft at once, and saved; the undo is an edit like any other.
      offerBack(`Deleted “${name}”`, (rows) => rows.some((row) => row.id === id), restore);
  };
}

/** The scenario that a key was pressed in, and what in it had the focus. */
interface Pressed {
  readonly id: string;
  readonly within: Element;
}

/** The keys of the scenarios: what hears them, for the list of all. */
function useScenarioKeys<S>(editing: ScenarioEditing<S>, onRename: (id: string) => void) {
  const { canEdit } = useHere();
  const { rows } = editing;
  const move =
    (by: -1 | 1) =>
    ({ id }: Pressed) =>
      editing.move(id, rows.findIndex((row) => row.id === id) + by);
  const keys = [
    { title: "Move the scenario up", keys: ["alt+ArrowUp"], run: move(-1) },
    { title: "Move the scenario down", keys: ["alt+ArrowDown"], run: move(1) },
    {
      title: "Rename the scenario, from its name",
      keys: ["F2"],
      run: ({ id, within }: Pressed) => within.matches(".scn-name") && onRename(id),
    },
  ];
  const press = useLocalKeys<Pressed>("In the list of scenarios", canEdit ? keys : []);
  return (event: KeyboardEvent): void => {
    const within = event.target instanceof Element ? event.target : null;
    const id = within?.closest<HTMLElement>("[data-scenario]")?.dataset.scenario;
    if (within !== null && id !== undefined) press(event, { id, within });
  };
}

/** How often the matches are counted again, in ms: windows move with time. */
const every = 10_000;

/** Who would get which scenario of the draft now, in this environment; null until it is known, or where it cannot be. */
function useMatches({ id }: Collection): ScenarioMatches | null {
  const { space, environment } = useHere();
  const params = { spaceId: space.id, collectionId: id };
  const query = { environment, content: "draft" as const };
  return useRoute("getMatches", { params, query }, { refetchInterval: every }).data ?? null;
}
