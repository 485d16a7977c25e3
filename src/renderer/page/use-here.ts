import { createContext, useCallback, useContext, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type PageName, pagePath } from "../../core/console-pages.ts";
import type { Me, Role } from "../../core/organization.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Environment, Space } from "../../core/space.ts";
import type { Place } from "../api/place.ts";

/** What the page on screen is about, and what the person may do there. */
export interface Here {
  readonly space: Space;
  readonly environment: EnvironmentKey;
  readonly page: PageName;
  /** What the address names on the page, e.g. a Collection and an Experience; decoded. */
  readonly below: readonly string[];
  readonly me: Me;
  readonly role: Role;
  readonly isOwner: boolean;
  /** Whether the person may change the model and its users; a viewer may not. */
  readonly canEdit: boolean;
  /** Whether settings of the whole workspace are theirs to change. */
  readonly ownsWorkspace: boolean;
  /** Empty until they are loaded. */
  readonly environments: readonly Environment[];
  readonly apiKey: string | null;
}

export const HereContext = createContext<Here | null>(null);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (here === null) throw new Error("useHere outside of a place");
  return here;
}

/** The place on screen, the same object as long as it is the same place. */
export function usePlace(): Place {
  const { space, environment } = useHere();
  return useMemo(() => ({ spaceId: space.id, environment }), [space.id, environment]);
}

/** Makes addresses of pages in the place on screen: `const to = usePath(); to("tribes", tribe.key)`. */
export function usePath(): (page: PageName, ...below: readonly string[]) => string {
  const { space, environment } = useHere();
  return useCallback(
    (page, ...below) => pagePath({ spaceKey: space.key, environment }, page, ...below),
    [space.key, environment],
  );
}

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
