import { Check, ChevronDown, User as Person, VenetianMask, X } from "lucide-react";
import { useState } from "react";
import type { Why } from "../../../core/explanation.ts";
import { environmentNames } from "../../../core/primitives.ts";
import type { Rule } from "../../../core/rule.ts";
import type { User } from "../../../core/user.ts";
import { allUnread } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere } from "../../page/use-here.ts";
import { useList, useUnread } from "../../page/use-list.ts";
import { Icon } from "../../parts/Icon.tsx";
import { narrowed } from "../../parts/narrowed.ts";
import { Popover } from "../../parts/Popover.tsx";
import { Suggest, type Suggestion } from "../../parts/Suggest.tsx";
import { useFoundPeople } from "../../people/use-found-people.ts";
import { nextStep } from "../../rules/next-step.ts";
import { ruleWhy } from "../../rules/verdict-words.ts";
import { stepWords } from "../tribe-step.ts";
import { readTried, type Tried, triedText } from "../tried-person.ts";
import { findPersona } from "../use-trials.ts";

interface TriedBarProps {
  readonly tried: Tried | null;
  readonly onTried: (tried: Tried) => void;
  readonly rules: Rule;
  readonly why: Why | null;
  readonly isMissing: boolean;
  readonly isWhole: boolean;
}

/** The Tribe tried as somebody: in or not, and what would change it next. */
export function TriedBar({ tried, onTried, rules, why, isMissing, isWhole }: TriedBarProps) {
  const { environment } = useHere();
  const name = environmentNames[environment];
  const unread = useUnread("The personas", useConsole().personas);
  return (
    <div className={`tried-bar ${why === null ? "" : why.matched ? "is-in" : "is-out"}`}>
      <span className="gutter">{why !== null && <Icon of={why.matched ? Check : X} size={14} />}</span>
      <div className="tried-say">
        Tried as <PersonPicker tried={tried} onTried={onTried} /> in {name}.{" "}
        <span role="status">
          {tried !== null && why !== null && (
            <>
              <b className="strong">
                {why.matched ? "They are in this Tribe." : "They are not in this Tribe."}
              </b>{" "}
              <span className="direction">{stepText(rules, why)}</span>
            </>
          )}
          {isMissing && <span className="direction">There is nobody with that id.</span>}
          {tried?.kind === "persona" && unread !== null && <span className="direction">{unread}</span>}
          {tried !== null && !isWhole && <span className="direction">The rule is not complete yet.</span>}
        </span>
      </div>
    </div>
  );
}

function stepText(rules: Rule, why: Why): string {
  const { kind, rule } = ruleWhy(why);
  if (kind !== null && !kind.matched)
    return `It is for ${kind.expected === "known" ? "users" : "visitors"} only.`;
  const step = nextStep(rules, rule);
  if (step !== null) return stepWords(step);
  return why.matched ? "" : "The crosses beside the lines say what does not hold.";
}

/** Chooses whom the Tribe is tried as: a user, a visitor, or a persona. */
function PersonPicker({ tried, onTried }: Pick<TriedBarProps, "tried" | "onTried">) {
  const [open, setOpen] = useState(false);
  const personas = useList(useConsole().personas);
  const isPersona = tried?.kind === "persona";
  const name = isPersona ? (findPersona(personas, tried.id)?.name ?? tried.id) : tried?.id;
  const choose = { id: "tribe/tried", title: `Tried as ${name ?? "nobody yet"}: choose…`, group: "Tribes" };
  useCommands([{ ...choose, keywords: ["person try"], run: () => setOpen(true) }]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Tried as"
      trigger={
        <button
          type="button"
          className="select select-inline"
          aria-label={`Tried as ${name ?? "nobody yet"}`}
        >
          <Icon of={isPersona ? VenetianMask : Person} size={14} dashed={tried?.kind === "visitor"} />
          <span className="truncate">{name ?? "Choose somebody"}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <People
        onPick={(picked) => {
          const read = readTried(picked);
          if (read !== null) onTried(read);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function People({ onPick }: { readonly onPick: (value: string) => void }) {
  const { personas: list } = useConsole();
  const personas = useList(list);
  const unread = useUnread("The personas", list);
  const [typed, setTyped] = useState("");
  const found = useFoundPeople(typed);
  const pretended = (personas ?? []).map(({ key, name }) => ({
    value: triedText({ kind: "persona", id: key }),
    label: name,
    hint: "persona",
  }));
  return (
    <Suggest
      label="User, visitor or persona"
      placeholder="Find a user, visitor or persona"
      narrowed
      suggestions={[...(found.people ?? []).map(suggested), ...narrowed(pretended, typed)]}
      loading={found.people === null || personas === null}
      unread={allUnread(found.unread, unread)}
      nothing="Nobody here has that id."
      onTyped={setTyped}
      onPick={onPick}
    />
  );
}

const suggested = ({ kind, id }: User): Suggestion => ({
  value: triedText({ kind, id }),
  label: id,
  hint: kind === "known" ? "user" : "visitor",
});
