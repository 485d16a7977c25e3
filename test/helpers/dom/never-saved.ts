import type { Console } from "../../../src/renderer/app/create-console.ts";
import type { SavedPort } from "../../../src/renderer/saved/saved-state.ts";

/** Something with this key is edited, and its edit is never answered. */
export async function neverSaved({ saved }: Console, key: string, name: string): Promise<void> {
  const port: SavedPort<{ readonly name: string; readonly size: number }> = {
    key,
    get: async () => ({ answer: { name, size: 1 }, etag: '"1"' }),
    patch: () => new Promise(() => {}),
  };
  const edited = saved.get(port);
  await edited.load();
  edited.edit({ size: 2 });
}
