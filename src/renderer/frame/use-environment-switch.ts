import { useLocation, useSearch } from "wouter";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { pagePath } from "../page/pages.ts";
import { useHere } from "../page/use-here.ts";

/** Shows this page of another environment. What it was asked for stays, but for the event that is open: the other's has the same number. */
export function useEnvironmentSwitch(): (environment: EnvironmentKey) => void {
  const { space, page, below } = useHere();
  const [, navigate] = useLocation();
  const search = useSearch();
  return (environment) => {
    const kept = new URLSearchParams(search);
    kept.delete("event");
    const path = pagePath({ spaceKey: space.key, environment }, page, ...below);
    navigate(kept.size === 0 ? path : `${path}?${kept}`);
  };
}
