import { type FormEvent, useState } from "react";
import { type Role, roles } from "../../core/organization.ts";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import { NameField } from "../parts/NameField.tsx";
import { addMember } from "../stores/members-store.ts";
import { say } from "../stores/toasts-store.ts";

interface NewMemberDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly roleWords: Readonly<Record<Role, string>>;
}

/** Adds somebody to the Organization: a local account, which signs in at this computer's sign-in page. */
export function NewMemberDialog({ open, onOpenChange, roleWords }: NewMemberDialogProps) {
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="Add somebody"
      about="They get an account of this workspace. Sign-in with GitHub finds them by their e-mail address."
    >
      <NewMemberForm onDone={() => onOpenChange(false)} roleWords={roleWords} />
    </Modal>
  );
}

function NewMemberForm({
  onDone,
  roleWords,
}: {
  readonly onDone: () => void;
  readonly roleWords: NewMemberDialogProps["roleWords"];
}) {
  const { members, client, toasts } = useConsole();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("editor");
  const [error, setError] = useState<{ readonly field: "name" | "email"; readonly words: string } | null>(
    null,
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setError({ field: "name", words: "Somebody needs a name." });
    try {
      const person = { name: name.trim(), role, ...(email.trim() !== "" && { email: email.trim() }) };
      await addMember(members, client, person);
      onDone();
      say(toasts, `Added ${name.trim()}`);
    } catch (reason) {
      const about = reason instanceof ApiProblem ? reason.errors[0] : undefined;
      const field = about?.path === "/email" ? "email" : "name";
      setError({ field, words: about === undefined ? inWords(reason) : `It ${about.detail}.` });
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="dialog-body">
        <NameField
          value={name}
          error={error?.field === "name" ? error.words : null}
          hint="As everybody here will see it."
          onChange={setName}
        />
        <Field label="E-mail" hint="May stay empty." error={error?.field === "email" ? error.words : null}>
          {(tie) => (
            <input
              {...tie}
              className="input"
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Role">
          {(tie) => (
            <select
              {...tie}
              className="input select"
              value={role}
              onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? "editor")}
            >
              {roles.map((one) => (
                <option key={one} value={one}>
                  {roleWords[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={onDone}>
          Add nobody
        </button>
        <button type="submit" className="btn btn-primary">
          Add to the Organization
        </button>
      </div>
    </form>
  );
}
