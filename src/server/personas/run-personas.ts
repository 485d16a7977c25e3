import { setImmediate } from "node:timers/promises";
import type { ContentChoice } from "../../core/explanation.ts";
import type { Persona } from "../../core/persona.ts";
import type { PersonaRun } from "../../core/persona-run.ts";
import type { KnownItem } from "../../core/personas/known-items.ts";
import { outcomesOf } from "../../core/personas/outcomes.ts";
import { personaBody, personaTime } from "../../core/personas/persona-body.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { ReasonBudget } from "../../core/targeting/explain-node.ts";
import type { ExplainService } from "../explain/explain-service.ts";
import { JsonText } from "../http/json-text.ts";

/** The longest answer, in characters: reasons name the events counted, and there may be many of both. */
const longestAnswer = 64 * 1024 * 1024;

interface Run {
  readonly environment: EnvironmentRef;
  readonly content: ContentChoice;
  readonly personas: readonly Persona[];
  /** Without reasons the outcomes alone are told. */
  readonly reasons: "all" | "none";
  readonly known: () => ReadonlyMap<string, KnownItem>;
  /** ms UTC, by the platform clock. */
  readonly now: number;
}

/**
 * Decides for each persona, others' requests in between, and compares.
 *
 * @throws Problem too-large where the reasons of so many would be; busy where the caller has gone
 */
export async function runPersonas(
  explain: Pick<ExplainService, "pretender">,
  run: Run,
  gone: AbortSignal,
): Promise<JsonText<PersonaRun>> {
  const { environment, content, personas, reasons, now } = run;
  const known = run.known();
  await setImmediate();
  const pretend = await explain.pretender({ environment, content });
  const results: string[] = [];
  let [passed, length] = [0, 0];
  for (const persona of personas) {
    await setImmediate();
    gone.throwIfAborted();
    const result = await resultOf(persona, { known, reasons, now }, pretend);
    if (result.passed) passed += 1;
    const text = JSON.stringify(result);
    length += text.length;
    if (length > longestAnswer) throw tooLarge(results.length);
    results.push(text);
  }
  const head: Omit<PersonaRun, "personas"> = {
    at: new Date(now).toISOString(),
    environment: environment.environment,
    content,
    passed,
    failed: personas.length - passed,
  };
  return new JsonText(`${JSON.stringify(head).slice(0, -1)},"personas":[${results.join(",")}]}`);
}

async function resultOf(
  persona: Persona,
  { known, reasons, now }: Pick<Run, "reasons" | "now"> & { readonly known: ReadonlyMap<string, KnownItem> },
  pretend: Awaited<ReturnType<ExplainService["pretender"]>>,
): Promise<PersonaRun["personas"][number]> {
  const { id, name } = persona;
  const at = personaTime(persona, now);
  const isAll = reasons === "all";
  const explanation = await pretend(personaBody(persona, at), at, isAll ? undefined : new ReasonBudget(0));
  const found = outcomesOf(persona, explanation, known);
  const passed = found.every((one) => one.passed);
  return isAll
    ? { id, name, passed, outcomes: found, explanation }
    : { id, name, passed, outcomes: found.map(({ why: _, ...outcome }) => outcome) };
}

const tooLarge = (fit: number): Problem =>
  new Problem(
    "too-large",
    `Their reasons are too long for one answer: name ${Math.max(1, fit)} of them at a time.`,
  );
