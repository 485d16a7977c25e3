import { useState } from "react";
import type { Updates } from "../../core/updates.ts";
import { inWords } from "../api/api-problem.ts";
import { routeQuery, useRoute } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine, TextField } from "../parts/Field.tsx";
import { FormDialog, FormRefusal } from "../parts/FormDialog.tsx";
import { useAct, useForm } from "../parts/use-form.ts";
import { moment } from "../text/format.ts";

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
          Version {available.version} is there
        </a>
      )}
      <span
        className={problem === null ? "direction small truncate" : "field-error truncate"}
        title={problem ?? ""}
      >
        {words(data)}
        {checkedAt !== null && problem === null && ` Asked ${moment(checkedAt)}.`}
      </span>
      <span className="spacer" />
      {source === null ? (
        <Button small onClick={() => setSetting(true)}>
          Ask for them…
        </Button>
      ) : (
        <>
          <Button small onClick={() => send(() => client.call("checkUpdates"), "Nobody was asked.")}>
            Ask now
          </Button>
          <Button small onClick={() => send(() => client.call("deleteUpdates"), "It is still asked.")}>
            Stop asking
          </Button>
        </>
      )}
      {setting && <SourceDialog onSet={keep} onClose={() => setSetting(false)} />}
    </li>
  );
}

function words({ source, available, problem }: Updates): string {
  if (source === null) return "Understudy asks nobody.";
  if (problem !== null) return problem;
  return available === null ? `${new URL(source.address).host} knows no newer one.` : "";
}

interface SourceDialogProps {
  readonly onSet: (now: Updates) => void;
  readonly onClose: () => void;
}

function SourceDialog({ onSet, onClose }: SourceDialogProps) {
  const { client } = useConsole();
  const [address, setAddress] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const form = useForm({
    missing: () =>
      address.trim() === "" || publicKey.trim() === "" ? "Give the address and the public key." : null,
    send: async () => {
      const body = { address: address.trim(), publicKey: publicKey.trim() };
      onSet(await client.call("putUpdates", { body }));
      return { show: onClose };
    },
    failure: "Nobody is asked for newer versions.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Ask for newer versions"
      about="Once a day this address is asked for a release, which must be signed. Nothing is installed by itself."
      act="Ask daily"
    >
      <TextField
        label="Address of the release"
        placeholder="https://example.com/understudy.json"
        code
        value={address}
        onChange={setAddress}
      />
      <TextField label="Public key, Ed25519 as base64" code value={publicKey} onChange={setPublicKey} />
      <FormRefusal error={form.error} />
    </FormDialog>
  );
}
