import { usePath } from "../page/use-here.ts";
import { Empty } from "../parts/PageState.tsx";
import { GoneEdits } from "../saved/GoneEdits.tsx";

/** Stands where a persona would that is not there. */
export function NoPersona({ title }: { readonly title: string }) {
  const to = usePath();
  return (
    <>
      <Empty title={title} way={{ words: "Show all personas", href: to("personas") }}>
        It may have been renamed or deleted.
      </Empty>
      <GoneEdits />
    </>
  );
}
