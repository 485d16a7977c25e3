import "./fields.css";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useSeen } from "../../app/use-seen.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Suggest } from "../../parts/Suggest.tsx";

interface LabelListProps {
  readonly labels: readonly string[];
  /** Left out where nothing may be changed. */
  readonly onChange?: (labels: readonly string[], mark: string) => void;
}

const longest = 64;

/** Somebody's labels as chips. */
export function LabelList({ labels, onChange }: LabelListProps) {
  const list = useRef<HTMLDivElement>(null);
  const remove = (label: string) => {
    onChange?.(
      labels.filter((one) => one !== label),
      `label ${label}`,
    );
    list.current?.querySelector<HTMLElement>(".chip-add")?.focus();
  };
  return (
    <div className="chips label-list" ref={list}>
      {labels.length === 0 && onChange === undefined && <span className="direction">No labels.</span>}
      {labels.map((label) => (
        <span className="chip" key={label}>
          <span className="v truncate">{label}</span>
          {onChange && (
            <button
              type="button"
              className="x"
              aria-label={`Remove the label ${label}`}
              onClick={() => remove(label)}
            >
              <Icon of={X} size={12} />
            </button>
          )}
        </span>
      ))}
      {onChange && (
        <AddLabel taken={labels} onAdd={(label) => onChange([...labels, label], `label ${label}`)} />
      )}
    </div>
  );
}

interface AddLabelProps {
  readonly taken: readonly string[];
  readonly onAdd: (label: string) => void;
}

function AddLabel({ taken, onAdd }: AddLabelProps) {
  const [open, setOpen] = useState(false);
  const seen = useSeen();
  const offered = (seen?.labels ?? []).filter((label) => !taken.includes(label));
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Add a label"
      trigger={
        <button type="button" className="chip chip-add">
          <Icon of={Plus} size={12} />
          <span>Add a label</span>
        </button>
      }
    >
      <Suggest
        label="Label"
        placeholder="vip"
        free
        suggestions={offered.map((value) => ({ value }))}
        check={(typed) => (typed.length > longest ? `At most ${longest} characters.` : null)}
        nothing="Type a label."
        onPick={(label) => {
          setOpen(false);
          if (!taken.includes(label)) onAdd(label);
        }}
      />
    </Popover>
  );
}
