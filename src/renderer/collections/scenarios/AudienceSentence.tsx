import { Blend, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { audienceKinds } from "../../../core/scenario.ts";
import { kindWords } from "../../model/row-words.ts";
import type { Audience } from "../../model/scenario-rows.ts";
import { useConsole } from "../../page/console-context.ts";
import { usePath } from "../../page/use-here.ts";
import { useList, useUnread } from "../../page/use-list.ts";
import { Button } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Sentence } from "../../parts/Sentence.tsx";
import { Suggest } from "../../parts/Suggest.tsx";
import { Tok, TokMenu } from "../../parts/Tok.tsx";
import { useNameOf } from "../collections-state.ts";

interface AudienceSentenceProps {
  readonly audience: Audience;
  readonly onChange: (audience: Audience) => void;
}

const hints: Readonly<Record<Audience["kind"], string>> = {
  everyone: "users and visitors",
  users: "who have an id",
  visitors: "who have none yet",
};
const kinds = audienceKinds.map((value) => ({ value, label: kindWords[value], hint: hints[value] }));

/** Whom a scenario is for: "Serve this to users in any of Binge watchers or Film club but in none of Kids profiles." */
export function AudienceSentence({ audience, onChange }: AudienceSentenceProps) {
  const change = (member: "anyOf" | "noneOf") => (ids: readonly string[]) =>
    onChange({ ...audience, [member]: [...ids] });
  return (
    <Sentence label="Whom it is for">
      <p>
        Serve this to{" "}
        <TokMenu
          value={audience.kind}
          options={kinds}
          label="Whom"
          onChange={(kind) => onChange({ ...audience, kind })}
        />{" "}
        <Tribes
          ids={audience.anyOf}
          taken={[...audience.anyOf, ...audience.noneOf]}
          intro={audience.anyOf.length === 1 ? "in" : "in any of"}
          end={audience.noneOf.length === 0 ? "." : ""}
          add="Only those in a Tribe"
          onChange={change("anyOf")}
        />
        <Tribes
          ids={audience.noneOf}
          taken={[...audience.anyOf, ...audience.noneOf]}
          intro={audience.noneOf.length === 1 ? "but not in" : "but in none of"}
          end="."
          add="Not those in a Tribe"
          onChange={change("noneOf")}
        />
      </p>
    </Sentence>
  );
}

interface TribesProps {
  readonly ids: readonly string[];
  /** Those that cannot be chosen again. */
  readonly taken: readonly string[];
  /** What the sentence says before the first: "in any of". */
  readonly intro: string;
  /** What stands behind the last: a full stop, or nothing where the sentence goes on. */
  readonly end: string;
  /** What the blank says that adds the first one. */
  readonly add: string;
  readonly onChange: (ids: readonly string[]) => void;
}

function Tribes({ ids, taken, intro, end, add, onChange }: TribesProps) {
  return (
    <>
      {ids.length > 0 && `${intro} `}
      {ids.map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a Tribe that takes another's place takes its focus as well.
        <span key={index}>
          {index > 0 && "or "}
          <TribeTok
            id={id}
            taken={taken}
            onReplace={(to) => onChange(ids.map((one) => (one === id ? to : one)))}
            onRemove={() => onChange(ids.filter((one) => one !== id))}
          />
          {index === ids.length - 1 ? end : ""}{" "}
        </span>
      ))}
      {/* The same one before the first and behind the last: the focus comes back to it. */}
      <AddTribe
        taken={taken}
        words={ids.length === 0 ? add : ""}
        onAdd={(id) => onChange([...ids, id])}
      />{" "}
    </>
  );
}

interface TribeTokProps {
  readonly id: string;
  readonly taken: readonly string[];
  readonly onReplace: (id: string) => void;
  readonly onRemove: () => void;
}

function TribeTok({ id, taken, onReplace, onRemove }: TribeTokProps) {
  const [open, setOpen] = useState(false);
  const tok = useRef<HTMLButtonElement>(null);
  const to = usePath();
  const tribes = useList(useConsole().tribes);
  const tribe = tribes?.find((one) => one.id === id);
  const name = useNameOf()(id);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={`Tribe ${name}`}
      trigger={
        <Tok
          ref={tok}
          look="noun"
          icon={Blend}
          aria-invalid={tribes !== null && tribe === undefined ? true : undefined}
          onKeyDown={(event) => {
            if (event.key !== "Backspace" && event.key !== "Delete") return;
            event.preventDefault();
            focusBlankBefore(event.currentTarget);
            onRemove();
          }}
        >
          {name}
        </Tok>
      }
    >
      <TribeChoice
        taken={taken}
        onPick={(picked) => {
          setOpen(false);
          onReplace(picked);
        }}
      />
      <div className="popover-foot">
        {tribe !== undefined && (
          <Link href={to("tribes", tribe.key)} className="link link-row">
            Open {name}
          </Link>
        )}
        <span className="spacer" />
        <Button
          look="quiet"
          small
          onClick={() => {
            setOpen(false);
            if (tok.current !== null) focusBlankBefore(tok.current);
            onRemove();
          }}
        >
          Remove
        </Button>
      </div>
    </Popover>
  );
}

/** The blank that is removed takes the focus with it, so the one before it gets it. */
function focusBlankBefore(blank: HTMLElement): void {
  const blanks = [...(blank.closest(".sentence")?.querySelectorAll<HTMLElement>(".tok") ?? [])];
  blanks[Math.max(0, blanks.indexOf(blank) - 1)]?.focus();
}

interface AddTribeProps {
  readonly taken: readonly string[];
  readonly words: string;
  readonly onAdd: (id: string) => void;
}

function AddTribe({ taken, words, onAdd }: AddTribeProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Tribes"
      trigger={
        <Tok look="add" aria-label={words === "" ? "Add a Tribe" : undefined}>
          <Icon of={Plus} size={12} />
          {words}
        </Tok>
      }
    >
      <TribeChoice
        taken={taken}
        onPick={(id) => {
          setOpen(false);
          onAdd(id);
        }}
      />
    </Popover>
  );
}

function TribeChoice({
  taken,
  onPick,
}: {
  readonly taken: readonly string[];
  readonly onPick: (id: string) => void;
}) {
  const { tribes: list } = useConsole();
  const tribes = useList(list);
  const unread = useUnread("The Tribes", list);
  const to = usePath();
  const free = (tribes ?? []).filter(({ id }) => !taken.includes(id));
  if (tribes?.length === 0)
    return (
      <p className="direction small">
        There is no Tribe yet.{" "}
        <Link className="link" href={to("tribes", "new")}>
          Create one
        </Link>
      </p>
    );
  return (
    <Suggest
      label="Tribe"
      placeholder="Find a Tribe"
      loading={tribes === null}
      unread={unread}
      suggestions={free.map(({ id, name, key }) => ({ value: id, label: name, hint: key }))}
      nothing="No other Tribe has this name."
      onPick={onPick}
    />
  );
}
