import { Redirect } from "wouter";
import { pagePath } from "../../core/console-pages.ts";
import type { Space } from "../../core/space.ts";
import { useSpaces } from "../page/reads.ts";
import { Frameless } from "../parts/Frameless.tsx";
import { lastPlace } from "../stores/last-place.ts";
import { NotFound } from "./NotFound.tsx";

/** `/` and a Space's bare address: on to where the person was last, else to the newest Space's Overview: a seed's. */
export function Home({ spaceKey }: { readonly spaceKey?: string }) {
  const { data: spaces = [] } = useSpaces();
  const wanted = spaceKey ?? lastPlace()?.spaceKey;
  const space =
    spaces.find((one) => one.key === wanted) ?? (spaceKey === undefined ? newest(spaces) : undefined);
  if (space !== undefined) return <Redirect replace to={placeOf(space.key)} />;
  return spaces.length === 0 ? (
    <Frameless title="No Space yet">
      <p>Create one on the command line, or ask an owner of your Organization for access.</p>
    </Frameless>
  ) : (
    <NotFound />
  );
}

/** Where a Space opens: where it was left, else on its Overview. */
export const placeOf = (spaceKey: string): string =>
  lastPlace(spaceKey)?.path ?? pagePath({ spaceKey, environment: "development" }, "overview");

const newest = (spaces: readonly Space[]): Space | undefined =>
  spaces.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
