import { createStore } from "zustand/vanilla";
import type { Tribe } from "../../core/tribe.ts";
import { ApiProblem, inWords, ServerUnreachable } from "../api/api-problem.ts";
import type { Tagged } from "../api/client.ts";
import type { KeptEdits } from "../stores/kept-edits.ts";
import { isPassing } from "../stores/retry.ts";
import {
  contentOf,
  type DraftState,
  emptyContent,
  holdsTheSame,
  isEdited,
  type Sending,
  type TribeContent,
} from "./draft-state.ts";

/** How one Tribe is read and written. A new one is not read. */
export interface DraftPort {
  /** Names the draft among the edits that outlive the page. */
  readonly key: string;
  readonly get: (() => Promise<Tagged<Tribe>>) | null;
  readonly save: (content: TribeContent, ifMatch: string | undefined) => Promise<Tagged<Tribe>>;
  readonly rename: (name: string, ifMatch: string | undefined) => Promise<Tagged<Tribe>>;
  /** Told of every version that the server has given. */
  readonly onServer: (tribe: Tribe) => void;
}

/** What an edit was made on: a change of a name alone is no conflict. */
type Base = Pick<TribeContent, "audience" | "rules">;

const mostSteps = 200;

/** A Tribe's edit: local until it is saved, since it applies everywhere at once. Kept through reloads and outages. */
export class TribeDraft {
  readonly store = createStore<DraftState>(() => ({
    phase: "loading",
    problem: null,
    saved: null,
    content: emptyContent,
    sending: { state: "idle" },
    canUndo: false,
    canRedo: false,
  }));
  readonly #port: DraftPort;
  readonly #kept: KeptEdits;
  #etag: string | null = null;
  #base: Base = emptyContent;
  #past: TribeContent[] = [];
  #future: TribeContent[] = [];

  constructor(port: DraftPort, kept: KeptEdits) {
    this.#port = port;
    this.#kept = kept;
  }

  /** Reads the Tribe and goes on with an edit that an earlier visit left. An edit on screen stays. */
  async load(): Promise<void> {
    await this.#kept.adopt();
    if (this.#port.get === null) return this.#ready();
    try {
      const read = await this.#port.get();
      this.#accept(read, this.store.getState().phase === "ready" && isEdited(this.store.getState()));
      this.#ready();
    } catch (error) {
      const gone = error instanceof ApiProblem && error.status === 404;
      if (gone || this.store.getState().saved === null)
        this.store.setState({ phase: gone ? "gone" : "failed", problem: inWords(error) });
    }
  }

  /** Changes what is shown. */
  change(edit: Partial<TribeContent>): void {
    const { content } = this.store.getState();
    this.#past = [...this.#past, content].slice(-mostSteps);
    this.#future = [];
    this.#show({ ...content, ...edit });
  }

  /** The name of a new Tribe: typing it is no step of its own. */
  name(name: string): void {
    this.#show({ ...this.store.getState().content, name });
  }

  undo(): void {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.store.getState().content);
    this.#show(before);
  }

  redo(): void {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.store.getState().content);
    this.#show(after);
  }

  /** Back to what is saved; `undo` brings the edit back. */
  discard(): void {
    const { saved } = this.store.getState();
    this.change(saved === null ? emptyContent : contentOf(saved));
    this.store.setState({ sending: { state: "idle" } });
  }

  /** Saves what is shown; gives the Tribe, or null where it was not saved and `sending` says why. */
  async save(): Promise<Tribe | null> {
    const { content, sending } = this.store.getState();
    if (sending.state === "saving") return null;
    this.store.setState({ sending: { state: "saving" } });
    try {
      const saved = await this.#port.save(content, this.#etag ?? undefined);
      const changed = this.store.getState().content !== content;
      this.#accept(saved, changed);
      if (!changed) this.#forget();
      this.store.setState({ sending: { state: "idle" } });
      return saved.answer;
    } catch (error) {
      return this.#notSaved(error);
    }
  }

  /** @throws ApiProblem, ServerUnreachable */
  async rename(name: string): Promise<void> {
    this.#accept(await this.#port.rename(name, this.#etag ?? undefined), isEdited(this.store.getState()));
  }

  /** In a conflict: what is shown goes over theirs. */
  async keepMine(): Promise<Tribe | null> {
    this.#base = this.store.getState().saved ?? emptyContent;
    this.store.setState({ sending: { state: "idle" } });
    return this.save();
  }

  /** In a conflict: theirs is shown; `undo` brings one's own back. */
  takeTheirs(): void {
    const { sending } = this.store.getState();
    if (sending.state !== "conflict") return;
    this.#base = sending.theirs;
    this.store.setState({ sending: { state: "idle" } });
    this.change(contentOf(sending.theirs));
  }

  #ready(): void {
    if (!isEdited(this.store.getState())) this.#resume();
    this.store.setState({ phase: "ready", problem: null });
  }

  #resume(): void {
    const kept = this.#kept.of(this.#port.key);
    if (kept === null) return;
    const { content, base } = kept.edit as { readonly content?: TribeContent; readonly base?: Base };
    if (content?.rules === undefined || base === undefined) return;
    const { saved } = this.store.getState();
    if (saved !== null && holdsTheSame(saved, content)) this.#forget();
    else this.#goOn(content, base);
  }

  #goOn(content: TribeContent, base: Base): void {
    const { saved } = this.store.getState();
    this.store.setState({ content: { ...content, name: saved?.name ?? content.name } });
    if (saved !== null && !holdsTheSame(saved, base))
      this.store.setState({ sending: { state: "conflict", theirs: saved } });
    this.#base = base;
  }

  #accept({ answer, etag }: Tagged<Tribe>, keepEdit: boolean): void {
    const { content } = this.store.getState();
    const moved = keepEdit && !holdsTheSame(answer, this.#base) && !holdsTheSame(answer, content);
    this.#etag = etag;
    this.#port.onServer(answer);
    this.store.setState({
      saved: answer,
      content: keepEdit ? { ...content, name: answer.name } : contentOf(answer),
      ...(moved && { sending: { state: "conflict", theirs: answer } as const }),
    });
    if (!moved) this.#base = answer;
  }

  #show(content: TribeContent): void {
    const { sending } = this.store.getState();
    this.store.setState({
      content,
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
      ...((sending.state === "refused" || sending.state === "waiting") && {
        sending: { state: "idle" } as const,
      }),
    });
    if (isEdited(this.store.getState())) this.#keep();
    else this.#forget();
  }

  #keep(): void {
    const { content } = this.store.getState();
    this.#kept.keep(this.#port.key, { etag: this.#etag, edit: { content, base: this.#base } });
  }

  #forget(): void {
    this.#kept.forget(this.#port.key);
  }

  async #notSaved(error: unknown): Promise<null> {
    const status = error instanceof ApiProblem ? error.status : null;
    if (status === 412) return this.#conflict();
    if (status === 404) this.store.setState({ phase: "gone" });
    const mayBeMade = this.#port.get === null && error instanceof ServerUnreachable;
    this.store.setState({
      sending: mayBeMade ? { state: "refused", reason: unheard, errors: [] } : sendingAfter(error),
    });
    return null;
  }

  /** Saved elsewhere meanwhile: where only the name was, saving goes on; else it is a choice. */
  async #conflict(): Promise<null> {
    try {
      const theirs = (await this.#port.get?.()) ?? null;
      if (theirs === null) return null;
      this.store.setState({ sending: { state: "idle" } });
      this.#accept(theirs, true);
      if (this.store.getState().sending.state !== "conflict") await this.save();
    } catch (error) {
      return this.#notSaved(error);
    }
    return null;
  }
}

/** A new Tribe that was sent into silence is not sent again by itself: it would be made twice. */
const unheard = "The server did not answer: look whether the Tribe is in the list before you save it again.";

/** Where an attempt to save stands that went wrong. Signed out or gone, the edit is what it was before. */
function sendingAfter(error: unknown): Sending {
  if (isPassing(error)) return { state: "waiting", error };
  const status = error instanceof ApiProblem ? error.status : null;
  if (status === 401 || status === 404) return { state: "idle" };
  return {
    state: "refused",
    reason: inWords(error),
    errors: error instanceof ApiProblem ? error.errors : [],
  };
}
