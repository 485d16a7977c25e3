import { useLocation, useSearch } from "wouter";
import { usePath } from "../../page/use-here.ts";

/** Gives what is open a new key: the address goes by `ids` first, which stay. They stand below `collections`. */
export function useNewKey(
  ids: readonly string[],
  edit: (members: { readonly key: string }, mark: string) => void,
): (key: string) => void {
  const to = usePath();
  const [, navigate] = useLocation();
  const search = useSearch();
  return (key) => {
    const path = to("collections", ...ids);
    navigate(search === "" ? path : `${path}?${search}`, { replace: true });
    edit({ key }, "key");
  };
}
