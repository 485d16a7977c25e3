import { useSortable } from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, Copy, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import type { ScenarioMatches } from "../../../core/scenario-matches.ts";
import { itemOf, type Part } from "../../model/collection-address.ts";
import { errorAt } from "../../model/error-words.ts";
import { audienceWords } from "../../model/row-words.ts";
import { changeWords, everyone, type Row, type RowChange } from "../../model/scenario-rows.ts";
import { scheduleWords } from "../../model/schedule-words.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import { NameInPlace } from "../../parts/NameInPlace.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { Grip, sortableStyle } from "../../parts/Sortable.tsx";
import { say } from "../../stores/toasts-store.ts";
import { count, counted } from "../../text/format.ts";
import { useNameOf } from "../collections-state.ts";
import { type ReachedProps, ScenarioBody } from "./ScenarioBody.tsx";
import type { ScenarioEditing, ServedRows } from "./scenario-editing.ts";

interface ScenarioItemProps<S> {
  readonly row: Row<S>;
  /** From 1. */
  readonly place: number;
  readonly isDefault: boolean;
  readonly open: boolean;
  /** It was just added: it comes into view, with the focus at whom it is for. */
  readonly arrived: boolean;
  /** Its name is being changed. */
  readonly renaming: boolean;
  readonly onToggle: () => void;
  readonly onRenaming: (renaming: boolean) => void;
  readonly editing: ScenarioEditing<S>;
  readonly part: Part;
  readonly served: ServedRows<S>;
  readonly change: RowChange;
  readonly matches: ScenarioMatches | null;
  readonly onRemove: () => void;
  readonly onCopied: (id: string) => void;
  readonly children: ReactNode;
}

/** One scenario: a line, or all of it. */
export function ScenarioItem<S extends { readonly enabled: boolean }>(props: ScenarioItemProps<S>) {
  const { row, place, isDefault, open, renaming, onToggle, onRenaming, editing, change, served } = props;
  const { canEdit, environment } = useHere();
  const item = useRef<HTMLLIElement | null>(null);
  const renamed = () => {
    onRenaming(false);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        item.current?.querySelector<HTMLElement>(".scn-name")?.focus();
    });
  };
  useArrival(item, props.arrived && open);
  const sortable = useSortable({
    id: row.id,
    // What is dropped at the end, or below it, comes last of those that can be moved.
    disabled: { draggable: isDefault || !canEdit, droppable: isDefault },
  });
  const version = served.phase === "ready" ? served.version : 0;
  const words = changeWords(change, version);
  const grip =
    isDefault || !canEdit ? <span className="grip" /> : <Grip sortable={sortable} name={row.name} />;
  const name = renaming ? (
    <ScenarioName row={row} place={place} editing={editing} onDone={renamed} />
  ) : (
    <button type="button" className="scn-name truncate" aria-expanded={open} onClick={onToggle}>
      {row.name}
    </button>
  );
  const line = (
    <>
      <span className="gutter">
        {place}
        {change !== null && <Rev words={`Differs from ${environmentNames[environment]}`} />}
      </span>
      {grip}
      {name}
      {open ? (
        <>
          {words !== "" && <span className="direction small">{words}</span>}
          <span className="spacer" />
        </>
      ) : (
        <Line {...props} />
      )}
      {canEdit ? <RowMenu {...props} onRename={() => onRenaming(true)} /> : <span />}
    </>
  );
  const className = `scn ${open ? "is-open" : ""} ${isDefault ? "is-default" : ""} ${sortable.isDragging ? "is-dragging" : ""}`;
  return (
    <li
      className={className}
      ref={(node) => {
        item.current = node;
        sortable.setNodeRef(node);
      }}
      style={sortableStyle(sortable)}
      data-scenario={row.id}
    >
      {open ? (
        <>
          <div className="scn-bar">{line}</div>
          <ScenarioBody {...props} />
        </>
      ) : (
        line
      )}
    </li>
  );
}

/** Brings a scenario that was just added into view, with the focus in its first sentence. */
function useArrival(item: RefObject<HTMLElement | null>, arrived: boolean): void {
  useEffect(() => {
    if (!arrived) return;
    item.current?.scrollIntoView({ block: "nearest" });
    item.current?.querySelector<HTMLElement>(".sentence .tok")?.focus({ preventScroll: true });
  }, [item, arrived]);
}

function Line<S extends { readonly enabled: boolean }>({
  row,
  isDefault,
  part,
  matches,
}: ScenarioItemProps<S>) {
  const nameOf = useNameOf(part.collection);
  const audience = isDefault ? "everyone else" : audienceWords(row.audience ?? everyone, nameOf);
  const when = row.schedule == null ? "" : `, ${scheduleWords(row.schedule)}`;
  return (
    <>
      <span className="truncate muted" title={audience + when}>
        {audience}
        {when}
      </span>
      {row.serve.enabled ? <span /> : <span className="badge">Serves off</span>}
      <span className="scn-roll num">
        {!isDefault && (
          <>
            <span className="sr">, rollout </span>
            {trimmed(row.rollout ?? 100)} %
          </>
        )}
      </span>
      <Matched matches={matches} part={part} id={row.id} />
    </>
  );
}

/** 25, 12.5, 0.01: no more digits than it has. */
const trimmed = (rollout: number): string => String(Math.round(rollout * 100) / 100);

function Matched({ matches, part, id }: ReachedProps) {
  const found = matches?.experiences[itemOf(part).id]?.[id];
  if (matches === null || found === undefined) return <span className="scn-n num" />;
  const { users, visitors } = found;
  const about = matches.sampled ? `, of a sample of ${count(matches.checked)}` : "";
  return (
    <span className="scn-n num" title={`${counted(users, "user")}, ${counted(visitors, "visitor")}${about}`}>
      <span className="sr">, matches now: </span>
      {matches.sampled ? `≈ ${count(ofEverybody(users + visitors, matches))}` : count(users + visitors)}
    </span>
  );
}

/** Of how many of everybody so many of a sample speak, in three digits: no more of them are sure. */
const ofEverybody = (found: number, { checked, of }: ScenarioMatches): number =>
  Number(((found / checked) * of).toPrecision(3));

function RowMenu<S>(props: ScenarioItemProps<S> & { readonly onRename: () => void }) {
  const { row, place, isDefault, editing, onRemove, onCopied, onRename } = props;
  const last = editing.rows.length - 1;
  const items: (MenuItem | null)[] = [
    ...(isDefault
      ? []
      : [
          {
            label: "Move up",
            icon: ArrowUp,
            keys: "alt+ArrowUp",
            disabled: place === 1,
            run: () => editing.move(row.id, place - 2),
          },
          {
            label: "Move down",
            icon: ArrowDown,
            keys: "alt+ArrowDown",
            disabled: place === last,
            run: () => editing.move(row.id, place),
          },
          null,
        ]),
    { label: "Rename", icon: Pencil, keys: "F2", run: onRename },
    {
      label: "Duplicate",
      icon: Copy,
      run: () => {
        const id = editing.copy(row.id);
        if (id !== null) onCopied(id);
      },
    },
    ...(isDefault ? [] : [{ label: "Delete", icon: Trash2, danger: true, run: onRemove }]),
  ];
  return <MoreMenu label={`More for ${row.name}`} items={items} />;
}

interface ScenarioNameProps<S> extends Pick<ScenarioItemProps<S>, "row" | "place" | "editing"> {
  readonly onDone: () => void;
}

function ScenarioName<S>({ row, place, editing, onDone }: ScenarioNameProps<S>) {
  const error = errorAt(editing.errors, ["scenarios", place - 1, "name"]);
  const { toasts } = useConsole();
  const rename = (name: string) => {
    if (!editing.change(row.id, () => ({ name }), "name"))
      say(toasts, `“${row.name}” was not renamed to “${name}”. It was deleted elsewhere.`);
  };
  return (
    <NameInPlace
      className="input scn-rename"
      name={row.name}
      aria-invalid={error === null ? undefined : true}
      onRename={rename}
      onDone={onDone}
    />
  );
}
