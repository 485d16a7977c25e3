import { type ExperienceType, experienceTypePatch } from "../../../core/experience-type.ts";
import { type FieldError, fieldErrors } from "../../../core/problem.ts";
import type { Console } from "../../page/console-context.ts";
import type { SavedPort } from "../../saved/saved-state.ts";
import { say } from "../../stores/toasts-store.ts";

const typeKey = (spaceId: string, typeId: string): string => `type/${spaceId}/${typeId}`;

/** How an Experience type is read and saved: by hand, since it applies to every Experience of it at once. */
export function typePort(console: Console, spaceId: string, typeId: string): SavedPort<ExperienceType> {
  const params = { spaceId, typeId };
  const { client, types, toasts } = console;
  return {
    key: typeKey(spaceId, typeId),
    get: () => client.exchange("getExperienceType", { params }),
    patch: ({ name, key, properties }, { ifMatch, keepalive }) =>
      client.exchange("updateExperienceType", {
        params,
        body: { name, key, properties },
        ifMatch,
        keepalive,
      }),
    check: typeErrors,
    onServer: (value) => types.keep(spaceId, value),
    byHand: { onSaved: ({ name }) => say(toasts, `Saved “${name}”`) },
  };
}

/** What of an edit the server would refuse. */
export function typeErrors({ name, key, properties }: Partial<ExperienceType>): FieldError[] {
  const result = experienceTypePatch.safeParse(JSON.parse(JSON.stringify({ name, key, properties })));
  const keys = (properties ?? []).map((property) => property.key);
  const twice = keys.findIndex((one, index) => keys.indexOf(one) !== index);
  return [
    ...(result.success ? [] : fieldErrors(result.error)),
    ...(twice === -1 ? [] : [{ path: `/properties/${twice}/key`, detail: "is there twice" }]),
  ];
}
