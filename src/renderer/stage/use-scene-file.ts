import { ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { usePlace } from "../page/use-here.ts";
import { useFilePick } from "../parts/FileInput.tsx";
import { useActs } from "../parts/use-acts.ts";
import { fileText } from "../text/file-text.ts";

/** Takes a scene's file into the Space. */
export function useSceneFile() {
  const { client } = useConsole();
  const { spaceId } = usePlace();
  const { inTurn } = useActs();
  const take = (file: File) =>
    inTurn("file", () => ({
      send: async () => {
        const scene = readScene(await fileText(file));
        const sceneKey = typeof scene.key === "string" ? scene.key : file.name.replace(/\.json$/i, "");
        // The server says what is wrong with it, place by place.
        await client.call("putScene", { params: { spaceId, sceneKey }, body: scene as never });
        return {};
      },
      failure: `${file.name} was not imported.`,
    }));
  const { choose, input } = useFilePick("A scene's file", ".json,application/json", take);
  useCommands([{ id: "stage/open", title: "Open a scene's file…", group: "Stage", run: choose }], "editor");
  return { open: choose, input };
}

/** @throws Error for what is no JSON object */
function readScene(text: string): { readonly key?: unknown } {
  const told = new ApiProblem({
    type: "",
    title: "",
    status: 400,
    detail: "It is not a JSON object.",
    instance: "",
    code: "invalid-body",
  });
  try {
    const scene: unknown = JSON.parse(text);
    if (typeof scene === "object" && scene !== null) return scene;
  } catch {
    throw told;
  }
  throw told;
}
