import { Plus } from "lucide-react";
import { useStore } from "zustand";
import { Icon } from "../../parts/Icon.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { useBuilder } from "./builder-context.ts";
import { addConditionKey } from "./builder-store.ts";
import { ConditionChoice } from "./ConditionChoice.tsx";

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
            <button type="button" className="btn btn-quiet btn-sm" data-stop={addConditionKey}>
              <Icon of={Plus} size={14} />
              Add condition
            </button>
          }
        >
          <ConditionChoice list={null} onDone={() => store.setState({ open: null })} />
        </Popover>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          data-stop="add-group"
          onClick={() => actions.addGroup(null)}
        >
          <Icon of={Plus} size={14} />
          Add group
        </button>
      </div>
    </li>
  );
}
