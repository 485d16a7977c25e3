import { wellFormed } from "../characters.ts";
import type { Property } from "../experience-type.ts";
import type { ExperienceServe, SectionServe } from "../scenario.ts";
import type { State } from "../state.ts";
import type { Targeting } from "./compile-scenario.ts";

interface Row<S> extends Targeting {
  readonly id: string;
  readonly name: string;
  readonly serve: S;
}

/** What a scenario of an Experience gives: the type's defaults under the scenario's data. */
export function experienceState(
  key: string,
  row: Row<ExperienceServe>,
  isDefault: boolean,
  properties: readonly Property[],
): State {
  const defaults = Object.fromEntries(
    properties.flatMap((property) =>
      property.default === undefined ? [] : [[property.key, property.default]],
    ),
  );
  return stateOf(key, row, isDefault, { ...defaults, ...row.serve.data });
}

/** What a scenario of a Section gives: its children in order. Those that the Section doesn't have are left out. */
export function sectionState(
  key: string,
  row: Row<SectionServe>,
  isDefault: boolean,
  typeIds: ReadonlyMap<string, string>,
): State {
  const children = row.serve.children.flatMap((id) => {
    const typeId = typeIds.get(id);
    return typeId === undefined ? [] : [Object.freeze({ id, typeId })];
  });
  return Object.freeze({
    ...stateOf(key, row, isDefault, {}),
    children: Object.freeze(children) as typeof children,
  });
}

/** Frozen, since everyone whom the scenario serves gets this very object. */
const stateOf = (
  key: string,
  row: Row<{ readonly enabled: boolean }>,
  isDefault: boolean,
  data: State["data"],
): State =>
  Object.freeze({
    key,
    enabled: row.serve.enabled,
    data: Object.freeze(whole(data) as State["data"]),
    scenario: Object.freeze({ id: row.id, name: wellFormed(row.name) }),
    reason: reasonOf(row, isDefault),
  });

type Value = State["data"][string];

/** Each text well-formed, also one that was cut within a character: strict readers of JSON, such as Swift's, refuse all of an answer else. */
function whole(value: Value): Value {
  if (typeof value === "string") return wellFormed(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(whole);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [wellFormed(key), whole(one)]));
}

/** The first that applies, in this order. */
function reasonOf(row: Row<{ readonly enabled: boolean }>, isDefault: boolean): State["reason"] {
  const { audience, rollout = 100, schedule } = row;
  if (!row.serve.enabled) return "disabled";
  if (isDefault) return "default";
  if (rollout < 100) return "rollout";
  const narrows =
    audience !== undefined &&
    (audience.kind !== "everyone" || audience.anyOf.length > 0 || audience.noneOf.length > 0);
  if (narrows) return "targeting";
  return schedule !== undefined && schedule !== null ? "schedule" : "targeting";
}
