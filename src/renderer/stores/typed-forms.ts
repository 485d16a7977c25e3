import { createStore, type StoreApi } from "zustand/vanilla";
import { type BrowserMemory, remember, remembered } from "./browser-memory.ts";

/** What is typed in one form, by field; what is left out stands as it was. */
type TypedForm = Readonly<Record<string, string>>;

type FormMemory = BrowserMemory & Pick<Storage, "removeItem">;

const entry = (form: string) => `understudy:typed:${form}`;

/**
 * What is typed in forms and neither sent nor let go of: leaving loses none of it. With a memory it outlives the page. What one
 * account typed is not shown to the next that signs in.
 */
export class TypedForms {
  readonly #memory: FormMemory | null;
  readonly #account: () => string | null;
  readonly #byName = new Map<string, StoreApi<TypedForm>>();

  /** `account` gives the one that types, by its id; null before anybody is signed in. */
  constructor(memory: FormMemory | null = null, account: () => string | null = () => null) {
    this.#memory = memory;
    this.#account = account;
  }

  /** The form with a name; the same one on every visit. */
  form(name: string): StoreApi<TypedForm> {
    const own = this.#own(name);
    const known = this.#byName.get(own);
    if (known !== undefined) return known;
    const kept = this.#memory === null ? {} : textsIn(remembered(this.#memory, entry(own)));
    const made = createStore<TypedForm>(() => kept);
    this.#byName.set(own, made);
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
    const own = entry(this.#own(name));
    if (Object.keys(typed).length === 0) this.#memory?.removeItem(own);
    else if (this.#memory !== null) remember(this.#memory, own, typed);
  }

  #own(name: string): string {
    const account = this.#account();
    return account === null ? name : `${account}/${name}`;
  }
}

function textsIn(kept: unknown): TypedForm {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === "string"));
}
