import "./personas.css";
import { Play, Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useLocation } from "wouter";
import { byReference } from "../../core/by-reference.ts";
import type { Persona, PersonaCreate } from "../../core/persona.ts";
import { environmentNames } from "../../core/primitives.ts";
import { userKinds } from "../../core/user.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { Button } from "../parts/Button.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { NameField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { linkedRow } from "../parts/linked-row.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, PageWaits } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { useAddressQuery } from "../parts/use-address-query.ts";
import { useForm, useTypedForm } from "../parts/use-form.ts";
import { useListPlace } from "../parts/use-list-place.ts";
import { When } from "../parts/When.tsx";
import { copyPerson, madeUpWords } from "../people/made-up/made-up.ts";
import { say } from "../stores/toasts-store.ts";
import { momentToSecond } from "../text/format.ts";
import { nameMissing } from "../text/too-long.ts";
import { GonePersona, PersonaPage } from "./PersonaPage.tsx";
import { InTerminal, PersonaVerdict } from "./RunWords.tsx";
import { type RunningPersonas, runOf, runPlaces, usePersonaRuns } from "./use-persona-runs.ts";

/** Saved pretend users: all of them, or the one that the address names. */
export function PersonasPage() {
  const { below, space } = useHere();
  const { personas } = useConsole();
  const all = useList(personas);
  const problem = useListProblem(personas);
  const [named] = below;
  if (all === null)
    return (
      <PageWaits
        page="Personas"
        title="The personas could not be loaded"
        problem={problem}
        onRetry={() => void personas.load(space.id)}
      />
    );
  if (named === undefined) return <AllPersonas all={all} />;
  const persona = byReference(all, named);
  if (persona !== undefined) return <PersonaPage key={persona.id} persona={persona} />;
  if (named === "new") return <AllPersonas all={all} making />;
  return <GonePersona name={named} title={`No persona “${named}” here`} />;
}

const runAll = { id: "personas/run", title: "Run all personas", group: "Personas" };
const newPersona = { id: "personas/new", title: "New persona", group: "Personas" };

interface AllPersonasProps {
  readonly all: readonly Persona[];
  readonly making?: boolean;
}

/** Every persona, and where they get what they are expected to get. */
function AllPersonas({ all, making = false }: AllPersonasProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const runs = usePersonaRuns();
  const make = () => navigate(to("personas", "new"));
  const scroller = useRef<HTMLDivElement>(null);
  useListPlace("personas", scroller);
  useCommands(all.length > 0 ? [{ ...runAll, keys: "r", run: runs.runAll }] : []);
  useCommands([{ ...newPersona, keys: "n", run: make }], "editor");
  return (
    <div className="stage-col ruled personas">
      <PageHead title="Personas" about={<Summary all={all} runs={runs} />}>
        {all.length > 0 && (
          <>
            <Button icon={Play} aria-busy={runs.running} onClick={runs.runAll}>
              Run all
            </Button>
            {canEdit && (
              <Button look="primary" icon={Plus} onClick={make}>
                New persona
              </Button>
            )}
          </>
        )}
      </PageHead>
      <ReadOnly />
      <div className="scroll" ref={scroller}>
        {all.length === 0 ? (
          <NoPersonas onMake={make} />
        ) : (
          <>
            <PersonaTable all={all} runs={runs} />
            <InTerminal />
          </>
        )}
      </div>
      {making && canEdit && <NewPersonaDialog onClose={() => navigate(to("personas"), { replace: true })} />}
    </div>
  );
}

/** The last run in the environment on screen, in one sentence. */
function Summary({ all, runs }: { readonly all: readonly Persona[]; readonly runs: RunningPersonas }) {
  const { environment } = useHere();
  const run = runs.runs[environment];
  if (all.length === 0) return null;
  const words =
    runs.problem !== null
      ? `Not run: ${runs.problem}`
      : run === undefined || runs.running
        ? "Running…"
        : run.failed === 0
          ? `all ${run.passed} pass in ${environmentNames[environment]}`
          : `${run.failed} of ${run.passed + run.failed} fail in ${environmentNames[environment]}`;
  return (
    <span className={`direction ${run !== undefined && run.failed > 0 ? "danger" : ""}`} role="status">
      {words}
      {runs.at > 0 && !runs.running && (
        <>
          , run at <When at={new Date(runs.at).toISOString()} written={momentToSecond} real />
        </>
      )}
    </span>
  );
}

function PersonaTable({ all, runs }: { readonly all: readonly Persona[]; readonly runs: RunningPersonas }) {
  const to = usePath();
  return (
    <table className="persona-table" aria-label="Personas">
      <thead>
        <tr>
          <th scope="col">Persona</th>
          {runPlaces.map((place) => (
            <th scope="col" key={place}>
              {place === "draft" ? "Draft" : <EnvironmentName of={place} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.map((persona) => (
          <tr key={persona.id} data-row={persona.id} {...linkedRow}>
            <th scope="row">
              <Link className="persona-name truncate" href={to("personas", persona.key)}>
                {persona.name}
              </Link>
              <span className="direction small truncate">{madeUpWords(persona)}</span>
            </th>
            {runPlaces.map((place) => (
              <td key={place}>
                <PersonaVerdict run={runOf(runs.runs, place, persona.id)} running={runs.running} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoPersonas({ onMake }: { readonly onMake: () => void }) {
  const { canEdit } = useHere();
  return (
    <Empty
      page
      title="No persona yet"
      action={
        canEdit && (
          <Button look="primary" onClick={onMake}>
            New persona
          </Button>
        )
      }
    >
      A persona is a pretend user: what they did, and what they should get. Run them after each change of a
      Tribe or a Collection, here and in CI.
    </Empty>
  );
}

/** Makes a persona: of nobody yet, of somebody real (`?user=`), or of who is in a Tribe (`?tribe=`). */
function NewPersonaDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, personas, toasts, tribes } = useConsole();
  const { space } = useHere();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const [query] = useAddressQuery();
  const all = useList(tribes);
  const tribe = byReference(all ?? [], query.tribe ?? "");
  // Before the Tribes are loaded the reference is sent as it is: the server knows it.
  const expectedIn = all === null ? query.tribe : tribe?.id;
  const kept = useTypedForm(`persona/${space.id}/${query.user ?? ""}`);
  const [name, setName] = kept.field("name", query.user === undefined ? "" : `Like ${query.user}`);
  const form = useForm({
    missing: () => nameMissing(name, "Give the persona a name."),
    send: async () => {
      const kind = userKinds.find((one) => one === query.kind);
      const copied =
        query.user === undefined ? null : await copyPerson(client, place, { id: query.user, kind });
      const expected = expectedIn !== undefined && { tribes: [{ tribe: expectedIn, member: true }] };
      const body = { name: name.trim(), ...copied?.madeUp, ...(expected && { expected }) } as PersonaCreate;
      const persona = await client.call("createPersona", { params: { spaceId: space.id }, body });
      kept.forget();
      if (copied?.missing) say(toasts, copied.missing);
      personas.keep(space.id, persona);
      const href = to("personas", persona.key);
      const show = () => navigate(href, { replace: true });
      return { show, said: `Created the persona “${persona.name}”`, way: { words: "Show it", href } };
    },
    failure: "The persona was not created.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New persona"
      about={
        query.user === undefined
          ? "Somebody made up: who they are, what they did, and what they should get. You fill that in next."
          : `Takes the fields, labels and last 30 days of events of ${query.user}. They do not change with them.`
      }
      act="Create persona"
    >
      <NameField
        value={name}
        error={form.fieldError}
        hint={tribe === undefined ? "Such as “Gold member on TV”." : `Expected to be in ${tribe.name}.`}
        onChange={setName}
      />
    </FormDialog>
  );
}
