import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";

type Query = Readonly<Record<string, string>>;

/** The address' query, and the way to change some of it: null takes a member out. What is opened can be gone back from. */
export function useQuery(): readonly [
  Query,
  (change: Readonly<Record<string, string | null>>, options?: { readonly replace?: boolean }) => void,
] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const change = useCallback(
    (members: Readonly<Record<string, string | null>>, options: { readonly replace?: boolean } = {}) => {
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
