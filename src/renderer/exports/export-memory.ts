import type { GeneratedCode } from "../../core/codegen/codegen-request.ts";

/** What was exported last for a Space and a language, with its very files. */
export interface LastExport extends GeneratedCode {
  /** When, RFC 3339. */
  readonly at: string;
  readonly to: "zip" | "folder";
}

/** Keeps the last export of each subject. Where nothing can be kept, nothing is recalled. */
export interface ExportMemory {
  readonly remember: (subject: string, last: LastExport) => Promise<void>;
  readonly recall: (subject: string) => Promise<LastExport | null>;
}

const cacheName = "understudy-exports";
const address = (subject: string) => `/exports/${subject}`;

/** In the browser's own cache storage: files are too large for localStorage. */
export const browserMemory: ExportMemory = {
  async remember(subject, last) {
    try {
      const cache = await caches.open(cacheName);
      await cache.put(address(subject), Response.json(last));
    } catch {
      // Private windows and full disks: the page still knows until it is closed.
    }
  },
  async recall(subject) {
    try {
      const kept = await (await caches.open(cacheName)).match(address(subject));
      return kept === undefined ? null : ((await kept.json()) as LastExport);
    } catch {
      return null;
    }
  },
};
