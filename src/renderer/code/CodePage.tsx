import { PageHead } from "../parts/PageHead.tsx";

/** Code. */
export function CodePage() {
  return (
    <div className="stage-col ruled">
      <PageHead title="Code" />
    </div>
  );
}
