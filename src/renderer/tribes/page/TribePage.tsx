import { Link } from "wouter";
import { useStore } from "zustand";
import { usePath } from "../../app/use-here.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Failed } from "../../parts/Failed.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { PageSkeleton } from "../../parts/PageSkeleton.tsx";
import { useTribeDraft } from "../use-tribe-draft.ts";
import { TribeEditor } from "./TribeEditor.tsx";

/** One Tribe, by its id; a new one where there is none. */
export function TribePage({ id }: { readonly id: string | null }) {
  const draft = useTribeDraft(id);
  const { phase, problem } = useStore(draft.store);
  if (phase === "ready") return <TribeEditor key={id} draft={draft} id={id} />;
  if (phase === "loading") return <PageSkeleton title="Tribe" />;
  if (phase === "gone") return <GoneTribe />;
  return (
    <div className="stage-col ruled">
      <PageHead title="Tribe" />
      <div className="list-note">
        <Failed
          title="The Tribe could not be loaded"
          reason={problem ?? ""}
          onRetry={() => void draft.load()}
        />
      </div>
    </div>
  );
}

/** An address that names no Tribe of this Space. */
export function GoneTribe() {
  const to = usePath();
  return (
    <div className="stage-col ruled">
      <PageHead title="No such Tribe" crumbs={[{ name: "Tribes", href: to("tribes") }]} />
      <div className="list-note">
        <Empty
          title="There is no such Tribe here"
          action={
            <Link className="btn btn-sm" href={to("tribes")}>
              All Tribes
            </Link>
          }
        >
          It was deleted, or its key has changed since this address was made.
        </Empty>
      </div>
    </div>
  );
}
