import { useMemo } from "react";
import type { Persona } from "../../core/persona.ts";
import { environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { PageState, PageWaits } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { useAddressQuery } from "../parts/use-address-query.ts";
import { MadeUpForm } from "../people/made-up/MadeUpForm.tsx";
import { NoPersona } from "../people/NoPersona.tsx";
import { WhyPanel } from "../rules/Reasons.tsx";
import { ConflictDialog } from "../saved/ConflictChoice.tsx";
import { useEditKeys } from "../saved/use-edit-keys.ts";
import { useSaved } from "../saved/use-saved.ts";
import { TypedPlaceContext } from "../values/typed-texts.ts";
import { ExpectationsPart } from "./ExpectationsPart.tsx";
import { namesInRuns } from "./expectations.ts";
import { PersonaHead } from "./PersonaHead.tsx";
import { personaPort } from "./persona-port.ts";
import { InTerminal, PersonaVerdict } from "./RunWords.tsx";
import { type RunningPersonas, type RunPlace, runOf, runPlaces, usePersonaRuns } from "./use-persona-runs.ts";

/** One persona: who they are, when, what they should get, and what they get instead. */
export function PersonaPage({ persona: listed }: { readonly persona: Persona }) {
  const console = useConsole();
  const { space, canEdit, environment } = useHere();
  const [query, setQuery] = useAddressQuery();
  const edited = useSaved(personaPort(console, space.id, listed.id), listed);
  const { saved, state, edit } = edited;
  const runs = usePersonaRuns(listed.id);
  const place = query.content === "draft" ? "draft" : environment;
  const run = runOf(runs.runs, place, listed.id);
  const inRuns = useMemo(
    () => namesInRuns(runPlaces.flatMap((one) => runOf(runs.runs, one, listed.id) ?? [])),
    [runs.runs, listed.id],
  );
  useEditKeys(edited);
  const persona = state.value;
  if (state.phase === "gone")
    return <GonePersona name={listed.name} title={`${listed.name} is no longer there`} />;
  if (persona === null)
    return (
      <PageWaits
        page={listed.name}
        problem={state.phase === "failed" ? state.problem : null}
        title={`${listed.name} could not be loaded`}
        onRetry={() => void saved.load()}
      />
    );
  const show = (id: string | null) => setQuery({ why: id }, { replace: true });
  return (
    <>
      <div className="stage-col ruled persona">
        <PersonaHead persona={persona} edited={edited} />
        <ReadOnly />
        <RunPlaces
          runs={runs}
          id={listed.id}
          chosen={place}
          onChoose={(to) => setQuery({ content: to === "draft" ? "draft" : null }, { replace: true })}
        />
        <div className="scroll">
          <div className="persona-grid">
            <section className="persona-who inset" aria-label="Who they are">
              <div className="sec-head">
                <h2 className="heading">Who they are</h2>
              </div>
              <TypedPlaceContext value={{ object: persona.id, owner: "fields", name: "" }}>
                <MadeUpForm
                  value={persona}
                  idHint="of its own"
                  {...(canEdit && {
                    onChange: ({ user, events }, mark) => edit({ user, events }, mark),
                  })}
                />
              </TypedPlaceContext>
            </section>
            <ExpectationsPart
              persona={persona}
              run={run}
              inRuns={inRuns}
              place={place}
              chosen={query.why ?? null}
              onShow={show}
              {...(canEdit && { onChange: edit })}
            />
          </div>
          <InTerminal />
        </div>
        <ConflictDialog saved={saved} name={persona.name} />
      </div>
      <WhyPanel
        side={run?.explanation}
        why={query.why ?? null}
        tribeTitle={({ name }) => `Why: ${name}`}
        itemTitle={({ key }) => `Why: ${key}`}
        onClose={() => show(null)}
      />
    </>
  );
}

/** An address that names no persona, or one that is not there any more. */
export function GonePersona({ name, title }: { readonly name: string; readonly title: string }) {
  const to = usePath();
  return (
    <PageState page={name} crumbs={[{ name: "Personas", href: to("personas") }]}>
      <NoPersona title={title} />
    </PageState>
  );
}

interface RunPlacesProps {
  readonly runs: RunningPersonas;
  readonly id: string;
  readonly chosen: RunPlace;
  readonly onChoose: (place: "draft" | "published") => void;
}

/** The last run in each place, on one line; the draft or this environment is what the page shows. */
function RunPlaces({ runs, id, chosen, onChoose }: RunPlacesProps) {
  const { environment } = useHere();
  const group = "Personas";
  useCommands([
    {
      id: "persona/published",
      title: `Compare with what is published in ${environmentNames[environment]}`,
      group,
      run: () => onChoose("published"),
    },
    { id: "persona/draft", title: "Compare with the draft", group, run: () => onChoose("draft") },
  ]);
  const nothing = runPlaces.every((place) => runOf(runs.runs, place, id)?.outcomes.length === 0);
  return (
    <div className="inset run-places">
      <span className="label">Last run</span>
      {nothing ? (
        <span className="direction">expects nothing</span>
      ) : (
        <ul>
          {runPlaces.map((place) => (
            <li key={place}>
              {place === "draft" ? <span className="text-2">Draft</span> : <EnvironmentName of={place} />}
              <PersonaVerdict run={runOf(runs.runs, place, id)} running={runs.running} />
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that look like one control. */}
      <div className="seg" role="group" aria-label="Compared with">
        <button type="button" aria-pressed={chosen !== "draft"} onClick={() => onChoose("published")}>
          Published in {environmentNames[environment]}
        </button>
        <button type="button" aria-pressed={chosen === "draft"} onClick={() => onChoose("draft")}>
          Draft
        </button>
      </div>
      <ProblemLine as="span">{runs.problem}</ProblemLine>
    </div>
  );
}
