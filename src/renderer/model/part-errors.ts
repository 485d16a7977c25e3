import { type Experience, experiencePatch, type Section, sectionPatch } from "../../core/collection.ts";
import { type ExperienceType, propertyValueError } from "../../core/experience-type.ts";
import { type FieldError, fieldErrors, pointer } from "../../core/problem.ts";
import type { ExperienceScenario } from "../../core/scenario.ts";

/** What of an edit of an Experience the server would refuse, by its own schemas. */
export function experienceErrors(edit: Partial<Experience>, type: ExperienceType | undefined): FieldError[] {
  const { name, key, scenarios } = edit;
  const result = experiencePatch.safeParse(JSON.parse(JSON.stringify({ name, key, scenarios })));
  if (!result.success) return fieldErrors(result.error);
  return (scenarios ?? []).flatMap((scenario, index) => dataErrors(scenario, index, type));
}

function dataErrors(
  { serve }: ExperienceScenario,
  index: number,
  type: ExperienceType | undefined,
): FieldError[] {
  return Object.entries(serve.data).flatMap(([key, value]) => {
    const property = type?.properties.find((one) => one.key === key);
    const wrong = property === undefined ? null : propertyValueError(property, value);
    return wrong === null
      ? []
      : [{ path: pointer(["scenarios", index, "serve", "data", key]), detail: wrong }];
  });
}

/** What of an edit of a Section the server would refuse. */
export function sectionErrors({ name, key, typeIds, scenarios }: Partial<Section>): FieldError[] {
  const result = sectionPatch.safeParse(JSON.parse(JSON.stringify({ name, key, typeIds, scenarios })));
  return result.success ? [] : fieldErrors(result.error);
}
