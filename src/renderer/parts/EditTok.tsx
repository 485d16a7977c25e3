import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isBlank } from "../../core/characters.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { useConsole } from "../page/console-context.ts";
import { writtenKey } from "../stores/key-sequence.ts";
import { say, type ToastsStore } from "../stores/toasts-store.ts";
import { Button } from "./Button.tsx";
import { Popover, type PopoverProps } from "./Popover.tsx";
import { stopAtUnread, textIn, unreadIn } from "./unread.ts";
import { useTakenAway } from "./use-taken-away.ts";

/**
 * Whether what is edited is still as it is drawn. Where it is not, a word that goes away may have been deleted elsewhere, and
 * another stands in its place.
 */
export const AsDrawnContext = createContext<() => boolean>(() => true);

/** Says that what was typed at a word is not kept. */
const sayNotKept = (toasts: ToastsStore, label: string, typed: unknown): void => {
  const text = typeof typed === "string" && !isBlank(typed) ? `: ${typed}` : ".";
  say(toasts, `What you typed at “${label}” was not kept${text}`);
};

/** What a draft comes to, or why it cannot be taken. */
export type Drafted<V> = { readonly value: V } | { readonly problem: string };

interface FormProps<D, V> {
  /** What is edited, as it is when the popover opens. */
  readonly start: () => D;
  readonly read: (draft: D) => Drafted<V>;
  readonly onCommit: (value: V) => void;
  /** What the button is called that takes it. */
  readonly act?: string | undefined;
  readonly formClass?: string | undefined;
  /** More for the line of the button. What it does is `closing`: the popover closes first, and nothing that was typed is taken. */
  readonly foot?: ((closing: (then: () => void) => () => void) => ReactNode) | undefined;
  /** The fields. */
  readonly children: (draft: D, set: (draft: D) => void, problem: string | null) => ReactNode;
}

interface EditTokProps<D, V>
  extends FormProps<D, V>,
    Omit<PopoverProps, "open" | "onOpenChange" | "children" | "onEscapeKeyDown">,
    Partial<Pick<PopoverProps, "open" | "onOpenChange">> {}

/**
 * A word that is edited in a popover at itself. Enter takes what was typed, and so does leaving it, also with the page, and a save
 * by its key; Escape takes it back. What cannot be right is not taken, and what can't be read is not left behind. Where the word
 * goes because it was deleted elsewhere, what was typed is told; so is what can't be read, wherever its page is left.
 */
export function EditTok<D, V>({
  start,
  read,
  onCommit,
  act,
  formClass,
  foot,
  children,
  ...popover
}: EditTokProps<D, V>) {
  const [own, setOwn] = useState(false);
  const ways = useRef<Ways | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const escaped = useRef(false);
  const open = popover.open ?? own;
  const { toasts } = useConsole();
  const isAsDrawn = useContext(AsDrawnContext);
  useTakenAway(() => {
    if (!open || ways.current === null) return;
    const { draft, take, drawn } = ways.current;
    if (drawn !== null && unreadIn(drawn) !== undefined) sayNotKept(toasts, popover.label, textIn(drawn));
    else if (take !== undefined && !(isAsDrawn() && take())) sayNotKept(toasts, popover.label, draft);
  });
  const setOpen = popover.onOpenChange ?? setOwn;
  const close = () => {
    ways.current = null;
    setOpen(false);
  };
  const takeAndClose = () => ways.current?.leave() !== false && close();
  return (
    <Popover
      {...popover}
      open={open}
      onOpenChange={(to) => {
        const takes = !to && !escaped.current;
        escaped.current = false;
        if (!takes) {
          ways.current = null;
          return setOpen(to);
        }
        // The field's blur puts its text into the draft. A press outside comes before that; where a dialog took the focus it is
        // through, and the draft is drawn next.
        const field = document.activeElement as HTMLElement | null;
        if (!form.current?.contains(field)) return void setTimeout(() => form.current && takeAndClose());
        flushSync(() => field?.blur());
        takeAndClose();
      }}
      onEscapeKeyDown={() => {
        escaped.current = true;
      }}
    >
      <EditForm {...{ start, read, onCommit, act, formClass, foot, children, form, ways, close }} />
    </Popover>
  );
}

/** How an open form goes. */
interface Ways {
  /** Takes what was typed; gives false where something in it can't be left. */
  readonly leave: () => boolean;
  /** Takes what was typed; false where that can't be right. Left out where nothing was. */
  readonly take: (() => boolean) | undefined;
  readonly draft: unknown;
  /** What it was drawn as, also once that has gone from the page. */
  readonly drawn: HTMLFormElement | null;
}

interface EditFormProps<D, V> extends FormProps<D, V> {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Null once it has gone. */
  readonly ways: RefObject<Ways | null>;
  readonly close: () => void;
}

function EditForm<D, V>(props: EditFormProps<D, V>) {
  const { start, read, onCommit, act = "Set", formClass, foot, children, form, ways, close } = props;
  const [begun] = useState(start);
  const [draft, setDraft] = useState(begun);
  const drafted = read(draft);
  const problem = "problem" in drafted ? drafted.problem : null;
  const take = () => {
    if ("value" in drafted) onCommit(drafted.value);
    return "value" in drafted;
  };
  const isTyped = !jsonEqual(draft, begun);
  ways.current = {
    draft,
    drawn: form.current,
    take: isTyped ? take : undefined,
    leave: () => {
      if (stopAtUnread(form.current)) {
        // What was clicked takes the focus once this press is through.
        setTimeout(() => stopAtUnread(form.current));
        return false;
      }
      if (isTyped) take();
      return true;
    },
  };
  return (
    <form
      ref={(drawn) => {
        form.current = drawn;
        if (drawn !== null && ways.current !== null) ways.current = { ...ways.current, drawn };
      }}
      className={formClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A portal's events go on to the form that the word stands in.
        event.stopPropagation();
        if (stopAtUnread(form.current) || "problem" in drafted) return;
        onCommit(drafted.value);
        close();
      }}
      onKeyDown={(event) => {
        if (writtenKey(event.nativeEvent) !== "mod+s") return;
        // What the field takes by the same key is in the draft first; and the page is to know what there is to save.
        flushSync(() => {});
        flushSync(() => ways.current?.leave() && close());
      }}
    >
      {children(draft, setDraft, problem)}
      <div className="popover-foot">
        {foot?.((then) => () => {
          close();
          then();
        })}
        <span className="spacer" />
        <Button look="primary" small type="submit" disabled={problem !== null}>
          {act}
        </Button>
      </div>
    </form>
  );
}
