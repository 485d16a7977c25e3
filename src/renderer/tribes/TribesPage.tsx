import "./tribes.css";
import { Plus } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { useCommands } from "../app/use-commands.ts";
import { useHere, usePath } from "../app/use-here.ts";
import { useList } from "../app/use-list.ts";
import { Empty } from "../parts/Empty.tsx";
import { Failed } from "../parts/Failed.tsx";
import { Icon } from "../parts/Icon.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { PageSkeleton } from "../parts/PageSkeleton.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { TribeList } from "./list/TribeList.tsx";
import { GoneTribe, TribePage } from "./page/TribePage.tsx";
import { newStep } from "./tribe-step.ts";

/** The Tribes of the Space, or the one that the address names. */
export function TribesPage() {
  const { below, canEdit, space } = useHere();
  const { tribes: list } = useConsole();
  const tribes = useList(list);
  const problem = useStore(list.store, (state) => state.problem);
  const to = usePath();
  const [, navigate] = useLocation();
  const makeNew = () => navigate(to("tribes", newStep));
  useCommands(
    canEdit ? [{ id: "tribe/new", title: "New Tribe", group: "Tribes", keys: "n", run: makeNew }] : [],
  );
  useEffect(() => void list.load(space.id), [list, space.id]);
  const [reference] = below;
  if (reference === newStep && canEdit) return <TribePage key="new" id={null} />;
  if (tribes === null)
    return problem === null ? (
      <PageSkeleton title="Tribes" />
    ) : (
      <NotLoaded reason={problem} onRetry={() => void list.load(space.id)} />
    );
  if (reference !== undefined) {
    const tribe = tribes.find(({ id }) => id === reference) ?? tribes.find(({ key }) => key === reference);
    return tribe === undefined ? <GoneTribe /> : <TribePage key={tribe.id} id={tribe.id} />;
  }
  return (
    <div className="stage-col ruled">
      <PageHead title="Tribes" about={<span className="direction">saved audiences</span>}>
        {canEdit && tribes.length > 0 && (
          <button type="button" className="btn btn-primary" onClick={makeNew}>
            <Icon of={Plus} size={14} />
            New Tribe
          </button>
        )}
      </PageHead>
      <ReadOnly />
      {tribes.length === 0 ? <NoTribe canEdit={canEdit} onNew={makeNew} /> : <TribeList tribes={tribes} />}
    </div>
  );
}

function NotLoaded({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div className="stage-col ruled">
      <PageHead title="Tribes" />
      <div className="list-note">
        <Failed title="The Tribes could not be loaded" reason={reason} onRetry={onRetry} />
      </div>
    </div>
  );
}

function NoTribe({ canEdit, onNew }: { readonly canEdit: boolean; readonly onNew: () => void }) {
  const action = canEdit && (
    <button type="button" className="btn btn-primary" onClick={onNew}>
      New Tribe
    </button>
  );
  return (
    <div className="list-note">
      <Empty title="No Tribe yet" action={action}>
        A Tribe is a saved audience, such as everybody who watched more than 2 dramas in the last 7 days.
        Scenarios name Tribes to say who gets what.
      </Empty>
    </div>
  );
}
