import { createStore } from "zustand/vanilla";

/** What is being read of a file that somebody chose. */
interface ChosenFileState {
  /** Its name, while it is read. */
  readonly reading: string | null;
  /** Its name, where that failed: it is gone, or not ours to read. */
  readonly unread: string | null;
}

/** The file that was chosen last: a large one that ends after a later, small one is dropped. */
export class ChosenFile {
  readonly store = createStore<ChosenFileState>(() => ({ reading: null, unread: null }));
  #latest: File | null = null;

  /** Reads it; `onRead` gets what it holds unless another one is chosen meanwhile, or something else is done. */
  async choose<T>(file: File, read: (file: File) => Promise<T>, onRead: (held: T) => void): Promise<void> {
    this.#latest = file;
    this.store.setState({ reading: file.name, unread: null });
    const found = await read(file).then(
      (held) => ({ held }),
      () => null,
    );
    if (this.#latest !== file) return;
    this.store.setState({ reading: null, unread: found === null ? file.name : null });
    if (found !== null) onRead(found.held);
  }

  /** Drops what is being read. */
  letGo(): void {
    this.#latest = null;
    this.store.setState({ reading: null, unread: null });
  }
}

/** That a file could not be read, in words; null where none failed. */
export const unreadWords = ({ unread }: ChosenFileState): string | null =>
  unread && `${unread} could not be read. Choose it again, or another.`;
