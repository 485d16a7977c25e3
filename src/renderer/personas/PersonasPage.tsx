import "./personas.css";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { PageSkeleton } from "../parts/PageState.tsx";
import { AllPersonas } from "./AllPersonas.tsx";
import { GonePersona, PersonaPage } from "./PersonaPage.tsx";

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
  if (all === null) return <PageSkeleton title="Personas" />;
  return <GonePersona name={named} title={`No persona “${named}” here`} />;
}
