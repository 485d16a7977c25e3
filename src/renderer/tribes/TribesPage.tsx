import { PageHead } from "../parts/PageHead.tsx";

/** Tribes. */
export function TribesPage() {
  return (
    <div className="stage-col ruled">
      <PageHead title="Tribes" />
    </div>
  );
}
