import { byReference } from "../../core/by-reference.ts";
import "./personas.css";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { PageWaits } from "../parts/PageState.tsx";
import { AllPersonas } from "./AllPersonas.tsx";
import { GonePersona, PersonaPage } from "./PersonaPage.tsx";

/** Saved pretend users: all of them, or the one that the address names. */
export function PersonasPage() {
  const { below, space } = useHere();
  const { personas } = useConsole();
  const all = useList(personas);
  const problem = useListProblem(personas);
  const [named] = below;
  if (all === null)
    return (
      <PageWaits
        page="Personas"
        title="The personas could not be loaded"
        problem={problem}
        onRetry={() => void personas.load(space.id)}
      />
    );
  if (named === undefined) return <AllPersonas all={all} />;
  const persona = byReference(all, named);
  if (persona !== undefined) return <PersonaPage key={persona.id} persona={persona} />;
  if (named === "new") return <AllPersonas all={all} making />;
  return <GonePersona name={named} title={`No persona “${named}” here`} />;
}
