import { platformApi } from "../../core/api.ts";
import { CliError } from "../cli-error.ts";
import type { PlatformClient } from "../platform/platform-client.ts";
import { findConfig, readProject } from "./project-config.ts";

interface Asked {
  readonly space?: string;
  readonly project?: string;
}

/** The Space that is named, or that of understudy.yaml, or the only one there is. @throws CliError */
export async function spaceToUse(client: PlatformClient, { space, project }: Asked): Promise<string> {
  if (space !== undefined) return space;
  const folder = project ?? process.cwd();
  if (project !== undefined || findConfig(folder) !== null) return readProject(folder).config.space;
  const { data, next } = await client.ask("GET", `${platformApi.listSpaces.path}?limit=20`, {
    answer: platformApi.listSpaces.answer,
  });
  const [only, ...more] = data;
  if (only !== undefined && more.length === 0) return only.key;
  throw new CliError(
    only === undefined
      ? "There is no Space that you can see."
      : `Say which Space with --space: ${data.map(({ key }) => key).join(", ")}${next === null ? "." : " …"}`,
    { code: "no-space" },
  );
}
