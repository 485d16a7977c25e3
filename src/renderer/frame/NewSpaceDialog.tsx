import { type RefObject, useState } from "react";
import { useLocation } from "wouter";
import { roleIncludes } from "../../core/organization.ts";
import { useConsole } from "../page/console-context.ts";
import { pagePath } from "../page/pages.ts";
import { keepSpace } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { NameField, SelectField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { nameMissing } from "../text/too-long.ts";

interface NewSpaceDialogProps {
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Asks for a name, makes the Space, and goes there. */
export function NewSpaceDialog({ onClose, returnTo }: NewSpaceDialogProps) {
  const console = useConsole();
  const { me, space } = useHere();
  const [, navigate] = useLocation();
  const orgs = me.organizations.filter((org) => roleIncludes(org.role, "editor"));
  const [orgId, setOrgId] = useState(orgs.find((org) => org.id === space.orgId)?.id ?? orgs[0]?.id ?? "");
  const kept = useTypedForm("space");
  const [name, setName] = kept.field("name");
  const form = useForm({
    missing: () => nameMissing(name, "A Space needs a name."),
    send: async () => {
      const made = await console.client.call("createSpace", { body: { orgId, name: name.trim() } });
      keepSpace(console, made);
      kept.forget();
      const href = pagePath({ spaceKey: made.key, environment: "development" }, "overview");
      const show = () => {
        onClose();
        navigate(href);
      };
      return { show, said: `Made the Space “${made.name}”`, way: { words: "Go there", href } };
    },
    failure: "The Space was not made.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      returnTo={returnTo}
      title="New Space"
      about="A Space has its own Collections, Tribes, users and events, and three environments with an API key each."
      keep="Keep the Spaces as they are"
      act="Create Space"
    >
      <NameField
        value={name}
        error={form.error}
        hint="It can be changed later. Its key, used in generated code, is made from it."
        onChange={setName}
      />
      {orgs.length > 1 && (
        <SelectField
          label="Organization"
          value={orgId}
          options={orgs.map((org) => [org.id, org.name] as const)}
          onChange={setOrgId}
        />
      )}
    </FormDialog>
  );
}
