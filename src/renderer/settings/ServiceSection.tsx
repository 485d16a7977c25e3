import { type FormEvent, useState } from "react";
import type { Updates } from "../../core/updates.ts";
import { inWords } from "../api/api-problem.ts";
import { routeQuery } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine, TextField } from "../parts/Field.tsx";
import { FormDialog, FormRefusal } from "../parts/FormDialog.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { useAct, useForm, useRefusal, useTypedForm } from "../parts/use-form.ts";
import { When } from "../parts/When.tsx";
import { counted } from "../text/format.ts";
import { readWhole } from "../text/typed-number.ts";
import { Section } from "./Section.tsx";
import { changeSettings, saveSettings } from "./workspace-settings.ts";

/** Settings of the whole service: how long events are kept, and whether version 1 of the API still answers. */
export function ServiceSection() {
  const { data: settings, error } = useRoute("getSettings", {});
  const { ownsWorkspace } = useHere();
  return (
    <Section id="service" about="for every Space of this workspace">
      {error !== null && <ProblemLine>{inWords(error)}</ProblemLine>}
      {settings !== undefined && (
        <ul>
          <Retention days={settings.retentionDays} editable={ownsWorkspace} />
          <LegacyApi gone={settings.legacyApi === "gone"} editable={ownsWorkspace} />
          {ownsWorkspace && <UpdatesRow />}
        </ul>
      )}
    </Section>
  );
}

function Retention({ days, editable }: { readonly days: number; readonly editable: boolean }) {
  const console = useConsole();
  const kept = useTypedForm("retention");
  const [typed, setTyped] = editable ? kept.field("days", String(days)) : [String(days), () => {}];
  const read = readWhole(typed, 1, 3650);
  const wanted = "value" in read ? read.value : null;
  const { error, send, clear } = useForm({
    send: async () => {
      if (wanted === null) return {};
      await saveSettings(console, { retentionDays: wanted });
      kept.forget();
      return { said: `Events are kept for ${counted(wanted, "day")}` };
    },
    failure: "How long events are kept was not changed.",
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null) send();
  };
  return (
    <li className="set-row">
      <label className="set-name" htmlFor="retention">
        Keep events for
      </label>
      {editable ? (
        <form className="set-inline" onSubmit={save} noValidate>
          <input
            id="retention"
            className="input num days-input"
            inputMode="numeric"
            value={typed}
            aria-invalid={wanted === null || undefined}
            aria-describedby="retention-about"
            onChange={(event) => {
              setTyped(event.target.value);
              clear();
            }}
          />
          <span className="input-unit">days</span>
          {wanted !== days && (
            <Button small type="submit" disabled={wanted === null}>
              Save
            </Button>
          )}
        </form>
      ) : (
        <span className="num">{counted(days, "day")}</span>
      )}
      <span
        id="retention-about"
        className={wanted !== null && error === null ? "direction small" : "field-error"}
        role={error === null ? undefined : "alert"}
      >
        {error ?? ("problem" in read ? read.problem : retentionWords(read.value < days))}
      </span>
    </li>
  );
}

const retentionWords = (shorter: boolean): string =>
  shorter ? "Older events are then deleted, for good." : "Older ones are deleted in the background.";

function LegacyApi({ gone, editable }: { readonly gone: boolean; readonly editable: boolean }) {
  const console = useConsole();
  const [refused, setRefused] = useRefusal("Whether version 1 of the API answers was not changed.");
  const change = (on: boolean) => {
    setRefused(null);
    changeSettings(console, "legacyApi", on ? "deprecated" : "gone").catch(setRefused);
  };
  return (
    <li className="set-row">
      <label className="set-name" htmlFor="legacy-api">
        Version 1 of the API
      </label>
      <Toggle id="legacy-api" on={!gone} disabled={!editable} onChange={change} />
      <span>{gone ? "Gone" : "Answers, as deprecated"}</span>
      <span className="direction small">
        {gone ? "/v1.0 answers 410 and names its successor." : "Turn it off to see what still calls /v1.0."}
      </span>
      {refused !== null && <ProblemLine as="span">{inWords(refused)}</ProblemLine>}
    </li>
  );
}

/** Whether there is a newer version, for the operator: nobody is asked until an address is set. */
function UpdatesRow() {
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
