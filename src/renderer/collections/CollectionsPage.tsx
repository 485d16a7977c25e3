import { PageHead } from "../parts/PageHead.tsx";

/** Collections. */
export function CollectionsPage() {
  return (
    <div className="stage-col ruled">
      <PageHead title="Collections" />
    </div>
  );
}
