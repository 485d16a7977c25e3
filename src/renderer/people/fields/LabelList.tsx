import "./fields.css";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { useSeen } from "../../page/reads.ts";
import { useOfferBack } from "../../page/use-offer-back.ts";
import { Icon } from "../../parts/Icon.tsx";
import { SuggestPopover } from "../../parts/Suggest.tsx";
import { tooLong } from "../../text/too-long.ts";

interface LabelListProps {
  readonly labels: readonly string[];
  /** Left out where nothing may be changed. */
  readonly onChange?: (change: (now: readonly string[]) => readonly string[], mark: string) => void;
}

const longest = 64;

/** Somebody's labels as chips. */
export function LabelList({ labels, onChange }: LabelListProps) {
  const list = useRef<HTMLDivElement>(null);
  const offerBack = useOfferBack(labels);
  const add = (label: string) =>
    onChange?.((now) => (now.includes(label) ? now : [...now, label]), `label ${label}`);
  const remove = (label: string) => {
    onChange?.((now) => now.filter((one) => one !== label), `label ${label}`);
    offerBack(
      `Removed the label ${label}`,
      (now) => now.includes(label),
      () => add(label),
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
      {onChange && <AddLabel taken={labels} onAdd={add} />}
    </div>
  );
}

interface AddLabelProps {
  readonly taken: readonly string[];
  readonly onAdd: (label: string) => void;
}

function AddLabel({ taken, onAdd }: AddLabelProps) {
  const { seen, unread } = useSeen();
  const offered = (seen?.labels ?? []).filter((label) => !taken.includes(label));
  return (
    <SuggestPopover
      title="Add a label"
      command={{ title: "Add a label…", group: "Edit" }}
      trigger={
        <button type="button" className="chip chip-add">
          <Icon of={Plus} size={12} />
          <span>Add a label</span>
        </button>
      }
      label="Label"
      placeholder="vip"
      free
      suggestions={offered.map((value) => ({ value }))}
      check={(typed) => tooLong(typed, longest)}
      loading={seen === null}
      unread={unread}
      nothing="Type a label."
      onPick={(label) => !taken.includes(label) && onAdd(label)}
    />
  );
}
