import { useState } from "react";
import { useLocation } from "wouter";
import type { UserKind } from "../../core/user.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere, usePath, usePlace } from "../app/use-here.ts";
import { DialogForm } from "../parts/DialogForm.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { Modal } from "../parts/Modal.tsx";
import { SelectField } from "../parts/SelectField.tsx";
import { TextField } from "../parts/TextField.tsx";
import { useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { placeKey } from "../stores/stats-store.ts";
import { longestName, nameMissing } from "../text/too-long.ts";
import { userAddress } from "./user-address.ts";

/** Asks for an id, makes the user, and goes to their page. */
export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { environment } = useHere();
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title="New user"
      about={
        <>
          Somebody of <EnvironmentName of={environment} /> alone. An SDK that starts a session with the same
          id finds them.
        </>
      }
    >
      <NewUserForm onClose={onClose} />
    </Modal>
  );
}

const kinds: readonly (readonly [UserKind, string])[] = [
  ["known", "User: signed in"],
  ["visitor", "Visitor: anonymous"],
];

function NewUserForm({ onClose }: { readonly onClose: () => void }) {
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
      onClose();
      navigate(userAddress(to, user));
    },
  });
  return (
    <DialogForm form={form} keep="Make nobody" onKeep={onClose} act="Make user">
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
    </DialogForm>
  );
}
