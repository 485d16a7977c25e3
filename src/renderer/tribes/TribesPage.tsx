import "./tribes.css";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useLocation } from "wouter";
import { byReference } from "../../core/by-reference.ts";
import type { Tribe } from "../../core/tribe.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, PageState, PageWaits } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { useAct } from "../parts/use-form.ts";
import { ruleText } from "../rules/rule-text.ts";
import { useNames } from "../rules/use-names.ts";
import { TribeList } from "./list/TribeList.tsx";
import { TribeEditor } from "./page/TribeEditor.tsx";
import { type TribeContent, useTribeDraft } from "./tribe-draft.ts";
import { newStep, tribeStep } from "./tribe-step.ts";
import { useTribeActs } from "./use-tribe-acts.ts";

const newTribe = { id: "tribe/new", title: "New Tribe", group: "Tribes" };

/** The Tribes of the Space, or the one that the address names. */
export function TribesPage() {
  const { below, canEdit, space } = useHere();
  const { tribes: list } = useConsole();
  const tribes = useList(list);
  const problem = useListProblem(list);
  const to = usePath();
  const [, navigate] = useLocation();
  const makeNew = () => navigate(to("tribes", newStep));
  useCommands([{ ...newTribe, keys: "n", run: makeNew }], "editor");
  const [reference] = below;
  if (reference === newStep && canEdit) return <TribePage key="new" listed={null} />;
  if (tribes === null)
    return (
      <PageWaits
        page="Tribes"
        title="The Tribes could not be loaded"
        problem={problem}
        onRetry={() => void list.load(space.id)}
      />
    );
  if (reference !== undefined) return <NamedTribe key={reference} reference={reference} tribes={tribes} />;
  return (
    <div className="stage-col ruled">
      <PageHead title="Tribes" about={<span className="direction">saved audiences</span>}>
        {canEdit && tribes.length > 0 && (
          <Button look="primary" icon={Plus} onClick={makeNew}>
            New Tribe
          </Button>
        )}
      </PageHead>
      <ReadOnly />
      {tribes.length === 0 ? <NoTribeYet canEdit={canEdit} onNew={makeNew} /> : <TribeList tribes={tribes} />}
    </div>
  );
}

interface NamedTribeProps {
  readonly reference: string;
  readonly tribes: readonly Tribe[];
}

/** The Tribe that the address names. One that was there stays named when it is deleted elsewhere: it may be edited here. */
function NamedTribe({ reference, tribes }: NamedTribeProps) {
  const found = byReference(tribes, reference);
  const last = useRef<string | null>(null);
  if (found !== undefined) last.current = found.id;
  if (found !== undefined) return <TribePage key={found.id} listed={found} />;
  return last.current === null ? <NoTribe /> : <GoneTribe id={last.current} />;
}

function NoTribeYet({ canEdit, onNew }: { readonly canEdit: boolean; readonly onNew: () => void }) {
  const action = canEdit && (
    <Button look="primary" onClick={onNew}>
      New Tribe
    </Button>
  );
  return (
    <Empty page title="No Tribe yet" action={action}>
      A Tribe is a saved audience, such as everybody who watched more than 2 dramas in the last 7 days.
      Scenarios name Tribes to say who gets what.
    </Empty>
  );
}

/** One Tribe that the list has; a new one where there is none. */
function TribePage({ listed }: { readonly listed: Tribe | null }) {
  const id = listed?.id ?? null;
  const draft = useTribeDraft(id, listed);
  const { phase, problem, value } = draft.state;
  if (phase === "ready" && value !== null)
    return <TribeEditor key={id} draft={draft} tribe={value} id={id} />;
  if (phase === "gone" && id !== null) return <GoneTribe id={id} />;
  return (
    <PageWaits
      page="Tribe"
      title="The Tribe could not be loaded"
      problem={phase === "loading" ? null : (problem ?? "")}
      onRetry={() => void draft.saved.load()}
    />
  );
}

/** A Tribe that was there and is not any more; an edit of it can become a new one. */
function GoneTribe({ id }: { readonly id: string }) {
  const { state } = useTribeDraft(id);
  const { canEdit } = useHere();
  const isLeft = state.value !== null && state.saving.state === "gone";
  return isLeft && canEdit ? <LeftEdit id={id} content={state.value} /> : <NoTribe />;
}

interface LeftEditProps {
  readonly id: string;
  readonly content: TribeContent;
}

function LeftEdit({ id, content: { name, audience, rules } }: LeftEditProps) {
  const { makeAnew } = useTribeActs();
  const { tribeName } = useNames();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const save = () =>
    act({
      send: async () => {
        const href = to("tribes", tribeStep(await makeAnew(id, { name, audience, rules })));
        return { show: () => navigate(href, { replace: true }) };
      },
      failure: `“${name}” was not saved.`,
    });
  const rule = ruleText(rules, tribeName);
  return (
    <PageState page={name} crumbs={useCrumbs()}>
      <Empty
        title={`${name} was deleted elsewhere`}
        action={
          <Button look="primary" onClick={save}>
            Save as a new Tribe
          </Button>
        }
      >
        Your edit of it is kept here. A new Tribe has the same rule, but nothing that named the old one names
        it.
      </Empty>
      <section className="gone-edit" aria-label="Your edit">
        <h2 className="heading">Your edit</h2>
        <dl>
          <div>
            <dt className="label">Rule</dt>
            <dd>
              <span className="gone-text">{rule}</span>
              <CopyButton text={rule} label="Copy the rule" />
            </dd>
          </div>
        </dl>
      </section>
    </PageState>
  );
}

/** An address that names no Tribe of this Space. */
function NoTribe() {
  const to = usePath();
  return (
    <PageState page="No such Tribe" crumbs={useCrumbs()}>
      <Empty
        title="There is no such Tribe here"
        action={
          <Link className="btn btn-sm" href={to("tribes")}>
            All Tribes
          </Link>
        }
      >
        It was deleted, or its key has changed.
      </Empty>
    </PageState>
  );
}

const useCrumbs = () => [{ name: "Tribes", href: usePath()("tribes") }];
