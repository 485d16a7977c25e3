import type { QueryClient } from "@tanstack/react-query";
import type { ApiClient } from "../api/client.ts";
import { everyPageQuery, patchKnown } from "../api/queries.ts";
import type { Removals, UndoableRemoval } from "./removals.ts";

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** The lists that a Space's model is made of. */
type ModelList = "listExperienceTypes" | "listCollections" | "listTribes" | "listPersonas";

interface Around {
  readonly queries: QueryClient;
  readonly client: ApiClient;
}

/** All of one noun in each Space, e.g. its Tribes: read with the query client, and patched by what a write answers. */
export class SpaceList<T extends Listed> {
  readonly #around: Around;
  readonly #route: ModelList;
  readonly #decides: boolean;

  /** `decides` is false where nobody is shown anything else for what is in it. */
  constructor(around: Around, route: ModelList, { decides = true }: { readonly decides?: boolean } = {}) {
    this.#around = around;
    this.#route = route;
    this.#decides = decides;
  }

  query(spaceId: string) {
    const read = everyPageQuery(this.#around.client, this.#route, { params: { spaceId } });
    // Each route's rows are of its noun; whoever makes the list names both.
    return read as unknown as {
      readonly queryKey: typeof read.queryKey;
      readonly queryFn: () => Promise<T[]>;
    };
  }

  /** What is known of a Space's, in the server's order; empty until it is loaded. */
  known(spaceId: string): readonly T[] {
    return this.#around.queries.getQueryData<T[]>(this.query(spaceId).queryKey) ?? [];
  }

  /** All of a Space's, for what can't be done without; read where they are not known. @throws ApiProblem, ServerUnreachable */
  whole(spaceId: string): Promise<readonly T[]> {
    return this.#around.queries.ensureQueryData(this.query(spaceId));
  }

  /** Reads it again; never throws: whoever shows the list says why it could not be read. */
  async load(spaceId: string): Promise<void> {
    await this.#around.queries.fetchQuery({ ...this.query(spaceId), staleTime: 0 }).catch(() => {});
  }

  /** Puts a new or changed one in. */
  keep(spaceId: string, item: T): void {
    patchKnown<readonly T[]>(this.#around.queries, this.query(spaceId), (all) =>
      all.some(({ id }) => id === item.id)
        ? all.map((one) => (one.id === item.id ? item : one))
        : [...all, item],
    );
  }

  drop(spaceId: string, id: string): void {
    patchKnown<readonly T[]>(this.#around.queries, this.query(spaceId), (all) =>
      all.filter((one) => one.id !== id),
    );
  }

  /**
   * Hides it at once and deletes it when the undo has run out; a refusal brings it back with the reason.
   */
  delete(removals: Removals, spaceId: string, item: T, remove: UndoableRemoval["remove"]): void {
    removals.offer({
      key: item.id,
      ...(this.#decides && { spaceId }),
      said: `Deleted “${item.name}”`,
      refused: `“${item.name}” was not deleted.`,
      remove,
      drop: () => this.drop(spaceId, item.id),
    });
  }
}
