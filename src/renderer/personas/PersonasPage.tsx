import "./personas.css";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { PageSkeleton } from "../parts/PageState.tsx";
import { NoPersona } from "../people/NoPersona.tsx";
import { AllPersonas } from "./AllPersonas.tsx";
import { PersonaPage } from "./PersonaPage.tsx";

/** Saved pretend users: all of them, or the one that the address names. */
export function PersonasPage() {
  const { below } = useHere();
  const { personas } = useConsole();
  const all = useList(personas);
  const [named] = below;
  if (named === undefined) return <AllPersonas />;
  const persona = all?.find(({ id, key }) => id === named || key === named);
  if (persona !== undefined) return <PersonaPage key={persona.id} persona={persona} />;
  if (named === "new") return <AllPersonas making />;
  return all === null ? <PageSkeleton title="Personas" /> : <NotThere named={named} />;
}

function NotThere({ named }: { readonly named: string }) {
  const to = usePath();
  return (
    <div className="stage-col ruled">
      <PageHead title={named} crumbs={[{ name: "Personas", href: to("personas") }]} />
      <NoPersona title={`No persona “${named}” here`} />
    </div>
  );
}
