import { UserRound } from "lucide-react";
import { useState } from "react";
import { useConsole } from "../page/console-context.ts";
import { useList } from "../page/use-list.ts";
import { Popover } from "../parts/Popover.tsx";
import { Suggest, type Suggestion } from "../parts/Suggest.tsx";
import { Tok } from "../parts/Tok.tsx";
import { type MadeUp, madeUpWords } from "../people/made-up/made-up.ts";
import { useFoundPeople } from "../people/use-found-people.ts";
import type { Subject } from "./preview-subject.ts";

interface WhoTokProps {
  readonly subject: Subject;
  readonly madeUp: MadeUp | null;
  readonly onPick: (subject: Subject) => void;
}

const inventValue = "made-up:";

/** Whom it is decided for: somebody real, a persona, or somebody made up. */
export function WhoTok({ subject, madeUp, onPick }: WhoTokProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const people = useFoundPeople(typed, open);
  const { personas } = useConsole();
  const all = useList(personas) ?? [];
  const chosen = all.find(
    ({ id, key }) => subject.who === "persona" && (id === subject.key || key === subject.key),
  );
  const words =
    subject.who === "user"
      ? subject.id
      : subject.who === "persona"
        ? (chosen?.name ?? subject.key)
        : madeUpWords(madeUp ?? { user: { kind: "known", fields: {}, labels: [], sessions: 0 }, events: [] });
  const suggestions: Suggestion[] = [
    { value: inventValue, label: "Somebody made up", hint: "invent" },
    ...all.map(({ key, name }) => ({ value: `persona:${key}`, label: name, hint: "persona" })),
    ...(people ?? []).map(({ id, kind }) => ({
      value: `${kind}:${id}`,
      label: id,
      hint: kind === "known" ? "user" : "visitor",
    })),
  ];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Whom to preview as"
      trigger={
        <Tok look="noun" icon={UserRound} aria-label={`Preview as: ${words}`}>
          <span className="truncate">{words}</span>
        </Tok>
      }
    >
      <Suggest
        label="Find a user or persona"
        placeholder="Id, field or label"
        suggestions={suggestions}
        loading={people === null}
        onTyped={setTyped}
        nothing="Nobody here fits."
        onPick={(value) => {
          setOpen(false);
          onPick(subjectFor(value));
        }}
      />
    </Popover>
  );
}

function subjectFor(value: string): Subject {
  if (value === inventValue) return { who: "made-up" };
  const colon = value.indexOf(":");
  const [kind, id] = [value.slice(0, colon), value.slice(colon + 1)];
  if (kind === "persona") return { who: "persona", key: id };
  return { who: "user", id, kind: kind === "visitor" ? "visitor" : undefined };
}
