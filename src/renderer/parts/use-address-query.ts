import { useCallback, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { useConsole } from "../page/console-context.ts";
import { say } from "../stores/toasts-store.ts";

type Query = Readonly<Record<string, string>>;

interface Step {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** The address' query, and the way to change some of it: null takes a member out. What is opened can be gone back from. */
export function useAddressQuery(): readonly [
  Query,
  (change: Readonly<Record<string, string | null>>, options?: Step) => void,
] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const change = useCallback(
    (members: Readonly<Record<string, string | null>>, options: Step = {}) => {
      const query = new URLSearchParams(search);
      for (const [name, value] of Object.entries(members)) {
        if (value === null) query.delete(name);
        else query.set(name, value);
      }
      const text = query.toString();
      navigate(text === "" ? path : `${path}?${text}`, options);
    },
    [search, path, navigate],
  );
  return [Object.fromEntries(new URLSearchParams(search)), change];
}

/** Says once what of an address means nothing to the page that it opens, such as `["at=25:00"]`: that shows more, or something else. */
export function useNotUnderstood(parts: readonly string[]): void {
  const { toasts } = useConsole();
  const text = parts.map((part) => `“${part}”`).join(" and ");
  useEffect(() => {
    if (text !== "") say(toasts, `The address has ${text}, which means nothing here and is left out.`);
  }, [text, toasts]);
}

/** Marks a step of the way back that opened a dialog. */
export const opened = { dialog: true };
const isOpened = (): boolean => (history.state as { readonly dialog?: true } | null)?.dialog === true;

/**
 * A dialog that is part of the address. Opening it is one step of the way back, which closing it takes again; a dialog that
 * follows another takes its place, so that no two steps lead to the same address.
 */
export function useDialogAddress(): {
  readonly open: (members: Readonly<Record<string, string | null>>) => void;
  readonly close: (members: Readonly<Record<string, null>>) => void;
} {
  const [, setQuery] = useAddressQuery();
  return {
    open: (members) => setQuery(members, { replace: isOpened(), state: opened }),
    close: (members) => (isOpened() ? history.back() : setQuery(members, { replace: true })),
  };
}
