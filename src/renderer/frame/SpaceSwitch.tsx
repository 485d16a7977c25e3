import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type RefObject, useRef, useState } from "react";
import { useLocation } from "wouter";
import { consoleCommand } from "../../core/console-commands.ts";
import { pagePath } from "../../core/console-pages.ts";
import { roleIncludes } from "../../core/organization.ts";
import { placeOf } from "../app/Home.tsx";
import { useConsole } from "../page/console-context.ts";
import { keepSpace, useSpaces } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { NameField, SelectField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { Brand } from "../parts/Frameless.tsx";
import { Icon } from "../parts/Icon.tsx";
import { useForm, useTypedForm } from "../parts/use-form.ts";
import { nameMissing } from "../text/too-long.ts";

/** The Space on screen; opens the list of all, and a new one. */
export function SpaceSwitch() {
  const { space } = useHere();
  const { data: spaces = [] } = useSpaces();
  const [, navigate] = useLocation();
  const [making, setMaking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { title, group } = consoleCommand("space/new");
  useCommands([
    { id: "space/new", title, group, run: () => setMaking(true) },
    ...spaces
      .filter(({ id }) => id !== space.id)
      .map(({ key, name }) => ({
        id: `space/${key}`,
        title: `Switch to the Space ${name}`,
        group,
        searched: true,
        run: () => navigate(placeOf(key)),
      })),
  ]);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          ref={trigger}
          className="space-switch"
          aria-label={`Space ${space.name}, switch`}
        >
          <Brand />
          <span className="truncate">
            <b>{space.name}</b>
          </span>
          <Icon of={ChevronsUpDown} size={14} className="muted" />
        </DropdownMenu.Trigger>

        <DropdownMenu.Content className="menu" align="start" sideOffset={4} loop>
          <DropdownMenu.RadioGroup
            value={space.key}
            onValueChange={(spaceKey) => navigate(placeOf(spaceKey))}
          >
            {spaces.map((one) => (
              <DropdownMenu.RadioItem key={one.id} value={one.key}>
                <span className="truncate grow">{one.name}</span>
                <DropdownMenu.ItemIndicator>
                  <Icon of={Check} size={14} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => setMaking(true)}>
            <Icon of={Plus} size={14} className="muted" />
            New Space…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {making && <NewSpaceDialog onClose={() => setMaking(false)} returnTo={trigger} />}
    </>
  );
}

interface NewSpaceDialogProps {
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Asks for a name, makes the Space, and goes there. */
function NewSpaceDialog({ onClose, returnTo }: NewSpaceDialogProps) {
  const console = useConsole();
  const { me, space } = useHere();
  const [, navigate] = useLocation();
  const orgs = me.organizations.filter((org) => roleIncludes(org.role, "editor"));
  const [orgId, setOrgId] = useState(orgs.find((org) => org.id === space.orgId)?.id ?? orgs[0]?.id ?? "");
  const kept = useTypedForm("space");
  const [name, setName] = kept.field("name");
  const form = useForm({
    missing: () => nameMissing(name, "Give the Space a name."),
    send: async () => {
      const made = await console.client.call("createSpace", { body: { orgId, name: name.trim() } });
      keepSpace(console, made);
      kept.forget();
      const href = pagePath({ spaceKey: made.key, environment: "development" }, "overview");
      const show = () => {
        onClose();
        navigate(href);
      };
      return { show, said: `Created the Space “${made.name}”`, way: { words: "Go there", href } };
    },
    failure: "The Space was not created.",
    // It may be the Organization that is chosen: there is another one to choose.
    ...(orgs.length > 1 && { namesMore: true }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      returnTo={returnTo}
      title="New Space"
      about="A Space has its own Collections, Tribes, users and events, and three environments with an API key each."
      act="Create Space"
    >
      <NameField
        value={name}
        error={form.fieldError}
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
