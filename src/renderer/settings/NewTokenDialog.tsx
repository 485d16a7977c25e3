import { type FormEvent, useState } from "react";
import { type Role, roleIncludes, roles } from "../../core/organization.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Field } from "../parts/Field.tsx";
import { Modal } from "../parts/Modal.tsx";
import { NameField } from "../parts/NameField.tsx";
import { createToken } from "../stores/tokens-store.ts";

interface NewTokenDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Makes a token and shows it, this once. */
export function NewTokenDialog({ open, onOpenChange }: NewTokenDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setSecret(null);
  };
  const title = secret === null ? "New access token" : "Copy the token now";
  const about =
    secret === null
      ? "It may do what its role allows, in every Organization that you are in, and never more than you."
      : "It is not shown again. Keep it where your secrets are.";
  return (
    <Modal open={open} onOpenChange={close} title={title} about={about}>
      {secret === null ? (
        <TokenForm onMade={setSecret} onClose={() => close(false)} />
      ) : (
        <TokenSecret secret={secret} onClose={() => close(false)} />
      )}
    </Modal>
  );
}

const day = 86_400_000;
const expiries = [
  { days: 30, name: "In 30 days" },
  { days: 90, name: "In 90 days" },
  { days: 365, name: "In a year" },
  { days: 0, name: "Never" },
] as const;

const roleWords: Readonly<Record<Role, string>> = {
  viewer: "Viewer: reads",
  editor: "Editor: changes content",
  owner: "Owner: changes people and keys too",
};

interface TokenFormProps {
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

function TokenForm({ onMade, onClose }: TokenFormProps) {
  const { tokens, client } = useConsole();
  const { me } = useHere();
  const allowed = roles.filter((role) => me.organizations.some((org) => roleIncludes(org.role, role)));
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>(allowed.includes("editor") ? "editor" : "viewer");
  const [days, setDays] = useState(90);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setError("A token needs a name, so that you know it again.");
    const expiresAt = days === 0 ? null : new Date(Date.now() + days * day).toISOString();
    try {
      onMade((await createToken(tokens, client, { name: name.trim(), role, expiresAt })).token);
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
          hint="What it is for, such as CI."
          onChange={(changed) => {
            setName(changed);
            setError(null);
          }}
        />
        <Field label="Role">
          {(tie) => (
            <select
              {...tie}
              className="select"
              value={role}
              onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? "viewer")}
            >
              {allowed.map((one) => (
                <option key={one} value={one}>
                  {roleWords[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Expires">
          {(tie) => (
            <select
              {...tie}
              className="select"
              value={days}
              onChange={(event) => setDays(Number(event.target.value))}
            >
              {expiries.map((one) => (
                <option key={one.days} value={one.days}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Make none
        </button>
        <button type="submit" className="btn btn-primary">
          Create token
        </button>
      </div>
    </form>
  );
}

function TokenSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <>
      <div className="dialog-body">
        <div className="secret">
          <output className="mono" aria-label="The new token">
            {secret}
          </output>
          <CopyButton text={secret} label="Copy the token" words="Copy" />
        </div>
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn btn-primary" onClick={onClose}>
          Done
        </button>
      </div>
    </>
  );
}
