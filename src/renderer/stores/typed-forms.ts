import { createStore, type StoreApi } from "zustand/vanilla";
import { type BrowserMemory, remember, remembered } from "./browser-memory.ts";

/** What is typed in one form, by field; what is left out stands as it was. */
type TypedForm = Readonly<Record<string, string>>;

const entry = (form: string) => `understudy:typed:${form}`;

/** What is typed in forms and neither sent nor let go of: leaving loses none of it. With a memory it outlives the page. */
export class TypedForms {
  readonly #memory: BrowserMemory | null;
  readonly #byName = new Map<string, StoreApi<TypedForm>>();

  constructor(memory: BrowserMemory | null = null) {
    this.#memory = memory;
  }

  /** The form with a name; the same one on every visit. */
  form(name: string): StoreApi<TypedForm> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const kept = this.#memory === null ? {} : textsIn(remembered(this.#memory, entry(name)));
    const made = createStore<TypedForm>(() => kept);
    this.#byName.set(name, made);
    return made;
  }

  /** Keeps what is typed in a field; null forgets it. */
  type(name: string, field: string, text: string | null): void {
    const { [field]: _before, ...others } = this.form(name).getState();
    this.#keep(name, text === null ? others : { ...others, [field]: text });
  }

  /** Called when this was sent or discarded; what was typed since stays. */
  forget(name: string, typed: TypedForm): void {
    const now = Object.entries(this.form(name).getState());
    this.#keep(name, Object.fromEntries(now.filter(([field, text]) => typed[field] !== text)));
  }

  #keep(name: string, typed: TypedForm): void {
    this.form(name).setState(typed, true);
    if (this.#memory !== null) remember(this.#memory, entry(name), typed);
  }
}

function textsIn(kept: unknown): TypedForm {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === "string"));
}
