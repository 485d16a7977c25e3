import { byReference } from "../../core/by-reference.ts";
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
  const errors: FieldError[] = [];
  const built = rows.map((row, index) => {
    const at = [...path, index];
    const made = kept(document, row, { isDefault: index === rows.length - 1, path: at, errors });
    errors.push(...dataErrors(type, row.serve.data, [...at, "serve", "data"]));
    return made;
  });
  if (errors.length > 0) throw invalid(errors);
  return built;
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
    const ids = row.serve.children.map((reference, place) => {
      const child = byReference(children, reference);
      if (child === undefined)
        errors.push({
          path: pointer([...path, index, "serve", "children", place]),
          detail: `names no Experience of this Section: ${reference}`,
        });
      return child?.id ?? reference;
    });
    return kept(
      document,
      { ...row, serve: { ...row.serve, children: ids } },
      { isDefault: index === rows.length - 1, path: [...path, index], errors },
    );
  });
  if (errors.length > 0) throw invalid(errors);
  return built;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Scenarios that are written without ids keep those of the ones that they stand for: the default's, and else that of the
 * first with the same name. So a change shows as a small diff, and what people are served stays the same scenario.
 */
export function withKnownIds<
  R extends { readonly id?: string | undefined; readonly name?: string | undefined },
>(rows: readonly R[], before: readonly Named[]): R[] {
  const left = new Map(before.map((one) => [one.id, one]));
  for (const { id } of rows) if (id !== undefined) left.delete(id);
  const take = (wanted: Named | undefined): string | undefined => {
    if (wanted !== undefined) left.delete(wanted.id);
    return wanted?.id;
  };
  const byDefault = before.at(-1);
  return rows.map((row, index) => {
    if (row.id !== undefined) return row;
    const isDefault = index === rows.length - 1;
    const known = [...left.values()].find((one) =>
      isDefault ? one === byDefault : one !== byDefault && one.name === (row.name ?? "Scenario"),
    );
    const id = take(known);
    return id === undefined ? row : { ...row, id };
  });
}

type Audience = NonNullable<ScenarioInput<unknown>["audience"]>;

/** An audience as it is kept: its Tribes stand by id. Notes those that are not there. */
function audienceOf(
  { tribes }: SpaceDocument,
  { kind, ...input }: Audience,
  path: Path,
  errors: FieldError[],
): Audience {
  const ids = (member: "anyOf" | "noneOf") =>
    input[member].map((reference, index) => {
      const tribe = byReference(tribes, reference);
      if (tribe === undefined)
        errors.push({
          path: pointer([...path, "audience", member, index]),
          detail: `names no Tribe of this Space: ${reference}`,
        });
      return tribe?.id ?? reference;
    });
  return { kind, anyOf: ids("anyOf"), noneOf: ids("noneOf") };
}

const everyone: Audience = { kind: "everyone", anyOf: [], noneOf: [] };

/** A row with all its members; the default one has a name and a serve only. */
function kept<S>(
  document: SpaceDocument,
  row: ScenarioInput<S>,
  {
    isDefault,
    path,
    errors,
  }: { readonly isDefault: boolean; readonly path: Path; readonly errors: FieldError[] },
) {
  const id = row.id ?? newId("scn");
  if (isDefault) return { id, name: row.name ?? "Default", serve: row.serve };
  return {
    id,
    name: row.name ?? "Scenario",
    audience: audienceOf(document, row.audience ?? everyone, path, errors),
    rollout: row.rollout ?? 100,
    schedule: row.schedule ?? null,
    serve: row.serve,
  };
}
