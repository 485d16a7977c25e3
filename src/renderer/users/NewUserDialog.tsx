import { useState } from "react";
import { useLocation } from "wouter";
import type { UserKind } from "../../core/user.ts";
import { useConsole } from "../page/console-context.ts";
import { placeKey } from "../page/pages.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { longestName, nameMissing } from "../text/too-long.ts";
import { userAddress } from "./user-list.ts";

const kinds: readonly (readonly [UserKind, string])[] = [
  ["known", "User: signed in"],
  ["visitor", "Visitor: anonymous"],
];

/** Asks for an id, makes the user, and goes to their page. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const kept = useTypedForm(`user/${placeKey(place)}`);
  const [id, setId] = kept.field("id");
  const [kind, setKind] = useState<UserKind>("known");
  const form = useForm({
    missing: () => nameMissing(id, "An id for the user."),
    send: async () => {
      const params = { spaceId: place.spaceId, envKey: place.environment };
      const user = await client.call("createUser", { params, body: { id: id.trim(), kind } });
      kept.forget();
      const href = userAddress(to, user);
      const show = () => {
        onClose();
        navigate(href);
      };
      return { show, said: `Made ${user.id}`, way: { words: "Show them", href } };
    },
    failure: "Nobody was made.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New user"
      about={
        <>
          Somebody of <EnvironmentName of={place.environment} /> alone. An SDK that starts a session with the
          same id finds them.
        </>
      }
      keep="Make nobody"
      act="Make user"
    >
      <TextField
        label="Id"
        code
        hint="As your app knows them: a user id, or a visitor’s anonymous id."
        error={form.error}
        value={id}
        most={longestName}
        onChange={setId}
      />
      <SelectField label="Kind" value={kind} options={kinds} onChange={setKind} />
    </FormDialog>
  );
}
