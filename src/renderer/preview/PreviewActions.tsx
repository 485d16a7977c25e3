import { Link, useLocation } from "wouter";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useCommands } from "../app/use-commands.ts";
import { useHere, usePath, usePlace } from "../app/use-here.ts";
import { useForm } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { copyPerson } from "../users/made-up/copy-person.ts";
import { madeUpWords } from "../users/made-up/made-up.ts";
import type { PreviewBodyProps } from "./PreviewBody.tsx";
import { subjectQuery } from "./preview-subject.ts";

/** What can be done with whom is previewed: save them as a persona, or make up somebody like them. */
export function PreviewActions({ asked, setQuery, store, madeUp }: PreviewBodyProps) {
  const { client, personas, toasts } = useConsole();
  const { canEdit, space } = useHere();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const { subject } = asked;
  const invent = async () => {
    if (subject.who !== "user") return;
    try {
      store.setState({ value: await copyPerson(client, place, subject) });
      setQuery(subjectQuery({ who: "made-up" }));
    } catch (error) {
      say(toasts, inWords(error));
    }
  };
  const saving = useForm({
    send: async () => {
      if (madeUp === null) return;
      const { user, events } = madeUp;
      const body = { name: capital(madeUpWords(madeUp)).slice(0, 200), user, events, at: asked.at };
      const persona = await client.call("createPersona", { params: { spaceId: space.id }, body });
      personas.keep(space.id, persona);
      navigate(to("personas", persona.key));
    },
    refused: (reason) => {
      const words = inWords(reason);
      say(toasts, words);
      return { words };
    },
  });
  const group = "Preview";
  const user =
    subject.who !== "user"
      ? null
      : `${to("users", subject.id)}${subject.kind === "visitor" ? "?kind=visitor" : ""}`;
  useCommands(
    subject.who === "made-up"
      ? [{ id: "preview/save", title: "Save as a persona", group, run: saving.send }]
      : [],
    "editor",
  );
  useCommands(
    user === null
      ? []
      : [
          { id: "preview/invent", title: "Invent somebody from them", group, run: () => void invent() },
          { id: "preview/user", title: "Open user or visitor", group, run: () => navigate(user) },
        ],
  );
  if (subject.who === "user")
    return (
      <>
        <Link className="btn" href={user ?? ""}>
          Open {subject.kind === "visitor" ? "visitor" : "user"}
        </Link>
        <button type="button" className="btn" onClick={() => void invent()}>
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
    <button type="button" className="btn btn-primary" disabled={saving.sending} onClick={saving.send}>
      Save as a persona
    </button>
  ) : null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
