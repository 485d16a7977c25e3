import { Copy, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Persona } from "../../core/persona.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands, useMenuCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { IconButton } from "../parts/Button.tsx";
import { EditTok } from "../parts/EditTok.tsx";
import { LimitedInput } from "../parts/LimitedInput.tsx";
import { type MenuItem, MoreMenu } from "../parts/MoreMenu.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { useAct } from "../parts/use-form.ts";
import { SaveState } from "../saved/SaveState.tsx";
import type { Edited } from "../saved/use-saved.ts";
import { copyName, longestName, nameMissing } from "../text/too-long.ts";
import { useUnread } from "../values/use-typed.ts";

interface PersonaHeadProps {
  readonly persona: Persona;
  readonly edited: Edited<Persona>;
}

/** A persona's name, where its edits stand, and what can be done with it. */
export function PersonaHead({ persona, edited: { saved, state, edit } }: PersonaHeadProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const items = usePersonaItems(persona);
  const preview = `${to("preview")}?persona=${encodeURIComponent(persona.key)}`;
  const previewAs = { id: "persona/preview", title: `Preview as ${persona.name}`, group: "Personas" };
  useCommands([{ ...previewAs, run: () => navigate(preview) }]);
  useMenuCommands("Personas", persona.name, items);
  const unread = useUnread(persona.id);
  return (
    <PageHead
      title={persona.name}
      crumbs={[{ name: "Personas", href: to("personas") }]}
      about={
        <>
          {canEdit && <RenameTok name={persona.name} onRename={(name) => edit({ name }, "name")} />}
          <SaveState saved={saved} saving={state.saving} unread={unread} />
        </>
      }
    >
      <Link className="btn" href={preview}>
        Preview as
      </Link>
      {canEdit && <MoreMenu label={`More for ${persona.name}`} items={items} />}
    </PageHead>
  );
}

function usePersonaItems(persona: Persona): readonly (MenuItem | null)[] {
  const { client, personas, removals } = useConsole();
  const { space } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const params = { spaceId: space.id };
  const copy = {
    send: async () => {
      const { user, events, at, expected } = persona;
      const body = { name: copyName(persona.name), user, events, at, expected };
      const made = await client.call("createPersona", { params, body });
      personas.keep(space.id, made);
      const href = to("personas", made.key);
      return { show: () => navigate(href), said: `Created “${made.name}”`, way: { words: "Show it", href } };
    },
    failure: `“${persona.name}” was not duplicated.`,
  };
  const remove = () => {
    personas.delete(removals, space.id, persona, (options) =>
      client.call("deletePersona", { params: { ...params, personaId: persona.id }, ...options }),
    );
    navigate(to("personas"));
  };
  return [
    { label: "Duplicate", icon: Copy, run: () => act(copy) },
    null,
    { label: "Delete", icon: Trash2, danger: true, run: remove },
  ];
}

/** Another name, typed at the name. */
function RenameTok({ name, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const rename = { id: "persona/rename", title: `Rename ${name}…`, group: "Personas" };
  useCommands([{ ...rename, run: () => setOpen(true) }]);
  const read = (typed: string) => {
    const problem = nameMissing(typed, "Give the persona a name.");
    return problem === null ? { value: typed.trim() } : { problem };
  };
  return (
    <EditTok
      open={open}
      onOpenChange={setOpen}
      label="Rename"
      trigger={<IconButton icon={Pencil} label={`Rename ${name}`} />}
      start={() => name}
      read={read}
      onCommit={onRename}
      onTakenAway={onRename}
      act="Rename"
      formClass="rename-form"
    >
      {(typed, set) => <LimitedInput aria-label="Name" value={typed} most={longestName} onText={set} />}
    </EditTok>
  );
}
