import { Plus } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Operator } from "../../../core/rule.ts";
import { allUnread } from "../../api/api-problem.ts";
import { Button } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Suggest } from "../../parts/Suggest.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { type Path, valueAt } from "../../rules/rule-path.ts";
import type { AddPiece } from "../../rules/sentence-piece.ts";
import { addConditionKey, stopProps, useBuilder } from "./builder-context.ts";
import { PopoverTok } from "./PopoverTok.tsx";
import { conditionOf, conditionSuggestions } from "./suggestions.ts";
import { ValueChoice } from "./ValueChoice.tsx";

const labels = {
  value: "Add a value",
  filter: "Add a filter",
  condition: "Add a condition to this group",
} as const;

/** Where one more can be put: a value, a filter, a condition of a group. */
export function AddTok({ piece }: { readonly piece: AddPiece }) {
  const { actions } = useBuilder();
  const list = valueAt(actions.rule, piece.path);
  const isEmpty = Array.isArray(list) && list.length === 0;
  const words = piece.adds === "value" && !isEmpty ? null : piece.words;
  const content = (
    <>
      <Icon of={Plus} size={12} />
      {words}
    </>
  );
  if (piece.adds === "filter")
    return (
      <Tok
        look="add"
        aria-label={labels.filter}
        {...stopProps(piece)}
        onClick={() => actions.addFilter(piece)}
      >
        {content}
      </Tok>
    );
  return (
    <PopoverTok piece={piece} label={labels[piece.adds]} look="add" words={content}>
      {(close) =>
        piece.adds === "condition" ? (
          <ConditionChoice list={piece.path} onDone={close} />
        ) : (
          <ValueChoice
            op={operatorAt(actions.rule, piece)}
            path={piece.path}
            onPick={(value) => {
              actions.addValue(piece, value);
              close();
            }}
          />
        )
      }
    </PopoverTok>
  );
}

function operatorAt(rule: unknown, { path }: AddPiece): Operator {
  const node = valueAt(rule, path.slice(0, -1)) as { readonly op: Operator } | undefined;
  return node?.op ?? "in";
}

/** The last line: one more condition, or a group of them. */
export function AddRow() {
  const { actions, store } = useBuilder();
  const open = useStore(store, (state) => state.open === addConditionKey);
  return (
    <li className="rule add">
      <span className="gutter" />
      <div className="rule-say">
        <Popover
          open={open}
          onOpenChange={(on) => store.setState({ open: on ? addConditionKey : null })}
          label="Add condition"
          className="rule-popover"
          onCloseAutoFocus={(event) => {
            if (store.getState().wanted !== null) event.preventDefault();
          }}
          trigger={
            <Button look="quiet" small icon={Plus} data-stop={addConditionKey}>
              Add condition
            </Button>
          }
        >
          <ConditionChoice list={null} onDone={() => store.setState({ open: null })} />
        </Popover>
        <Button look="quiet" small icon={Plus} data-stop="add-group" onClick={() => actions.addGroup(null)}>
          Add group
        </Button>
      </div>
    </li>
  );
}

interface ConditionChoiceProps {
  /** The list that it goes into; the outermost where there is none. */
  readonly list: Path | null;
  readonly onDone: () => void;
}

/** What a new condition is about: an event, a field, a label, a Tribe or an attribute; what was seen comes first. */
function ConditionChoice({ list, onDone }: ConditionChoiceProps) {
  const { seen, tribes, unread, id, actions } = useBuilder();
  const others = (tribes ?? []).filter((one) => one.id !== id);
  const [typed, setTyped] = useState("");
  return (
    <Suggest
      label="What the condition is about"
      placeholder="An event, field, label, Tribe or attribute"
      suggestions={conditionSuggestions(seen, others, typed)}
      loading={seen === null || tribes === null}
      unread={allUnread(unread.seen, unread.tribes)}
      narrowed
      onTyped={setTyped}
      onPick={(value) => {
        actions.add(conditionOf(value), list);
        onDone();
      }}
    />
  );
}
