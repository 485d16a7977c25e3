import { createStore } from "zustand/vanilla";
import { NotUtf8 } from "../text/file-text.ts";

/** What is being read of a file that somebody chose. */
interface ChosenFileState {
  /** Its name, while it is read. */
  readonly reading: string | null;
  /** That it could not be read, in words: it is gone, not ours to read, or no text. */
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
      (error: unknown) => ({ unread: unreadWords(file.name, error) }),
    );
    if (this.#latest !== file) return;
    this.store.setState({ reading: null, unread: "unread" in found ? found.unread : null });
    if ("held" in found) onRead(found.held);
  }

  /** Drops what is being read. */
  letGo(): void {
    this.#latest = null;
    this.store.setState({ reading: null, unread: null });
  }
}

const unreadWords = (name: string, error: unknown): string =>
  `${name} could not be read. ${error instanceof NotUtf8 ? error.message : "Choose it again, or another."}`;
