import { Plus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { byReference } from "../../core/by-reference.ts";
import { useConsole } from "../page/console-context.ts";
import { useSeen } from "../page/reads.ts";
import { useList, useUnread } from "../page/use-list.ts";
import { FilterChip } from "../parts/FilterChip.tsx";
import { FindInput } from "../parts/FindInput.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Seg } from "../parts/Radio.tsx";
import { type Suggestion, SuggestPopover, type SuggestProps } from "../parts/Suggest.tsx";
import { longestSearch, tooLong } from "../text/too-long.ts";
import type { UserFilter } from "./user-filter.ts";

interface UserFilterBarProps {
  readonly filter: UserFilter;
  readonly onChange: (filter: UserFilter) => void;
}

const kinds = [
  ["all", "All"],
  ["known", "Users"],
  ["visitor", "Visitors"],
] as const;

/** What narrows the list: text, a kind, a label, a Tribe. */
export function UserFilterBar({ filter, onChange }: UserFilterBarProps) {
  const { tribes } = useConsole();
  const tribesHere = useList(tribes);
  const unreadTribes = useUnread("The Tribes", tribes);
  const { seen, unread } = useSeen();
  const tribe = byReference(tribesHere ?? [], filter.tribe ?? "");
  return (
    <search className="inset chips users-filter">
      <TextFilter text={filter.q ?? ""} onText={(q) => onChange({ ...filter, q: q || undefined })} />
      <Seg
        aria-label="Kind"
        value={filter.kind ?? "all"}
        options={kinds}
        onChange={(kind) => onChange({ ...filter, kind: kind === "all" ? undefined : kind })}
      />
      <ChosenFilter
        name="Label"
        value={filter.label}
        suggestions={seen?.labels.map((value) => ({ value })) ?? null}
        unread={unread}
        free
        check={(typed) => tooLong(typed, 64)}
        onChange={(label) => onChange({ ...filter, label })}
      />
      <ChosenFilter
        name="Tribe"
        value={filter.tribe}
        words={tribe?.name}
        suggestions={tribesHere?.map(({ key, name }) => ({ value: key, label: name })) ?? null}
        unread={unreadTribes}
        onChange={(value) => onChange({ ...filter, tribe: value })}
      />
    </search>
  );
}

const typingTime = 250;

/** Text is looked for once typing rests. */
function TextFilter({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const look = useEffectEvent(onText);
  // What is looked for is what was typed without the spaces around it: those stay, or the next word could not follow.
  useEffect(() => setTyped((now) => (now.trim() === text ? now : text)), [text]);
  useEffect(() => {
    if (typed.trim() === text || tooLong(typed, longestSearch) !== null) return;
    const timer = setTimeout(() => look(typed.trim()), typingTime);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <FindInput
      group="Users"
      label="Find users"
      placeholder="Id, field or label"
      className="users-find"
      value={typed}
      onText={setTyped}
    />
  );
}

interface ChosenFilterProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly words?: string | undefined;
  /** Null until they are known. */
  readonly suggestions: readonly Suggestion[] | null;
  readonly unread: string | null;
  readonly free?: boolean;
  readonly check?: SuggestProps["check"];
  readonly onChange: (value: string | undefined) => void;
}

/** A filter that is one of a few: a chip, or what adds it. */
function ChosenFilter(props: ChosenFilterProps) {
  const { name, value, words = value, suggestions, unread, free = false, check, onChange } = props;
  if (value !== undefined)
    return (
      <FilterChip
        name={name}
        value={words}
        removeLabel={`Remove ${name}: ${words}`}
        onRemove={() => onChange(undefined)}
      />
    );
  const noun = name === "Tribe" ? name : name.toLowerCase();
  const add = (
    <button type="button" className="chip chip-add">
      <Icon of={Plus} size={12} />
      <span>{name}</span>
    </button>
  );
  return (
    <SuggestPopover
      title={`Filter by ${name}`}
      trigger={add}
      label={name}
      placeholder={`Find a ${noun}`}
      suggestions={suggestions ?? []}
      loading={suggestions === null}
      unread={unread}
      free={free}
      {...(check && { check })}
      nothing={`No ${noun} here fits.`}
      onPick={onChange}
    />
  );
}
