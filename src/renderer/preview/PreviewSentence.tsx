import { UserRound } from "lucide-react";
import { useState } from "react";
import { byReference } from "../../core/by-reference.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { allUnread } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useList, useUnread } from "../page/use-list.ts";
import { AsDrawnContext } from "../parts/EditTok.tsx";
import { narrowed } from "../parts/narrowed.ts";
import { Popover } from "../parts/Popover.tsx";
import { Sentence } from "../parts/Sentence.tsx";
import { Suggest, type Suggestion } from "../parts/Suggest.tsx";
import { Tok, TokMenu } from "../parts/Tok.tsx";
import { type MadeUp, madeUpWords } from "../people/made-up/made-up.ts";
import { TimeTok } from "../people/TimeTok.tsx";
import { useFoundPeople } from "../people/use-found-people.ts";
import { quotedIfBlank } from "../text/format.ts";
import type { PreviewBodyProps } from "./PreviewBody.tsx";
import { type Comparison, compareQuery, type Subject, subjectQuery } from "./preview-subject.ts";

interface WhoTokProps {
  readonly subject: Subject;
  readonly madeUp: MadeUp | null;
  readonly onPick: (subject: Subject) => void;
}

const inventValue = "made-up:";

/** Whom it is decided for: somebody real, a persona, or somebody made up. */
function WhoTok({ subject, madeUp, onPick }: WhoTokProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const { people, unread } = useFoundPeople(typed, open);
  const { personas } = useConsole();
  const known = useList(personas);
  const unreadPersonas = useUnread("The personas", personas);
  const all = known ?? [];
  const chosen = subject.who === "persona" ? byReference(all, subject.key) : undefined;
  const words =
    subject.who === "user"
      ? quotedIfBlank(subject.id)
      : subject.who === "persona"
        ? (chosen?.name ?? subject.key)
        : madeUpWords(madeUp ?? { user: { kind: "known", fields: {}, labels: [], sessions: 0 }, events: [] });
  const others = [
    { value: inventValue, label: "Somebody made up", hint: "not stored" },
    ...all.map(({ key, name }) => ({ value: `persona:${key}`, label: name, hint: "persona" })),
  ];
  // People whom the server found fit by a field or a label too, which their id does not say.
  const suggestions: Suggestion[] = [
    ...narrowed(others, typed),
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
          {words}
        </Tok>
      }
    >
      <Suggest
        label="Find a user or persona"
        placeholder="Id, field or label"
        narrowed
        suggestions={suggestions}
        loading={people === null || known === null}
        unread={allUnread(unread, unreadPersonas)}
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

/** "As ana-ribeiro, now, the draft against what is published": each word can be changed. */
export function PreviewSentence({ asked, setQuery, madeUp, explained }: PreviewBodyProps) {
  const { environment } = useHere();
  // The address of another page is left as it is.
  const page = location.pathname;
  const others = environmentKeys.filter((key) => key !== environment);
  const options: { value: Comparison; label: string }[] = [
    { value: "draft", label: "the draft against what is published" },
    { value: "published-only", label: "only what is published" },
    { value: "draft-only", label: "only the draft" },
    ...others.map((key) => ({ value: key, label: `published here against ${environmentNames[key]}` })),
  ];
  return (
    <div className="inset preview-sentence">
      <Sentence label="What is previewed">
        As{" "}
        <WhoTok
          subject={asked.subject}
          madeUp={madeUp}
          onPick={(subject) => setQuery(subjectQuery(subject))}
        />{" "}
        <AsDrawnContext value={() => location.pathname === page}>
          <TimeTok
            at={asked.at}
            now={explained.sides?.[0]?.at ?? null}
            onChange={(at) => setQuery({ at }, { replace: true })}
          />
        </AsDrawnContext>{" "}
        showing{" "}
        <TokMenu
          label="What is compared"
          value={asked.compare === environment ? "published-only" : asked.compare}
          options={options}
          onChange={(compare) => setQuery(compareQuery(compare))}
        />
      </Sentence>
    </div>
  );
}
