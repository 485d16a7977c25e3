import { useState } from "react";
import type { Updates } from "../../core/updates.ts";
import { inWords } from "../api/api-problem.ts";
import { routeQuery, useRoute } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine, TextField } from "../parts/Field.tsx";
import { FormDialog, FormRefusal } from "../parts/FormDialog.tsx";
import { useAct, useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { When } from "../parts/When.tsx";

/** Whether there is a newer version, for the operator: nobody is asked until an address is set. */
export function UpdatesRow() {
  const { client, queries } = useConsole();
  const { data, error } = useRoute("getUpdates", {});
  const [setting, setSetting] = useState(false);
  const act = useAct();
  const keep = (now: Updates) => queries.setQueryData(routeQuery(client, "getUpdates", {}).queryKey, now);
  const send = (sending: () => Promise<Updates>, failure: string) =>
    act({
      send: async () => {
        keep(await sending());
        return {};
      },
      failure,
    });
  if (data === undefined) return error === null ? null : <ProblemLine>{inWords(error)}</ProblemLine>;
  const { source, available, checkedAt, problem } = data;
  return (
    <li className="set-row">
      <span className="set-name">Newer versions</span>
      {available !== null && (
        <a
          className="link"
          href={available.url}
          target="_blank"
          rel="noopener noreferrer"
          title={available.notes}
        >
          Version {available.version} is available
        </a>
      )}
      <span
        className={problem === null ? "direction small truncate" : "field-error truncate"}
        title={problem ?? ""}
      >
        {words(data)}
        {checkedAt !== null && problem === null && (
          <>
            {" "}
            Checked <When at={checkedAt} real />.
          </>
        )}
      </span>
      <span className="spacer" />
      {source === null ? (
        <Button small onClick={() => setSetting(true)}>
          Check daily…
        </Button>
      ) : (
        <>
          <Button small onClick={() => send(() => client.call("checkUpdates"), "The check failed.")}>
            Check now
          </Button>
          <Button
            small
            onClick={() => send(() => client.call("deleteUpdates"), "The daily check was not stopped.")}
          >
            Stop checking
          </Button>
        </>
      )}
      {setting && <SourceDialog onSet={keep} onClose={() => setSetting(false)} />}
    </li>
  );
}

function words({ source, available, problem }: Updates): string {
  if (source === null) return "Not checked.";
  if (problem !== null) return problem;
  return available === null ? `${new URL(source.address).host} has no newer version.` : "";
}

interface SourceDialogProps {
  readonly onSet: (now: Updates) => void;
  readonly onClose: () => void;
}

function SourceDialog({ onSet, onClose }: SourceDialogProps) {
  const { client } = useConsole();
  const kept = useTypedForm("updates");
  const [address, setAddress] = kept.field("address");
  const [publicKey, setPublicKey] = kept.field("publicKey");
  const form = useForm({
    missing: () =>
      address.trim() === "" || publicKey.trim() === "" ? "Give the address and the public key." : null,
    send: async () => {
      const body = { address: address.trim(), publicKey: publicKey.trim() };
      onSet(await client.call("putUpdates", { body }));
      kept.forget();
      return { show: onClose };
    },
    failure: "The daily check was not set up.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Check for newer versions"
      about="Looks at this address once a day for a signed release. Nothing is installed by itself."
      act="Check daily"
    >
      <TextField
        label="Address of the release"
        placeholder="https://example.com/understudy.json"
        code
        value={address}
        onChange={setAddress}
      />
      <TextField label="Public key, Ed25519 as base64" code value={publicKey} onChange={setPublicKey} />
      <FormRefusal error={form.fieldError} />
    </FormDialog>
  );
}
