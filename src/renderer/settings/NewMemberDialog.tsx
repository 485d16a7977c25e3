import { useState } from "react";
import { type Role, roles } from "../../core/organization.ts";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { FormDialog } from "../parts/FormDialog.tsx";
import { NameField } from "../parts/NameField.tsx";
import { SelectField } from "../parts/SelectField.tsx";
import { TextField } from "../parts/TextField.tsx";
import { useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import type { FormProblem } from "../stores/form-store.ts";
import { say } from "../stores/toasts-store.ts";
import { nameMissing } from "../text/too-long.ts";

interface NewMemberDialogProps {
  readonly onClose: () => void;
  readonly roleWords: Readonly<Record<Role, string>>;
}

/** Adds somebody to the Organization: a local account, which signs in at this computer's sign-in page. */
export function NewMemberDialog({ onClose, roleWords }: NewMemberDialogProps) {
  const { client, toasts } = useConsole();
  const { orgId } = useHere().space;
  const kept = useTypedForm(`member/${orgId}`);
  const [name, setName] = kept.field("name");
  const [email, setEmail] = kept.field("email");
  const [role, setRole] = useState<Role>("editor");
  const form = useForm({
    missing: () => nameMissing(name, "Somebody needs a name."),
    send: async () => {
      const person = { name: name.trim(), role, ...(email.trim() !== "" && { email: email.trim() }) };
      await client.call("addMember", { params: { orgId }, body: person });
      kept.forget();
      say(toasts, `Added ${name.trim()}`);
      return { show: onClose };
    },
    refused,
    failure: `${name.trim()} was not added.`,
  });
  const atEmail = form.problem?.field === "email";
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add somebody"
      about="They get an account of this workspace. Sign-in with GitHub finds them by their e-mail address."
      keep="Add nobody"
      act="Add to the Organization"
    >
      <NameField
        value={name}
        error={atEmail ? null : form.error}
        hint="As everybody here will see it."
        onChange={setName}
      />
      <TextField
        label="E-mail"
        type="email"
        hint="May stay empty."
        error={atEmail ? form.error : null}
        value={email}
        onChange={setEmail}
      />
      <SelectField
        label="Role"
        value={role}
        options={roles.map((one) => [one, roleWords[one]] as const)}
        onChange={setRole}
      />
    </FormDialog>
  );
}

/** The server says which field it refuses. */
function refused(reason: unknown): FormProblem {
  const about = reason instanceof ApiProblem ? reason.errors[0] : undefined;
  const field = about?.path === "/email" ? "email" : "name";
  return { field, words: about === undefined ? inWords(reason) : `It ${about.detail}.` };
}
