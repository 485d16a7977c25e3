import { Copy, Trash2 } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { Persona } from "../../core/persona.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useCommands } from "../app/use-commands.ts";
import { useHere, usePath } from "../app/use-here.ts";
import type { Edited } from "../collections/use-saved.ts";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { SaveState } from "../parts/SaveState.tsx";
import { say } from "../stores/toasts-store.ts";
import { RenameTok } from "./RenameTok.tsx";

interface PersonaHeadProps {
  readonly persona: Persona;
  readonly edited: Edited<Persona>;
}

/** A persona's name, where its edits stand, and what can be done with it. */
export function PersonaHead({ persona, edited: { saved, state, edit } }: PersonaHeadProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const actions = usePersonaActions(persona);
  return (
    <PageHead
      title={persona.name}
      crumbs={[{ name: "Personas", href: to("personas") }]}
      about={
        canEdit && (
          <>
            <RenameTok name={persona.name} onRename={(name) => edit({ name }, "name")} />
            <SaveState
              saving={state.saving}
              onTryAgain={() => saved.tryAgain()}
              onDiscard={() => saved.takeTheirs()}
            />
          </>
        )
      }
    >
      <Link className="btn" href={`${to("preview")}?persona=${encodeURIComponent(persona.key)}`}>
        Preview as
      </Link>
      {canEdit && (
        <MoreMenu
          label={`More for ${persona.name}`}
          items={[
            { label: "Duplicate", icon: Copy, run: actions.duplicate },
            null,
            { label: "Delete", icon: Trash2, danger: true, run: actions.remove },
          ]}
        />
      )}
    </PageHead>
  );
}

function usePersonaActions(persona: Persona) {
  const { client, personas, toasts } = useConsole();
  const { space, canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const params = { spaceId: space.id };
  const duplicate = async () => {
    const { user, events, at, expected } = persona;
    try {
      const body = { name: `${persona.name} copy`.slice(0, 200), user, events, at, expected };
      const made = await client.call("createPersona", { params, body });
      personas.keep(space.id, made);
      navigate(to("personas", made.key));
    } catch (error) {
      say(toasts, inWords(error));
    }
  };
  const remove = () => {
    personas.delete(toasts, space.id, persona, (options) =>
      client.call("deletePersona", { params: { ...params, personaId: persona.id }, ...options }),
    );
    navigate(to("personas"));
  };
  const name = persona.name;
  useCommands(
    canEdit
      ? [
          { id: "persona/copy", title: `Duplicate ${name}`, group: "Personas", run: () => void duplicate() },
          { id: "persona/delete", title: `Delete ${name}`, group: "Personas", run: remove },
        ]
      : [],
  );
  return { duplicate: () => void duplicate(), remove };
}
