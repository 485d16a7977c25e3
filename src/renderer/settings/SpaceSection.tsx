import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { reasonAt, reasonOfAll } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { dropSpace, keepSpace } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { Field, ProblemLine, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useForm, useRefusal, useTypedForm } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { Section } from "./Section.tsx";

/** One origin a line, or with commas between. */
const readOrigins = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== "");

/** The Space's name, and who beside localhost may call its SDK plane from a web page. */
export function SpaceSection() {
  const console = useConsole();
  const { client, toasts } = console;
  const { space, isOwner } = useHere();
  const kept = useTypedForm(`space/${space.id}`);
  const typed = (field: string, saved: string) =>
    isOwner ? kept.field(field, saved) : ([saved, () => {}] as const);
  const [name, setName] = typed("name", space.name);
  const [origins, setOrigins] = typed("origins", space.allowedOrigins.join("\n"));
  const [locked, setLocked] = typed("locked", space.userFieldsLocked ? "locked" : "");
  const [problem, setProblem] = useRefusal(`The settings of ${space.name} were not saved.`);
  // Only what was changed here is sent: what somebody else has changed meanwhile stays theirs.
  const change = {
    ...(name.trim() !== space.name && { name: name.trim() }),
    ...(readOrigins(origins).join() !== space.allowedOrigins.join() && {
      allowedOrigins: readOrigins(origins),
    }),
    ...((locked !== "") !== (space.userFieldsLocked ?? false) && { userFieldsLocked: locked !== "" }),
  };
  const changed = Object.keys(change).length > 0;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const saved = await client.call("updateSpace", { params: { spaceId: space.id }, body: change });
      keepSpace(console, saved);
      kept.forget();
      setProblem(null);
      say(toasts, `Saved “${saved.name}”`);
    } catch (reason) {
      setProblem(reason);
    }
  };

  const discard = () => {
    kept.forget();
    setProblem(null);
  };

  return (
    <Section id="space" about={`its key in code is ${space.key}`}>
      <form className="set-form" onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label="Name"
          error={reasonAt(problem, "/name")}
          value={name}
          readOnly={!isOwner}
          onChange={setName}
        />
        <Field
          label="Allowed origins"
          hint="Web pages on localhost may always call the SDK plane. Others only from here, one a line, such as https://app.example.com."
          error={reasonAt(problem, "/allowedOrigins")}
        >
          {(tie) => (
            <textarea
              {...tie}
              className="input mono"
              rows={3}
              spellCheck={false}
              value={origins}
              readOnly={!isOwner}
              onChange={(e) => setOrigins(e.target.value)}
            />
          )}
        </Field>
        <Field
          label="Fields of known users"
          hint="API keys are public: with one, anybody can write any user’s fields by starting a session or by Segment’s identify. Locked, such requests are refused, and the Platform API alone writes them."
          error={reasonAt(problem, "/userFieldsLocked")}
        >
          {(tie) => (
            <label className="check">
              <input
                {...tie}
                type="checkbox"
                checked={locked !== ""}
                disabled={!isOwner}
                onChange={(e) => setLocked(e.target.checked ? "locked" : "")}
              />
              Written by the platform only
            </label>
          )}
        </Field>
        <ProblemLine>{reasonOfAll(problem)}</ProblemLine>
        {isOwner && (
          <div className="btn-row">
            <Button type="submit" disabled={!changed}>
              Save Space
            </Button>
            {changed && <Button onClick={discard}>Discard edit</Button>}
          </div>
        )}
      </form>
    </Section>
  );
}

/** What cannot be undone, away from what is saved. */
export function DangerSection() {
  const { space } = useHere();
  const [deleting, setDeleting] = useState(false);
  const removal = { id: "settings/delete-space", title: "Delete Space…", group: "Settings" };
  useCommands([{ ...removal, run: () => setDeleting(true) }], "owner");
  return (
    <Section
      id="danger"
      about="this cannot be undone"
      action={
        <Button look="danger" small onClick={() => setDeleting(true)}>
          Delete Space…
        </Button>
      }
    >
      <p className="muted">
        Deletes {space.name} with its Collections, Tribes and personas, and the users and events of all three
        environments. Apps go on with their fallbacks.
      </p>
      {deleting && <DeleteSpaceDialog onClose={() => setDeleting(false)} />}
    </Section>
  );
}

/** Asks before what cannot be undone: the Space goes with its users and events. */
function DeleteSpaceDialog({ onClose }: { readonly onClose: () => void }) {
  const console = useConsole();
  const { client, toasts } = console;
  const { space } = useHere();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const form = useForm({
    send: async () => {
      await client.call("deleteSpace", { params: { spaceId: space.id } });
      dropSpace(console, space);
      void console.saved.forgetAllOf(space.id);
      say(toasts, `Deleted “${space.name}”`);
      // Its pages are gone with it, wherever in it one is by now.
      if (location.pathname.split("/")[2] === encodeURIComponent(space.key)) navigate("/");
      return {};
    },
    failure: `“${space.name}” was not deleted.`,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Delete ${space.name}`}
      about="Its Collections, Tribes and personas, the users and events of all three environments, and their API keys. This cannot be undone."
      act="Delete this Space for good"
      look="danger-fill"
      disabled={typed !== space.key}
    >
      <TextField
        label={`Type ${space.key} to go on`}
        code
        error={form.fieldError}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
