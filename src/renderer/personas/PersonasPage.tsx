import { PageHead } from "../parts/PageHead.tsx";

/** Personas. */
export function PersonasPage() {
  return (
    <div className="stage-col ruled">
      <PageHead title="Personas" />
    </div>
  );
}
