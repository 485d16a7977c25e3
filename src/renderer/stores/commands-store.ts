import { createStore } from "zustand/vanilla";

/** Something that can be done from the palette, and by its keys where it has some. */
export interface Command {
  readonly id: string;
  /** A verb and its object: "Publish Homepage to Staging". */
  readonly title: string;
  /** The heading that it stands under, in the palette and among the keys. */
  readonly group: string;
  /** Keys one after the other with a space between, e.g. `g t`; `mod+k` is Ctrl, or ⌘ on a Mac. */
  readonly keys?: string;
  /** Other keys for the same. */
  readonly also?: readonly string[];
  /** A selector of what has a meaning of its own for these keys. */
  readonly notIn?: string;
  /** Heard on the blank of a sentence too, which other letters open: its key is shown for some seconds beside what it does. */
  readonly overBlanks?: boolean;
  /** More words that find it. */
  readonly keywords?: readonly string[];
  /** Only among the keys: what the palette shows itself, such as the palette. */
  readonly keysOnly?: boolean;
  /** Leads to another page first: stands back where that page offers its own of the same id. */
  readonly elsewhere?: boolean;
  /** Its keys are heard by a part of the page while the focus is in it (`useLocalKeys`), not by the page. */
  readonly local?: boolean;
  /** Why it can't be done now: it is shown with that, and does nothing. */
  readonly blocked?: string;
  /** Found by typing only: there is one for each of many things. */
  readonly searched?: boolean;
  readonly run: () => void;
}

interface CommandsState {
  readonly commands: readonly Command[];
}

export const createCommandsStore = () => createStore<CommandsState>(() => ({ commands: [] }));
type CommandsStore = ReturnType<typeof createCommandsStore>;

/** Offers commands until the returned function is called. A later one with the same id stands in for an earlier. */
export function offerCommands(store: CommandsStore, offered: readonly Command[]): () => void {
  if (offered.length === 0) return () => undefined;
  store.setState({ commands: [...store.getState().commands, ...offered] });
  return () =>
    store.setState({ commands: store.getState().commands.filter((one) => !offered.includes(one)) });
}

/** Each id once: the last one that was offered, and what leads elsewhere only where nothing else has its id. */
export const currentCommands = ({ commands }: CommandsState): readonly Command[] => [
  ...new Map([...commands].sort(elsewhereFirst).map((one) => [one.id, one])).values(),
];

const elsewhereFirst = (a: Command, b: Command): number =>
  Number(b.elsewhere === true) - Number(a.elsewhere === true);

/** Every way to type it. */
export const keysOf = ({ keys, also = [] }: Command): readonly string[] =>
  keys === undefined ? [] : [keys, ...also];

/** What is the same on every page. */
const around = ["Go to", "Environment", "Appearance", "Help"];

const rank = ({ group, elsewhere }: Command): number =>
  elsewhere === true ? 2 : around.includes(group) ? 1 : 0;

/** Whether the page on screen offers it, and not every page. */
export const isOfPage = (command: Command): boolean => rank(command) === 0;

/** Commands under their headings: the page's own first, then what is the same on every page, then what other pages do. */
export function commandGroups(
  commands: readonly Command[],
): readonly (readonly [string, readonly Command[]])[] {
  const sorted = [...commands].sort((a, b) => rank(a) - rank(b));
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return groups.map((group) => [group, sorted.filter((one) => one.group === group)]);
}

/** How long a page may take until it offers what was asked for, in ms. */
const patience = 5000;

/** Runs a page's own command as soon as the page offers it; not at all where it does not in time. */
export function runWhenOffered(store: CommandsStore, id: string): void {
  const own = (): Command | undefined =>
    store
      .getState()
      .commands.findLast((one) => one.id === id && one.elsewhere !== true && one.blocked === undefined);
  const offered = own();
  if (offered !== undefined) {
    offered.run();
    return;
  }
  const stop = store.subscribe(() => {
    if (own() === undefined) return;
    stop();
    clearTimeout(timer);
    // The page is still being put together when it offers.
    setTimeout(() => own()?.run(), 0);
  });
  const timer = setTimeout(stop, patience);
}
