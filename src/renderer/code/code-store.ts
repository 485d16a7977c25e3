import { createStore } from "zustand/vanilla";
import type { CodegenRequest, GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { inWords } from "../api/api-problem.ts";
import type { Console } from "../app/create-console.ts";
import type { ExportMemory, LastExport } from "./export-memory.ts";

/** The code of a Space in one language, and what of it was exported last. */
export interface CodeState {
  /** Whose it is; nobody else's is ever shown. */
  readonly subject: string | null;
  readonly code: GeneratedCode | null;
  readonly etag: string | null;
  /** Undefined until it is known; null where nothing was exported yet. */
  readonly last: LastExport | null | undefined;
  readonly problem: string | null;
}

const nothing: CodeState = { subject: null, code: null, etag: null, last: undefined, problem: null };

export const createCodeStore = () => createStore<CodeState>(() => nothing);
export type CodeStore = ReturnType<typeof createCodeStore>;

/** What the page is about: a Space's id and a language. */
export interface CodeSubject extends CodegenRequest {
  readonly spaceId: string;
}

export const subjectKey = ({ spaceId, platform, lang }: CodeSubject): string =>
  `${spaceId}/${platform}/${lang}`;

/** Asks for the code again, without what is being deleted; an answer to another subject, or the same code, changes nothing. */
export async function loadCode(
  store: CodeStore,
  { client, removals }: Pick<Console, "client" | "removals">,
  memory: ExportMemory,
  subject: CodeSubject,
): Promise<void> {
  const key = subjectKey(subject);
  if (store.getState().subject !== key) {
    store.setState({ ...nothing, subject: key }, true);
    const last = await memory.recall(key);
    if (store.getState().subject === key) store.setState({ last });
  }
  const { spaceId, ...body } = subject;
  try {
    await removals.settle(spaceId);
    const { answer, etag } = await client.exchange("generateCode", { params: { spaceId }, body });
    if (store.getState().subject !== key || store.getState().etag === etag) return;
    store.setState({ code: answer, etag, problem: null });
  } catch (error) {
    if (store.getState().subject === key) store.setState({ problem: inWords(error) });
  }
}

/** Remembers that this very code was exported: changes are told against it from now on. */
export async function noteExport(
  store: CodeStore,
  memory: ExportMemory,
  to: LastExport["to"],
): Promise<void> {
  const { subject, code } = store.getState();
  if (subject === null || code === null) return;
  const last = { at: new Date().toISOString(), to, ...code };
  store.setState({ last });
  await memory.remember(subject, last);
}
