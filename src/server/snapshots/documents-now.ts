import { dirname, join, relative, sep } from "node:path";
import { environmentKeys } from "../../core/primitives.ts";
import { documentsFile, textOf, writeWhole } from "../workspace/snapshot-files.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The documents in memory; each is a new object after a change. */
export function documentsIn(workspace: Workspace): object[] {
  return [
    workspace.document.data,
    ...workspace
      .spaces()
      .flatMap(({ data }) => [
        data,
        ...environmentKeys.map((environment) => workspace.published(data.space.id).of(environment)),
        ...workspace.scenes(data.space.id).all(),
      ]),
  ];
}

/** Writes all of them into a snapshot's folder. */
export async function writeDocuments(workspace: Workspace, dir: string): Promise<void> {
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
  await writeWhole(join(dir, documentsFile), JSON.stringify(documents));
}
