import type { SpaceDocument } from "../../core/documents.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { type FieldError, invalid, pointer } from "../../core/problem.ts";
import type {
  ExperienceScenario,
  ExperienceServe,
  ScenarioInput,
  SectionScenario,
  SectionServe,
} from "../../core/scenario.ts";
import { dataErrors } from "../experience-types/experience-type-service.ts";
import { newId } from "../workspace/new-id.ts";

type Path = readonly PropertyKey[];

/** Scenarios of an Experience as they are kept. @throws Problem invalid-body with the place of each thing that does not fit */
export function experienceScenarios(
  document: SpaceDocument,
  type: ExperienceType,
  inputs: readonly ScenarioInput<ExperienceServe>[] | undefined,
  path: Path,
): ExperienceScenario[] {
  const rows = inputs ?? [{ serve: { enabled: true, data: {} } }];
  const errors = rows.flatMap((row, index) => [
    ...audienceErrors(document, row, [...path, index]),
    ...dataErrors(type, row.serve.data, [...path, index, "serve", "data"]),
  ]);
  if (errors.length > 0) throw invalid(errors);
  return rows.map((row, index) => kept(row, index === rows.length - 1));
}

/** Scenarios of a Section: `children` are ids once they are kept. */
export function sectionScenarios(
  document: SpaceDocument,
  children: readonly { readonly id: string; readonly key: string }[],
  inputs: readonly ScenarioInput<SectionServe>[] | undefined,
  path: Path,
): SectionScenario[] {
  const rows = inputs ?? [{ serve: { enabled: true, children: [] } }];
  const errors: FieldError[] = [];
  const built = rows.map((row, index) => {
    errors.push(...audienceErrors(document, row, [...path, index]));
    const ids = row.serve.children.map((reference, place) => {
      const child =
        children.find((one) => one.id === reference) ?? children.find((one) => one.key === reference);
      if (child === undefined)
        errors.push({
          path: pointer([...path, index, "serve", "children", place]),
          detail: `names no Experience of this Section: ${reference}`,
        });
      return child?.id ?? reference;
    });
    return kept({ ...row, serve: { ...row.serve, children: ids } }, index === rows.length - 1);
  });
  if (errors.length > 0) throw invalid(errors);
  return built;
}

/** Tribes can't be made yet, so a scenario can't name one. */
function audienceErrors(_document: SpaceDocument, row: ScenarioInput<unknown>, path: Path): FieldError[] {
  return (["anyOf", "noneOf"] as const).flatMap((member) =>
    (row.audience?.[member] ?? []).map((reference, index) => ({
      path: pointer([...path, "audience", member, index]),
      detail: `names no Tribe of this Space: ${reference}`,
    })),
  );
}

function kept<S>(row: ScenarioInput<S>, isDefault: boolean) {
  const id = row.id ?? newId("scn");
  if (isDefault) return { id, name: row.name ?? "Default", serve: row.serve };
  return {
    id,
    name: row.name ?? "Scenario",
    audience: row.audience ?? { kind: "everyone" as const, anyOf: [], noneOf: [] },
    rollout: row.rollout ?? 100,
    schedule: row.schedule ?? null,
    serve: row.serve,
  };
}
