import type { FlagAnswer, FlagMetadata, FlagValue } from "../../core/ofrep.ts";
import { ofrepReasons } from "../../core/ofrep.ts";
import type { State } from "../../core/state.ts";
import type { Item } from "../../core/targeting/decision.ts";
import type { DecidedItem, FlagContext, Flags } from "./flag-service.ts";

/** `enabled` after an item's key names whether it is on. A property of that key is found in the object only. */
const enabledSuffix = "enabled";

/** Every flag of an environment, in the order of its items; a property without a value is none. */
export function allFlags(flags: Flags, context: FlagContext): FlagAnswer[] {
  const keys = keysById(flags);
  return flags.decided.flatMap((decided) => answersOf(decided, keys, context));
}

/** One flag; null where there is none of that key. Its metadata has the revision, which `allFlags` tells once for all. */
export function oneFlag(flags: Flags, context: FlagContext, key: string): FlagAnswer | null {
  const owner = flags.decided.find(({ item }) => key === item.key || key.startsWith(`${item.key}.`));
  if (owner === undefined) return null;
  const found = answersOf(owner, keysById(flags), context).find((answer) => answer.key === key);
  if (found === undefined || !("metadata" in found)) return found ?? null;
  return { ...found, metadata: { ...found.metadata, revision: flags.revision } };
}

/** Whether the key names a property that its type has, be there a value or not. */
export const namesProperty = (flags: Flags, key: string): boolean =>
  flags.decided.some(({ item }) => item.properties.some((property) => `${item.key}.${property.key}` === key));

type Keys = ReadonlyMap<string, string>;

const keysById = ({ decided }: Flags): Keys => new Map(decided.map(({ item }) => [item.id, ownKey(item)]));

/** `<collection>.<own key>`; neither part holds a dot. */
const ownKey = ({ key }: Item): string => key.slice(key.indexOf(".") + 1);

function answersOf({ item, state, needsKey }: DecidedItem, keys: Keys, context: FlagContext): FlagAnswer[] {
  if (needsKey && context.targetingKey === null) return flagKeys(item).map((key) => keyMissing(key, item));
  const about = {
    reason: ofrepReasons[state.reason],
    variant: state.scenario.name,
    metadata: metadataOf(item, state),
  };
  return flagKeys(item).flatMap((key) => {
    const value = flagValue(item, state, key.slice(item.key.length + 1), keys);
    return value === null ? [] : [{ key, value, ...about }];
  });
}

/** The item itself, whether it is enabled, and each property of its type. */
const flagKeys = ({ key, properties }: Item): string[] => [
  key,
  `${key}.${enabledSuffix}`,
  ...properties.flatMap((property) => (property.key === enabledSuffix ? [] : [`${key}.${property.key}`])),
];

function flagValue({ kind }: Item, state: State, suffix: string, keys: Keys): FlagValue | null {
  if (suffix === enabledSuffix) return state.enabled;
  if (suffix !== "") return Object.hasOwn(state.data, suffix) ? (state.data[suffix] ?? null) : null;
  return kind === "section" ? childKeys(state, keys) : state.data;
}

const childKeys = ({ children = [] }: State, keys: Keys): string[] =>
  children.flatMap(({ id }) => keys.get(id) ?? []);

const metadataOf = ({ id, kind }: Item, { enabled, scenario }: State): FlagMetadata => ({
  [kind === "section" ? "sectionId" : "experienceId"]: id,
  scenarioId: scenario.id,
  enabled,
});

const keyMissing = (key: string, item: Item): FlagAnswer => ({
  key,
  errorCode: "TARGETING_KEY_MISSING",
  errorDetails: `A rollout of "${item.key}" goes by the user's id. Send it as the context's targetingKey.`,
});
