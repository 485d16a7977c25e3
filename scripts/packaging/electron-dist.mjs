import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SetupError } from "../setup/report.mjs";

/**
 * Where Electron's distributable is for a system: the unpacked folder that ELECTRON_OVERRIDE_DIST_PATH names, else the
 * archive, from Electron's cache (electron_config_cache) or fetched (from ELECTRON_MIRROR where that is set).
 *
 * @throws SetupError when there is none and none can be fetched
 */
export async function electronDist(root, { platform, arch, env = process.env }) {
  const unpacked = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (unpacked) {
    if (existsSync(join(unpacked, "version"))) return resolve(unpacked);
    throw new SetupError(`ELECTRON_OVERRIDE_DIST_PATH names ${unpacked}, which holds no unpacked Electron.`);
  }
  const electron = createRequire(join(root, "node_modules/electron/package.json"));
  const { version } = electron("./package.json");
  try {
    const { downloadArtifact } = await import(pathToFileURL(electron.resolve("@electron/get")).href);
    return await downloadArtifact({
      version,
      platform,
      arch,
      artifactName: "electron",
      checksums: electron("./checksums.json"),
      ...(env.electron_config_cache ? { cacheRoot: env.electron_config_cache } : {}),
    });
  } catch (error) {
    throw new SetupError(
      [
        `Nothing was packaged: Electron ${version} for ${platform}-${arch} could not be fetched (${reasonOf(error)}).`,
        "Set ELECTRON_MIRROR, or electron_config_cache, or ELECTRON_OVERRIDE_DIST_PATH: see docs/packaging.md.",
      ].join("\n"),
    );
  }
}

/** Node says `fetch failed`, and why in the cause. */
function reasonOf(error) {
  return error.cause?.code ?? error.cause?.message ?? error.message;
}
