import { createStore } from "zustand/vanilla";
import type { User, UserCount, UserKind } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import type { Removals } from "../stores/removals.ts";
import type { Place } from "../stores/stats-store.ts";
import { withOrWithout } from "../stores/with-or-without.ts";
import { type UserFilter, writeUserFilter } from "./user-filter.ts";

export interface UserListState {
  readonly phase: "loading" | "ready" | "failed";
  readonly rows: readonly User[];
  readonly next: string | null;
  /** How many the filter leaves; null until it is known. */
  readonly count: UserCount | null;
  readonly problem: string | null;
  /** Deleted as far as anybody sees, until the undo has run out. */
  readonly hidden: ReadonlySet<string>;
}

const pageSize = 100;

/** One of each kind may have the same id. */
export const personKey = ({ kind, id }: { readonly kind: UserKind; readonly id: string }): string =>
  `${kind}/${id}`;

/** The users and visitors of one environment that a filter leaves, page by page. */
export class UserList {
  readonly store = createStore<UserListState>(() => ({
    phase: "loading",
    rows: [],
    next: null,
    count: null,
    problem: null,
    hidden: new Set(),
  }));
  readonly #client: ApiClient;
  readonly #params: { readonly spaceId: string; readonly envKey: string };
  #filter: UserFilter | null = null;
  /** Grows with every question: an answer to an earlier one is out of date. */
  #asked = 0;
  /** Whether an answer to the latest question is on its way. */
  #reading = false;
  #loadingMore = false;

  constructor(client: ApiClient, { spaceId, environment }: Place) {
    this.#client = client;
    this.#params = { spaceId, envKey: environment };
  }

  /** Shows what a filter leaves. The same filter again keeps what is shown until the answer comes. */
  async show(filter: UserFilter): Promise<void> {
    const same = this.#filter !== null && writeUserFilter(this.#filter) === writeUserFilter(filter);
    this.#filter = filter;
    if (!same) this.store.setState({ phase: "loading", rows: [], next: null, count: null });
    await this.#read();
  }

  /** Reads what is on screen anew, unless more than the first page is: a reader's place is worth more. */
  async refresh(): Promise<void> {
    if (this.#filter !== null && this.store.getState().rows.length <= pageSize) await this.#read();
  }

  async #read(): Promise<void> {
    const asked = ++this.#asked;
    this.#reading = true;
    try {
      const [page, count] = await Promise.all([this.#page(undefined), this.#count()]);
      if (asked !== this.#asked) return;
      this.store.setState({ phase: "ready", rows: page.data, next: page.next, count, problem: null });
    } catch (error) {
      if (asked !== this.#asked) return;
      const phase = this.store.getState().phase === "ready" ? "ready" : "failed";
      this.store.setState({ phase, problem: inWords(error) });
    } finally {
      if (asked === this.#asked) this.#reading = false;
    }
  }

  /** Reads the next page. Asked twice while it is on its way it comes once. */
  async more(): Promise<void> {
    const { next } = this.store.getState();
    if (next === null || this.#loadingMore) return;
    const asked = this.#asked;
    this.#loadingMore = true;
    try {
      const page = await this.#page(next);
      if (asked !== this.#asked) return;
      const known = new Set(this.store.getState().rows.map(personKey));
      const fresh = page.data.filter((user) => !known.has(personKey(user)));
      this.store.setState({
        rows: [...this.store.getState().rows, ...fresh],
        next: page.next,
        problem: null,
      });
    } catch (error) {
      this.store.setState({ problem: inWords(error) });
    } finally {
      this.#loadingMore = false;
    }
  }

  /** Puts a newer version in where it is shown. */
  keep(user: User): void {
    const { rows } = this.store.getState();
    this.store.setState({
      rows: rows.map((one) => (personKey(one) === personKey(user) ? user : one)),
    });
  }

  /** Hides somebody at once and deletes them when the undo has run out; a refusal brings them back with the reason. */
  delete(removals: Removals, user: Pick<User, "id" | "kind">): void {
    const params = { ...this.#params, userId: user.id };
    removals.offer({
      key: [...Object.values(params), user.kind].join("/"),
      spaceId: params.spaceId,
      said: `Deleted “${user.id}”`,
      refused: `“${user.id}” was not deleted.`,
      hide: (on) => this.#hide(user, on),
      remove: (options) =>
        this.#client.call("deleteUser", { params, query: { kind: user.kind }, ...options }),
      drop: () => this.#drop(user),
    });
  }

  #page(cursor: string | undefined) {
    const query = { ...this.#filter, limit: pageSize, cursor };
    return this.#client.call("listUsers", { params: this.#params, query });
  }

  #count() {
    const { kind, q, label, tribe } = this.#filter ?? {};
    return this.#client.call("countUsers", { params: this.#params, query: { kind, q, label, tribe } });
  }

  #hide(user: Pick<User, "id" | "kind">, on: boolean): void {
    const { hidden } = this.store.getState();
    this.store.setState({ hidden: withOrWithout(hidden, personKey(user), on) });
  }

  #drop(user: Pick<User, "id" | "kind">): void {
    const { rows, count } = this.store.getState();
    const member = user.kind === "known" ? "users" : "visitors";
    this.#asked += 1;
    // What is on its way may still have them; it is let go of, but not the question.
    if (this.#reading) void this.#read();
    this.store.setState({
      rows: rows.filter((one) => personKey(one) !== personKey(user)),
      count: count === null ? null : { ...count, [member]: Math.max(0, count[member] - 1) },
    });
  }
}
