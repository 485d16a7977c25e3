import { PageHead } from "../parts/PageHead.tsx";

/** Preview. */
export function PreviewPage() {
  return (
    <div className="stage-col ruled">
      <PageHead title="Preview" />
    </div>
  );
}
