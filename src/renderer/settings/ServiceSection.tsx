import type { FormEvent } from "react";
import { inWords } from "../api/api-problem.ts";
import { useRoute } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { useForm, useRefusal } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { counted } from "../text/format.ts";
import { readWhole } from "../text/typed-number.ts";
import { Section } from "./Section.tsx";
import { UpdatesRow } from "./UpdatesRow.tsx";
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
  const kept = useTypedForm("retention", console.settingsForms);
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
