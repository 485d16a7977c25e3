import { type FormEvent, type RefObject, useState } from "react";
import { useLocation } from "wouter";
import { roleIncludes } from "../../core/organization.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { pagePath } from "../app/pages.ts";
import { useHere } from "../app/use-here.ts";
import { Field } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import { NameField } from "../parts/NameField.tsx";
import { createSpace } from "../stores/spaces-store.ts";

interface NewSpaceDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Asks for a name, makes the Space, and goes there. */
export function NewSpaceDialog({ open, onOpenChange, returnTo }: NewSpaceDialogProps) {
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      returnTo={returnTo}
      title="New Space"
      about="A Space has its own Collections, Tribes, users and events, and three environments with an API key each."
    >
      <NewSpaceForm onDone={() => onOpenChange(false)} />
    </Modal>
  );
}

function NewSpaceForm({ onDone }: { readonly onDone: () => void }) {
  const { spaces, client } = useConsole();
  const { me, space } = useHere();
  const [, navigate] = useLocation();
  const orgs = me.organizations.filter((org) => roleIncludes(org.role, "editor"));
  const [orgId, setOrgId] = useState(orgs.find((org) => org.id === space.orgId)?.id ?? orgs[0]?.id ?? "");
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setError("A Space needs a name.");
    try {
      const made = await createSpace(spaces, client, { orgId, name: name.trim() });
      onDone();
      navigate(pagePath({ spaceKey: made.key, environment: "development" }, "overview"));
    } catch (reason) {
      setError(inWords(reason));
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="dialog-body">
        <NameField
          value={name}
          error={error}
          hint="It can be changed later. Its key, used in generated code, is made from it."
          onChange={(changed) => {
            setName(changed);
            setError(null);
          }}
        />
        {orgs.length > 1 && (
          <Field label="Organization">
            {(tie) => (
              <select
                {...tie}
                className="select"
                value={orgId}
                onChange={(event) => setOrgId(event.target.value)}
              >
                {orgs.map((org) => (
                  <option key={org.id} value={org.id}>
                    {org.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={onDone}>
          Keep the Spaces as they are
        </button>
        <button type="submit" className="btn btn-primary">
          Create Space
        </button>
      </div>
    </form>
  );
}
