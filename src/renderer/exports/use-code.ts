import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CodegenRequest, GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { browserMemory, type LastExport } from "./export-memory.ts";

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
  readonly noteExport: (to: LastExport["to"]) => Promise<void>;
}

/** What is looked up again when something was exported: which folders hold code that is out of date. */
export const staleExportsKey = ["staleExports"] as const;

const lastExport = (subject: string) =>
  queryOptions({
    queryKey: ["lastExport", subject],
    queryFn: () => browserMemory.recall(subject),
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
    noteExport: async (to) => {
      if (data === undefined) return;
      const exported = { at: new Date().toISOString(), to, ...data };
      queries.setQueryData(lastExport(key).queryKey, exported);
      void queries.invalidateQueries({ queryKey: staleExportsKey });
      await browserMemory.remember(key, exported);
    },
  };
}
