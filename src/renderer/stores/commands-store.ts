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
  /** More words that find it. */
  readonly keywords?: readonly string[];
  /** Only among the keys: what the palette shows itself, such as the palette. */
  readonly keysOnly?: boolean;
  readonly run: () => void;
}

export interface CommandsState {
  readonly commands: readonly Command[];
}

export const createCommandsStore = () => createStore<CommandsState>(() => ({ commands: [] }));
export type CommandsStore = ReturnType<typeof createCommandsStore>;

/** Offers commands until the returned function is called. A later one with the same id stands in for an earlier. */
export function offerCommands(store: CommandsStore, offered: readonly Command[]): () => void {
  store.setState({ commands: [...store.getState().commands, ...offered] });
  return () =>
    store.setState({ commands: store.getState().commands.filter((one) => !offered.includes(one)) });
}

/** Each id once: the last one that was offered. */
export const currentCommands = ({ commands }: CommandsState): readonly Command[] => [
  ...new Map(commands.map((one) => [one.id, one])).values(),
];
