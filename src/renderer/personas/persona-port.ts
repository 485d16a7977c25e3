import { type Persona, type PersonaPatch, personaPatch } from "../../core/persona.ts";
import { fieldErrors } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import type { Console } from "../page/console-context.ts";
import { fieldsPatch } from "../people/user-port.ts";
import type { SavedPort } from "../saved/saved-state.ts";

type PatchedUser = NonNullable<PersonaPatch["user"]>;

/** How a persona saves itself. */
export function personaPort({ client, personas }: Console, spaceId: string, id: string): SavedPort<Persona> {
  const params = { spaceId, personaId: id };
  let known: Persona | null = null;
  return {
    key: `persona/${spaceId}/${id}`,
    get: () => client.exchange("getPersona", { params }),
    patch: (edit, { ifMatch, keepalive }) =>
      client.exchange("updatePersona", { params, body: patchOf(known, edit), ifMatch, keepalive }),
    check: (edit) => {
      const read = personaPatch.safeParse(patchOf(known, edit));
      return read.success ? [] : fieldErrors(read.error);
    },
    onServer: (value) => {
      known = value;
      personas.keep(spaceId, value);
    },
  };
}

/** An edit as a merge patch: what is gone is null. */
export function patchOf(known: Persona | null, edit: Partial<Persona>): PersonaPatch {
  const { name, key, user, events, at, expected } = edit;
  return {
    ...(name !== undefined && { name }),
    ...(key !== undefined && { key }),
    ...(user !== undefined && { user: known === null ? user : userPatchOf(known.user, user) }),
    ...(events !== undefined && { events }),
    ...(at !== undefined && { at }),
    ...(expected !== undefined && { expected }),
  };
}

function userPatchOf(before: Persona["user"], after: Persona["user"]): PatchedUser {
  const { fields: had, ...rest } = before;
  const { fields, ...now } = after;
  const gone = Object.keys(rest).filter((name) => !Object.hasOwn(now, name));
  const changed = Object.entries(now).filter(
    ([name, value]) => !jsonEqual(rest[name as keyof typeof rest], value),
  );
  return {
    ...Object.fromEntries(gone.map((name) => [name, null])),
    ...Object.fromEntries(changed),
    fields: fieldsPatch(had, fields),
  };
}
