import { type Persona, type PersonaPatch, personaPatch } from "../../core/persona.ts";
import { fieldErrors } from "../../core/problem.ts";
import type { Console } from "../page/console-context.ts";
import { membersPatch } from "../people/user-port.ts";
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
  const changed = user !== undefined && known !== null ? userPatchOf(known.user, user) : user;
  return { name, key, user: changed, events, at, expected };
}

function userPatchOf(before: Persona["user"], after: Persona["user"]): PatchedUser {
  const { fields: had, ...rest } = before;
  const { fields, ...now } = after;
  return { ...membersPatch<unknown>(rest, now), fields: membersPatch(had, fields) };
}
