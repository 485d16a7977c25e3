import { dirname, relative, sep } from "node:path";
import { environmentKeys } from "../../core/primitives.ts";
import type { Services } from "../services.ts";
import { textOf } from "../workspace/snapshot-files.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Moment = ReturnType<typeof momentNow>;

/** What a snapshot of now has, but for the store. `documents`: the text of all of them, by their paths. */
export const momentNow = ({ workspace, clock }: Pick<Services, "workspace" | "clock">) => ({
  documents: documentsNow(workspace),
  spaces: workspace.spaces().length,
  clock: clock.asSet,
  apiKeys: workspace.secrets.data.apiKeys,
});

function documentsNow(workspace: Workspace): string {
  const documents: Record<string, string> = { "workspace.json": textOf(workspace.document.data) };
  for (const { path, data } of workspace.spaces()) {
    const folder = relative(workspace.dir, dirname(path)).split(sep).join("/");
    documents[`${folder}/space.json`] = textOf(data);
    const published = workspace.published(data.space.id);
    for (const environment of environmentKeys) {
      const of = published.of(environment);
      if (of.revision > 0) documents[`${folder}/published/${environment}.json`] = textOf(of);
    }
    for (const scene of workspace.scenes(data.space.id).all())
      documents[`${folder}/scenes/${scene.key}.json`] = textOf(scene);
  }
  return JSON.stringify(documents);
}
