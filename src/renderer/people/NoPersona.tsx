import { Link } from "wouter";
import { usePath } from "../page/use-here.ts";
import { Empty } from "../parts/PageState.tsx";
import { GoneEdits } from "../saved/GoneEdits.tsx";

/** Stands where a persona would that is not there. */
export function NoPersona({ title }: { readonly title: string }) {
  const to = usePath();
  return (
    <>
      <Empty
        title={title}
        action={
          <Link className="btn btn-primary" href={to("personas")}>
            Show all personas
          </Link>
        }
      >
        It may have been renamed or deleted.
      </Empty>
      <GoneEdits />
    </>
  );
}
