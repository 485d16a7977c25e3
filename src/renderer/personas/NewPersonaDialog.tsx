import { useLocation } from "wouter";
import type { PersonaCreate } from "../../core/persona.ts";
import { userKinds } from "../../core/user.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { NameField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useAddressQuery } from "../parts/use-address-query.ts";
import { useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { copyPerson } from "../people/made-up/copy-person.ts";
import { nameMissing } from "../text/too-long.ts";

/** Makes a persona: of nobody yet, of somebody real (`?user=`), or of who is in a Tribe (`?tribe=`). */
export function NewPersonaDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, personas, tribes } = useConsole();
  const { space } = useHere();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const [query] = useAddressQuery();
  const all = useList(tribes);
  const tribe = all?.find(({ id, key }) => id === query.tribe || key === query.tribe);
  // Sent before the Tribes are read, it is the server that knows them.
  const expectedIn = all === null ? query.tribe : tribe?.id;
  const kept = useTypedForm(`persona/${space.id}/${query.user ?? ""}`);
  const [name, setName] = kept.field("name", query.user === undefined ? "" : `Like ${query.user}`);
  const form = useForm({
    missing: () => nameMissing(name, "A name for the persona."),
    send: async () => {
      const kind = userKinds.find((one) => one === query.kind);
      const person =
        query.user === undefined ? {} : await copyPerson(client, place, { id: query.user, kind });
      const expected = expectedIn !== undefined && { tribes: [{ tribe: expectedIn, member: true }] };
      const body = { name: name.trim(), ...person, ...(expected && { expected }) } as PersonaCreate;
      const persona = await client.call("createPersona", { params: { spaceId: space.id }, body });
      kept.forget();
      personas.keep(space.id, persona);
      const href = to("personas", persona.key);
      const show = () => navigate(href, { replace: true });
      return { show, said: `Made the persona “${persona.name}”`, way: { words: "Show it", href } };
    },
    failure: "The persona was not made.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New persona"
      about={
        query.user === undefined
          ? "Somebody made up: who they are, what they did, and what they should get. You fill that in next."
          : `Takes the fields, labels and last 30 days of events of ${query.user}. They do not change with them.`
      }
      keep="Make none"
      act="Make persona"
    >
      <NameField
        value={name}
        error={form.error}
        hint={tribe === undefined ? "Such as “Gold member on TV”." : `Expected to be in ${tribe.name}.`}
        onChange={setName}
      />
    </FormDialog>
  );
}
