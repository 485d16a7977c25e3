import "./personas.css";
import { Link } from "wouter";
import { useConsole } from "../app/console-context.ts";
import { useHere, usePath } from "../app/use-here.ts";
import { useList } from "../app/use-list.ts";
import { Empty } from "../parts/Empty.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { PageSkeleton } from "../parts/PageSkeleton.tsx";
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
  return all === null ? <PageSkeleton title="Personas" /> : <NoPersona named={named} />;
}

function NoPersona({ named }: { readonly named: string }) {
  const to = usePath();
  return (
    <div className="stage-col ruled">
      <PageHead title={named} crumbs={[{ name: "Personas", href: to("personas") }]} />
      <div className="inset page-empty">
        <Empty
          title={`No persona “${named}” here`}
          action={
            <Link className="btn btn-primary" href={to("personas")}>
              Show all personas
            </Link>
          }
        >
          It may have been renamed or deleted.
        </Empty>
      </div>
    </div>
  );
}
