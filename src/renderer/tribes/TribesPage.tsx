import "./tribes.css";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";
import { byReference } from "../../core/by-reference.ts";
import type { Tribe } from "../../core/tribe.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { Button } from "../parts/Button.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, PageWaits } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { TribeList } from "./list/TribeList.tsx";
import { GoneTribe, NoTribe } from "./page/GoneTribe.tsx";
import { TribeEditor } from "./page/TribeEditor.tsx";
import { useTribeDraft } from "./tribe-draft.ts";
import { newStep } from "./tribe-step.ts";

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
