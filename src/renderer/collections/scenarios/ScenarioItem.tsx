import { useSortable } from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, Copy, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { environmentNames } from "../../../core/primitives.ts";
import type { ScenarioMatches } from "../../../core/scenario-matches.ts";
import { useHere } from "../../app/use-here.ts";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { count, counted } from "../../text/format.ts";
import { audienceWords } from "../model/audience-words.ts";
import { itemOf, type Part } from "../model/collection-address.ts";
import { changeWords, type RowChange } from "../model/scenario-changes.ts";
import { everyone, type Row } from "../model/scenario-rows.ts";
import { scheduleWords } from "../model/schedule-words.ts";
import { useNames } from "../use-collections.ts";
import { Grip } from "./Grip.tsx";
import { ScenarioBody } from "./ScenarioBody.tsx";
import { ScenarioName } from "./ScenarioName.tsx";
import type { ScenarioEditing } from "./scenario-editing.ts";
import type { ServedRows } from "./served-rows.ts";
import { sortableStyle } from "./sorting.ts";

interface ScenarioItemProps<S> {
  readonly row: Row<S>;
  /** From 1. */
  readonly place: number;
  readonly isDefault: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
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
  const { row, place, isDefault, open, onToggle, editing, change, served } = props;
  const { canEdit, environment } = useHere();
  const [renaming, setRenaming] = useState(false);
  const sortable = useSortable({ id: row.id, disabled: isDefault || !canEdit });
  const version = served.phase === "ready" ? served.version : 0;
  const words = changeWords(change, version);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || !canEdit) return;
    event.preventDefault();
    editing.move(row.id, place - 1 + by);
  };
  const onNameKey = (event: KeyboardEvent) => {
    if (event.key !== "F2" || !canEdit) return;
    event.preventDefault();
    setRenaming(true);
  };
  const gutter = (
    <span className="gutter">
      {place}
      {change !== null && <Rev words={`Differs from ${environmentNames[environment]}`} />}
    </span>
  );
  const grip =
    isDefault || !canEdit ? <span className="grip" /> : <Grip sortable={sortable} name={row.name} />;
  const name = renaming ? (
    <ScenarioName row={row} place={place} editing={editing} onDone={() => setRenaming(false)} />
  ) : (
    <button
      type="button"
      className="scn-name truncate"
      aria-expanded={open}
      onClick={onToggle}
      onKeyDown={onNameKey}
    >
      {row.name}
    </button>
  );
  const menu = canEdit ? <RowMenu {...props} onRename={() => setRenaming(true)} /> : <span />;
  const className = `scn ${open ? "is-open" : ""} ${isDefault ? "is-default" : ""} ${sortable.isDragging ? "is-dragging" : ""}`;
  return (
    <li
      className={className}
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      onKeyDown={onKeyDown}
      data-scenario={row.id}
    >
      {open ? (
        <>
          <div className="scn-bar">
            {gutter}
            {grip}
            {name}
            {words !== "" && <span className="direction small">{words}</span>}
            <span className="spacer" />
            {menu}
          </div>
          <ScenarioBody {...props}>{props.children}</ScenarioBody>
        </>
      ) : (
        <>
          {gutter}
          {grip}
          {name}
          <Line {...props} />
          {menu}
        </>
      )}
    </li>
  );
}

function Line<S extends { readonly enabled: boolean }>({
  row,
  isDefault,
  part,
  matches,
}: ScenarioItemProps<S>) {
  const nameOf = useNames(part.collection);
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

function Matched({
  matches,
  part,
  id,
}: {
  readonly matches: ScenarioMatches | null;
  readonly part: Part;
  readonly id: string;
}) {
  const found = matches?.experiences[itemOf(part).id]?.[id];
  if (matches === null || found === undefined) return <span className="scn-n num" />;
  const { users, visitors } = found;
  const about = matches.sampled ? `, of ${count(matches.checked)} sampled` : "";
  return (
    <span className="scn-n num" title={`${counted(users, "user")}, ${counted(visitors, "visitor")}${about}`}>
      <span className="sr">, matches now: </span>
      {matches.sampled ? "≈ " : ""}
      {count(users + visitors)}
    </span>
  );
}

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
