import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isThere, obstacleTo } from "../../server/is-there.ts";
import type { Locator } from "../../server/locator.ts";
import { closedIn, refusedIn } from "../../server/own-folder.ts";
import { movedAside } from "../../server/workspace/moved-aside.ts";
import { isRestoring } from "../../server/workspace/restore-files.ts";
import type { Check } from "./check.ts";

/** Whether serve could write to the data folder, or make it, and would take what is in it. Writes nothing. */
export async function checkDataFolder(dataDir: string, copy: Locator | null): Promise<Check> {
  const check = (status: Check["status"], text: string): Check => ({ id: "data-folder", status, text });
  const inTheWay = (obstacle: string) => {
    const named = obstacle.startsWith(`${dataDir} `) ? "data folder" : `data folder ${dataDir}:`;
    return check("problem", `${named} ${obstacle}`);
  };
  const obstacle = obstacleIn(dataDir);
  if (obstacle !== null) return inTheWay(obstacle);
  const closed = await closedIn(dataDir);
  if (closed !== null)
    return check(
      "note",
      `${closed} is yours and closed to you; serve opens it again. What ${dataDir} holds was not looked at`,
    );
  const within = obstacleIn(join(dataDir, ".understudy"));
  if (within !== null) return inTheWay(within);
  const refused = await refusedIn(dataDir);
  if (refused !== null) return check("problem", refused);
  const kept = await movedAside(dataDir);
  if (kept !== null)
    return check("problem", `a restore into ${dataDir} was cut off; the next start takes back ${kept}`);
  if (isRestoring(dataDir))
    return check(
      "note",
      `a snapshot is being restored in ${dataDir}; if that was cut off, the next start finishes it`,
    );
  if (copy !== null)
    return check(
      "ok",
      `data folder ${dataDir}: Understudy runs on it, at ${copy.platformUrl} (process ${copy.pid})`,
    );
  const state = isThere(dataDir) ? "can be written to" : "is not there yet; serve makes it";
  return check("ok", `data folder ${dataDir} ${state}`);
}

function obstacleIn(folder: string): string | null {
  const unknown = obstacleTo(folder);
  if (unknown !== null) return unknown;
  const nearest = nearestExisting(folder);
  if (!statSync(nearest).isDirectory()) return `${nearest} is not a folder`;
  if (nearest !== folder && statfsSync(nearest).type === procfs) return `${nearest} keeps no files`;
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `${nearest} cannot be written to`;
  }
}

/** Linux's /proc says that it can be written to (PROC_SUPER_MAGIC, statfs(2)). */
const procfs = 0x9fa0;

function nearestExisting(path: string): string {
  return isThere(path) ? path : nearestExisting(dirname(path));
}
