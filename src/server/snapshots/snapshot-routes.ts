import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { fileName } from "../../core/codegen/naming/file-names.ts";
import { readRest } from "../http/body-lines.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { keyOfName } from "../workspace/key-of-name.ts";

type Names =
  | "listSnapshots"
  | "createSnapshot"
  | "importSnapshot"
  | "getSnapshot"
  | "deleteSnapshot"
  | "getSnapshotFile"
  | "restoreSnapshot";

export const snapshotRoutes = ({ snapshots }: Services): Pick<PlatformHandlers, Names> => ({
  listSnapshots: async ({ query }) => ({ body: pageOf(await snapshots.list(), ({ id }) => id, query) }),
  createSnapshot: async ({ body }) => ({ body: await snapshots.save(body.name) }),
  importSnapshot: async ({ req }) => {
    try {
      return { body: await snapshots.import(req) };
    } catch (error) {
      await readRest(req);
      throw error;
    }
  },
  getSnapshot: async ({ params }) => ({ body: await snapshots.find(params.snapshotId) }),
  deleteSnapshot: async ({ params }) => {
    await snapshots.delete(params.snapshotId);
    return {};
  },
  getSnapshotFile: async ({ params, res }) => {
    await snapshots.find(params.snapshotId);
    return async () => {
      const { name, bytes } = await snapshots.file(params.snapshotId);
      const file = `${fileName(keyOfName(name, "snapshot"))}.understudy`;
      res.set("Content-Disposition", `attachment; filename="${file}"`).type("application/octet-stream");
      // Whoever goes away, or a part that can't be read, ends the answer without its end: no client takes it for whole.
      await pipeline(bytes, createGzip({ level: constants.Z_BEST_SPEED }), res).catch(() => res.destroy());
    };
  },
  restoreSnapshot: async ({ params }) => ({ body: await snapshots.restore(params.snapshotId) }),
});
