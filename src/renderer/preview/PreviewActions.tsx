import { Link, useLocation } from "wouter";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useAct } from "../parts/use-form.ts";
import { copyPerson } from "../people/made-up/copy-person.ts";
import { madeUpWords } from "../people/made-up/made-up.ts";
import type { PreviewBodyProps } from "./PreviewBody.tsx";
import { subjectQuery } from "./preview-subject.ts";

/** What can be done with whom is previewed: save them as a persona, or make up somebody like them. */
export function PreviewActions({ asked, setQuery, store, madeUp }: PreviewBodyProps) {
  const { client, personas } = useConsole();
  const { canEdit, space } = useHere();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const { subject } = asked;
  const invent = () =>
    subject.who === "user" &&
    act({
      send: async () => {
        const value = await copyPerson(client, place, subject);
        const show = () => {
          store.setState({ value });
          setQuery(subjectQuery({ who: "made-up" }));
        };
        return { show };
      },
      failure: "Nobody was made up.",
    });
  const save = () =>
    madeUp !== null &&
    act({
      send: async () => {
        const { user, events } = madeUp;
        const body = { name: capital(madeUpWords(madeUp)).slice(0, 200), user, events, at: asked.at };
        const persona = await client.call("createPersona", { params: { spaceId: space.id }, body });
        personas.keep(space.id, persona);
        const href = to("personas", persona.key);
        const said = `Made the persona “${persona.name}”`;
        return { show: () => navigate(href), said, way: { words: "Show it", href } };
      },
      failure: "The persona was not made.",
    });
  const group = "Preview";
  const user =
    subject.who !== "user"
      ? null
      : `${to("users", subject.id)}${subject.kind === "visitor" ? "?kind=visitor" : ""}`;
  useCommands(
    subject.who === "made-up" ? [{ id: "preview/save", title: "Save as a persona", group, run: save }] : [],
    "editor",
  );
  useCommands(
    user === null
      ? []
      : [
          { id: "preview/invent", title: "Invent somebody from them", group, run: () => invent() },
          { id: "preview/user", title: "Open user or visitor", group, run: () => navigate(user) },
        ],
  );
  if (subject.who === "user")
    return (
      <>
        <Link className="btn" href={user ?? ""}>
          Open {subject.kind === "visitor" ? "visitor" : "user"}
        </Link>
        <button type="button" className="btn" onClick={() => invent()}>
          Invent from them
        </button>
      </>
    );
  if (subject.who === "persona")
    return (
      <Link className="btn" href={to("personas", subject.key)}>
        Open persona
      </Link>
    );
  return canEdit ? (
    <button type="button" className="btn btn-primary" onClick={save}>
      Save as a persona
    </button>
  ) : null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
