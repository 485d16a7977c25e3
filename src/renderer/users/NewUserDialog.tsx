import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import type { UserKind } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere, usePath, usePlace } from "../app/use-here.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { Field } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
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

function NewUserForm({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const [id, setId] = useState("");
  const [kind, setKind] = useState<UserKind>("known");
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() === "") return setError("An id for the user.");
    try {
      const params = { spaceId: place.spaceId, envKey: place.environment };
      const user = await client.call("createUser", { params, body: { id: id.trim(), kind } });
      onClose();
      navigate(userAddress(to, user));
    } catch (reason) {
      setError(inWords(reason));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="dialog-body">
        <Field
          label="Id"
          error={error}
          hint="As your app knows them: a user id, or a visitor’s anonymous id."
        >
          {(tie) => (
            <input
              {...tie}
              className="input mono"
              value={id}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setId(target.value)}
            />
          )}
        </Field>
        <Field label="Kind">
          {(tie) => (
            <select
              {...tie}
              className="select"
              value={kind}
              onChange={({ target }) => setKind(target.value === "visitor" ? "visitor" : "known")}
            >
              <option value="known">User: signed in</option>
              <option value="visitor">Visitor: anonymous</option>
            </select>
          )}
        </Field>
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn" onClick={onClose}>
          Make nobody
        </button>
        <button type="submit" className="btn btn-primary">
          Make user
        </button>
      </div>
    </form>
  );
}
