import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CodegenRequest, GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { realNow } from "../text/platform-clock.ts";

const askEvery = 5000;

/** What the page is about: a Space's id and a language. */
export interface CodeSubject extends CodegenRequest {
  readonly spaceId: string;
}

export const subjectKey = ({ spaceId, platform, lang }: CodeSubject): string =>
  `${spaceId}/${platform}/${lang}`;

/** The code of a Space in one language, and what of it was exported last. */
export interface Code {
  readonly subject: CodeSubject;
  /** Null until it is generated. */
  readonly code: GeneratedCode | null;
  /** Undefined until it is known; null where nothing was exported yet. */
  readonly last: LastExport | null | undefined;
  /** Why it could not be generated the last time. */
  readonly problem: string | null;
  readonly again: () => void;
  /** Remembers that this very code was exported: changes are told against it from now on. */
  readonly noteExport: () => Promise<void>;
}

/** What is looked up again when something was exported: which folders hold code that is out of date. */
export const staleExportsKey = ["staleExports"] as const;

const lastExport = (subject: string) =>
  queryOptions({
    queryKey: ["lastExport", subject],
    queryFn: () => recall(subject),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Keeps the code of what is chosen fresh, without what is being deleted. */
export function useCode(subject: CodeSubject): Code {
  const { client, queries, removals } = useConsole();
  const { spaceId, platform, lang } = subject;
  const key = subjectKey(subject);
  const { data, error, refetch } = useQuery({
    queryKey: ["generateCode", { params: { spaceId }, body: { platform, lang } }],
    queryFn: async ({ signal }) => {
      await removals.settle(spaceId);
      return client.call("generateCode", { params: { spaceId }, body: { platform, lang }, signal });
    },
    refetchInterval: askEvery,
  });
  const { data: last } = useQuery(lastExport(key));
  return {
    subject,
    code: data ?? null,
    last,
    problem: error && inWords(error),
    again: () => void refetch(),
    noteExport: async () => {
      if (data === undefined) return;
      const exported = { at: new Date(realNow()).toISOString(), ...data };
      queries.setQueryData(lastExport(key).queryKey, exported);
      void queries.invalidateQueries({ queryKey: staleExportsKey });
      await remember(key, exported);
    },
  };
}

/** What was exported last for a Space and a language, with its very files. */
interface LastExport extends GeneratedCode {
  /** When, RFC 3339. */
  readonly at: string;
}

const cacheName = "understudy-exports";
const address = (subject: string) => `/exports/${subject}`;

/** Keeps an export in the browser's own cache storage: files are too large for localStorage. */
async function remember(subject: string, last: LastExport): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(address(subject), Response.json(last));
  } catch {
    // Private windows and full disks: the page still knows until it is closed.
  }
}

/** The last export of a subject; null where nothing was kept. */
async function recall(subject: string): Promise<LastExport | null> {
  try {
    const kept = await (await caches.open(cacheName)).match(address(subject));
    return kept === undefined ? null : ((await kept.json()) as LastExport);
  } catch {
    return null;
  }
}
