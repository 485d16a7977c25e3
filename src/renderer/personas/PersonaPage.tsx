import { Copy, Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Persona } from "../../core/persona.ts";
import { environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { IconButton } from "../parts/Button.tsx";
import { AsDrawnContext, EditTok } from "../parts/EditTok.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { LimitedInput } from "../parts/LimitedInput.tsx";
import { type MenuItem, MoreMenu, useMenuCommands } from "../parts/MoreMenu.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { PageState, PageWaits } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { useAddressQuery } from "../parts/use-address-query.ts";
import { useAct } from "../parts/use-form.ts";
import { MadeUpForm } from "../people/made-up/MadeUpForm.tsx";
import { NoPersona } from "../people/NoPersona.tsx";
import { WhyPanel } from "../rules/Reasons.tsx";
import { useNames } from "../rules/use-names.ts";
import { ConflictDialog } from "../saved/ConflictChoice.tsx";
import { SaveState } from "../saved/SaveState.tsx";
import { useChangedElsewhere } from "../saved/use-changed-elsewhere.ts";
import { type Edited, useEditKeys, useSaved } from "../saved/use-saved.ts";
import { copyName, longestName, nameMissing } from "../text/too-long.ts";
import { TypedPlaceContext } from "../values/typed-texts.ts";
import { useUnread } from "../values/use-typed.ts";
import { ExpectationsPart } from "./ExpectationsPart.tsx";
import { namesInRuns } from "./expectations.ts";
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
  const names = useNames();
  const nameOf = (text: string) =>
    text.startsWith("trb_") ? names.tribeName(text) : (names.item(text)?.name ?? inRuns.get(text) ?? text);
  useEditKeys(edited);
  const eventsKey = useChangedElsewhere(state.server, state.value?.events);
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
    <AsDrawnContext value={edited.isAsDrawn}>
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
                  eventsKey={eventsKey}
                  idHint="of its own"
                  {...(canEdit && {
                    onChange: (change, mark) => {
                      const { user, events } = change(saved.store.getState().value ?? persona);
                      edit({ user, events }, mark);
                    },
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
        <ConflictDialog saved={saved} name={persona.name} nameOf={nameOf} />
      </div>
      <WhyPanel
        side={run?.explanation}
        why={query.why ?? null}
        tribeTitle={({ name }) => `Why: ${name}`}
        itemTitle={({ key }) => `Why: ${key}`}
        onClose={() => show(null)}
      />
    </AsDrawnContext>
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

interface PersonaHeadProps {
  readonly persona: Persona;
  readonly edited: Edited<Persona>;
}

/** A persona's name, where its edits stand, and what can be done with it. */
function PersonaHead({ persona, edited: { saved, state, edit } }: PersonaHeadProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const items = usePersonaItems(persona);
  const preview = `${to("preview")}?persona=${encodeURIComponent(persona.key)}`;
  const previewAs = { id: "persona/preview", title: `Preview as ${persona.name}`, group: "Personas" };
  useCommands([{ ...previewAs, run: () => navigate(preview) }]);
  useMenuCommands("Personas", persona.name, items);
  const unread = useUnread(persona.id);
  return (
    <PageHead
      title={persona.name}
      crumbs={[{ name: "Personas", href: to("personas") }]}
      about={
        <>
          {canEdit && <RenameTok name={persona.name} onRename={(name) => edit({ name }, "name")} />}
          <SaveState saved={saved} saving={state.saving} unread={unread} />
        </>
      }
    >
      <Link className="btn" href={preview}>
        Preview as
      </Link>
      {canEdit && <MoreMenu label={`More for ${persona.name}`} items={items} />}
    </PageHead>
  );
}

function usePersonaItems(persona: Persona): readonly (MenuItem | null)[] {
  const { client, personas, removals } = useConsole();
  const { space } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const params = { spaceId: space.id };
  const copy = {
    send: async () => {
      const { user, events, at, expected } = persona;
      const body = { name: copyName(persona.name), user, events, at, expected };
      const made = await client.call("createPersona", { params, body });
      personas.keep(space.id, made);
      const href = to("personas", made.key);
      return { show: () => navigate(href), said: `Created “${made.name}”`, way: { words: "Show it", href } };
    },
    failure: `“${persona.name}” was not duplicated.`,
  };
  const remove = () => {
    personas.delete(removals, space.id, persona, (options) =>
      client.call("deletePersona", { params: { ...params, personaId: persona.id }, ...options }),
    );
    navigate(to("personas"));
  };
  return [
    { label: "Duplicate", icon: Copy, run: () => act(copy) },
    null,
    { label: "Delete", icon: Trash2, danger: true, run: remove },
  ];
}

/** Another name, typed at the name. */
function RenameTok({ name, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const rename = { id: "persona/rename", title: `Rename ${name}…`, group: "Personas" };
  useCommands([{ ...rename, run: () => setOpen(true) }]);
  const read = (typed: string) => {
    const problem = nameMissing(typed, "Give the persona a name.");
    return problem === null ? { value: typed.trim() } : { problem };
  };
  return (
    <EditTok
      open={open}
      onOpenChange={setOpen}
      label="Rename"
      trigger={<IconButton icon={Pencil} label={`Rename ${name}`} />}
      start={() => name}
      read={read}
      onCommit={onRename}
      act="Rename"
      formClass="rename-form"
    >
      {(typed, set) => <LimitedInput aria-label="Name" value={typed} most={longestName} onText={set} />}
    </EditTok>
  );
}
