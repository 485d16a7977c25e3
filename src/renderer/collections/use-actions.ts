import { useMemo } from "react";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { say } from "../stores/toasts-store.ts";
import { PartActions } from "./part-actions.ts";

export function useActions(): PartActions {
  const console = useConsole();
  const { space } = useHere();
  return useMemo(() => new PartActions(console, space.id), [console, space.id]);
}

/** Does something that has no place of its own for a refusal: a toast says why not. */
export function useAttempt(): (does: () => Promise<unknown>) => void {
  const { toasts } = useConsole();
  return (does) =>
    void does().catch((error: unknown) => {
      say(toasts, inWords(error));
    });
}
