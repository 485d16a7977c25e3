import { experiencePort, sectionPort } from "../collections/part-ports.ts";
import { typePort } from "../collections/types/type-port.ts";
import { userPort } from "../people/user-port.ts";
import { personaPort } from "../personas/persona-port.ts";
import type { SavedPort } from "../saved/saved-state.ts";
import { isEnvironment } from "../stores/last-place.ts";
import { tribePort } from "../tribes/tribe-draft.ts";
import type { Console } from "./create-console.ts";

/** The port of a kept edit, by its key; null for what is saved by hand, unless that was asked for. */
export function savedPort(console: Console, key: string): SavedPort<never> | null {
  if (/^(tribe|type)\//.test(key) && console.kept.of(key)?.asked !== true) return null;
  return portOf(console, key.split("/")) as SavedPort<never> | null;
}

function portOf(console: Console, [noun, spaceId = "", ...rest]: readonly string[]): unknown {
  const [first = "", second = ""] = rest;
  switch (noun) {
    case "experience":
      return experiencePort(console, { spaceId, collectionId: first }, second);
    case "section":
      return sectionPort(console, { spaceId, collectionId: first }, second);
    case "type":
      return typePort(console, spaceId, first);
    case "persona":
      return personaPort(console, spaceId, first);
    case "tribe":
      return first === "new" ? null : tribePort(console, spaceId, first);
    case "user":
      return personPort(console, spaceId, rest);
    default:
      return null;
  }
}

function personPort(console: Console, spaceId: string, [environment, kind, ...id]: readonly string[]) {
  if (!isEnvironment(environment)) return null;
  const place = { spaceId, environment };
  const user = { id: id.join("/"), kind: kind === "visitor" ? ("visitor" as const) : ("known" as const) };
  return userPort({ client: console.client, place, user });
}
