import { Plus } from "lucide-react";
import type { Operator } from "../../../core/rule.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { valueAt } from "../../rules/rule-path.ts";
import type { AddPiece } from "../../rules/sentence-piece.ts";
import { stopProps, useBuilder } from "./builder-context.ts";
import { ConditionChoice } from "./ConditionChoice.tsx";
import { PopoverTok } from "./PopoverTok.tsx";
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
