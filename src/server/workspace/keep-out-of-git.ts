import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** `.understudy/` ignores itself, so that the folder can be put into git without a thought. */
export async function keepOutOfGit(dir: string): Promise<void> {
  await writeFile(join(dir, ".understudy", ".gitignore"), "*\n", { flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
}
