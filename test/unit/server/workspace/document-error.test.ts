import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assertNoLinks } from "../../../../src/server/workspace/document-error.ts";
import { newFolder } from "../../../helpers/server.ts";

it("a workspace's folder may be a link itself, and nothing in it", async () => {
  const base = await newFolder();
  await mkdir(join(base, "real/spaces/cinema"), { recursive: true });
  await symlink(join(base, "real"), join(base, "link"));
  const folder = join(base, "link");
  for (const path of [folder, join(folder, "spaces"), join(folder, "spaces/cinema/space.json")])
    await expect(assertNoLinks(folder, path)).resolves.toBeUndefined();
  await symlink(join(base, "real/spaces/cinema"), join(base, "real/spaces/other"));
  await expect(assertNoLinks(folder, join(folder, "spaces/other/space.json"))).rejects.toThrow(
    `${join(folder, "spaces/other")}: is a link`,
  );
});
