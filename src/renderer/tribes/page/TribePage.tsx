import { Failed } from "../../parts/Failed.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { PageSkeleton } from "../../parts/PageSkeleton.tsx";
import { useTribeDraft } from "../tribe-draft.ts";
import { GoneTribe } from "./GoneTribe.tsx";
import { TribeEditor } from "./TribeEditor.tsx";

/** One Tribe, by its id; a new one where there is none. */
export function TribePage({ id }: { readonly id: string | null }) {
  const draft = useTribeDraft(id);
  const { phase, problem, value } = draft.state;
  if (phase === "ready" && value !== null)
    return <TribeEditor key={id} draft={draft} tribe={value} id={id} />;
  if (phase === "loading") return <PageSkeleton title="Tribe" />;
  if (phase === "gone" && id !== null) return <GoneTribe id={id} />;
  return (
    <div className="stage-col ruled">
      <PageHead title="Tribe" />
      <div className="inset page-empty">
        <Failed
          title="The Tribe could not be loaded"
          reason={problem ?? ""}
          onRetry={() => void draft.saved.load()}
        />
      </div>
    </div>
  );
}
