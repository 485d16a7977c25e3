import "./made-up.css";
import { type ReactNode, useContext } from "react";
import { longestIdentifier } from "../../../core/primitives.ts";
import type { UserKind } from "../../../core/user.ts";
import { useSeen } from "../../page/reads.ts";
import { Field, SelectField, TextField } from "../../parts/Field.tsx";
import { SpinInput } from "../../parts/SpinInput.tsx";
import { SuggestInput } from "../../parts/SuggestInput.tsx";
import { tooLong } from "../../text/too-long.ts";
import { readWhole } from "../../text/typed-number.ts";
import { TypedPlaceContext } from "../../values/typed-texts.ts";
import { useForgetHidden, useTyped } from "../../values/use-typed.ts";
import { FieldList } from "../fields/FieldList.tsx";
import { LabelList } from "../fields/LabelList.tsx";
import { MadeUpEvents } from "./MadeUpEvents.tsx";
import type { MadeUp, MadeUpUser } from "./made-up.ts";

interface MadeUpFormProps {
  readonly value: MadeUp;
  /**
   * Left out where nothing may be changed. What is changed is as it is then: an undo may come when this is no longer there. Edits
   * with the same mark in a row are one step of the way back.
   */
  readonly onChange?: (change: (now: MadeUp) => MadeUp, mark: string) => void;
  /** Said of the id where it is left out. */
  readonly idHint: string;
  /** Another one where the events were changed elsewhere: what is typed at one does not go over to the next. */
  readonly eventsKey?: number;
}

/** Somebody made up, in a compact form: kind, id, fields, labels, device, sessions, and what they did. */
export function MadeUpForm({ value, onChange, idHint, eventsKey }: MadeUpFormProps) {
  const { user, events } = value;
  const setBy =
    onChange &&
    ((change: (now: MadeUpUser) => Partial<MadeUpUser>, mark: string) =>
      onChange((now) => ({ ...now, user: withoutEmpty({ ...now.user, ...change(now.user) }) }), mark));
  const set = setBy && ((change: Partial<MadeUpUser>, mark: string) => setBy(() => change, mark));
  return (
    <div className="made-up">
      <Who user={user} idHint={idHint} {...(set && { set })} />
      <Part title="Fields">
        <FieldList
          fields={user.fields}
          {...(setBy && {
            onChange: (change, mark) => setBy((now) => ({ fields: change(now.fields) }), mark),
          })}
        />
      </Part>
      <Part title="Labels">
        <LabelList
          labels={user.labels}
          {...(setBy && {
            onChange: (change, mark) => setBy((now) => ({ labels: [...change(now.labels)] }), mark),
          })}
        />
      </Part>
      <Part title="Events so far">
        <MadeUpEvents
          turn={eventsKey}
          events={events}
          {...(onChange && {
            onChange: (change, mark) =>
              onChange((now) => ({ ...now, events: [...change(now.events)] }), mark),
          })}
        />
      </Part>
      <Device user={user} {...(set && { set })} />
    </div>
  );
}

/** A text that is emptied is not there: that is not the same as an empty one. */
const withoutEmpty = (user: MadeUpUser): MadeUpUser =>
  Object.fromEntries(Object.entries(user).filter(([, one]) => one !== undefined && one !== "")) as MadeUpUser;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="made-up-part" aria-label={title}>
      <h3 className="label">{title}</h3>
      {children}
    </section>
  );
}

interface PartProps {
  readonly user: MadeUpUser;
  readonly set?: (change: Partial<MadeUpUser>, mark: string) => void;
}

const kinds: readonly (readonly [UserKind, string])[] = [
  ["known", "User"],
  ["visitor", "Visitor"],
];

function Who({ user, idHint, set }: PartProps & { readonly idHint: string }) {
  return (
    <div className="made-up-pair">
      <SelectField
        label="Kind"
        disabled={set === undefined}
        value={user.kind}
        options={kinds}
        onChange={(kind) => set?.({ kind }, "kind")}
      />
      <TextField
        label="Id"
        code
        readOnly={set === undefined}
        value={user.userId ?? ""}
        placeholder={idHint}
        most={longestIdentifier}
        onChange={(userId) => set?.({ userId }, "userId")}
      />
    </div>
  );
}

const deviceFacts = [
  { member: "platform", label: "Platform", seen: "platforms", placeholder: "web", max: 200 },
  { member: "locale", label: "Locale", seen: "locales", placeholder: "en-GB", max: 64 },
  { member: "timeZone", label: "Time zone", seen: "timeZones", placeholder: "Europe/London", max: 64 },
] as const;

const mostSessions = 1_000_000_000;

function Device({ user, set }: PartProps) {
  const { seen } = useSeen();
  const around = useContext(TypedPlaceContext);
  return (
    <section className="made-up-part made-up-pair" aria-label="Device and sessions">
      {deviceFacts.map((fact) => (
        <Field label={fact.label} key={fact.member} error={tooLong(user[fact.member] ?? "", fact.max)}>
          {(tie) => (
            <SuggestInput
              {...tie}
              readOnly={set === undefined}
              suggestions={seen?.[fact.seen] ?? []}
              value={user[fact.member] ?? ""}
              placeholder={set === undefined ? "" : fact.placeholder}
              onText={(text) => set?.({ [fact.member]: text }, fact.member)}
            />
          )}
        </Field>
      ))}
      <TypedPlaceContext value={around && { ...around, owner: "sessions", name: "sessions" }}>
        <Sessions user={user} {...(set && { set })} />
      </TypedPlaceContext>
    </section>
  );
}

function Sessions({ user, set }: PartProps) {
  useForgetHidden(({ of }) => of === user.sessions);
  const sessions = useTyped<number>({
    value: user.sessions,
    show: String,
    read: (text) => readWhole(text, 0, mostSessions),
    onChange: (to = 0) => set?.({ sessions: to }, "sessions"),
  });
  return (
    <Field label="Sessions" error={sessions.problem}>
      {(tie) => (
        <SpinInput
          {...tie}
          min={0}
          max={mostSessions}
          readOnly={set === undefined}
          value={sessions.text}
          onText={sessions.onText}
        />
      )}
    </Field>
  );
}
