import { createContext, useContext, useMemo } from "react";
import type { Me, Role } from "../../core/organization.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Environment, Space } from "../../core/space.ts";
import type { Place } from "../stores/stats-store.ts";
import type { PageName } from "./pages.ts";

/** What the page on screen is about, and what the person may do there. */
export interface Here {
  readonly space: Space;
  readonly environment: EnvironmentKey;
  readonly page: PageName;
  readonly me: Me;
  readonly role: Role;
  readonly isOwner: boolean;
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
