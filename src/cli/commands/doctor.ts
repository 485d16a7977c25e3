import { sep } from "node:path";
import { obstacleTo } from "../../server/is-there.ts";
import { defaultDataDir, findRunningCopy } from "../../server/locator.ts";
import { closedIn } from "../../server/own-folder.ts";
import { exitCodes } from "../cli-error.ts";
import { hasDisplay } from "../desktop-choice.ts";
import type { Check } from "../doctor/check.ts";
import { checkDataFolder } from "../doctor/data-folder.ts";
import { checkDatabase, checkDocuments } from "../doctor/documents.ts";
import { checkPort, defaultPorts } from "../doctor/ports.ts";
import { findElectron } from "../electron-binary.ts";
import { paint, print, printJson, visible } from "../output.ts";

export interface DoctorFlags {
  readonly data?: string;
  readonly json?: boolean;
}

/** Looks at all that `serve` needs, changing nothing; fails when something would stop it. */
export async function doctor(flags: DoctorFlags): Promise<number> {
  const dataDir = flags.data ?? defaultDataDir();
  const checks = await examine(dataDir);
  const ok = checks.every((check) => check.status !== "problem");
  if (flags.json) printJson({ ok, dataDir, checks });
  else for (const check of checks) print(line(check));
  return ok ? exitCodes.done : exitCodes.failed;
}

async function examine(dataDir: string): Promise<Check[]> {
  const copy = await findRunningCopy(dataDir);
  const ports = await Promise.all(defaultPorts.map((port) => checkPort(port, copy)));
  return [
    // An older Node.js has been turned away before this could run (bin/check-node.mjs).
    { id: "node", status: "ok", text: `Node.js ${process.versions.node}` },
    await checkDataFolder(dataDir, copy),
    ...((await canBeLookedInto(dataDir))
      ? [...(await checkDocuments(dataDir)), await checkDatabase(dataDir)]
      : []),
    ...ports,
    checkElectron(),
    checkDisplay(),
  ];
}

/** Where it can't be, its own check says why, and nothing else is to be said of what it holds. */
const canBeLookedInto = async (dataDir: string): Promise<boolean> =>
  (await closedIn(dataDir)) === null && obstacleTo(`${dataDir}${sep}.`) === null;

function checkElectron(): Check {
  const binary = findElectron();
  if (binary !== null) return { id: "electron", status: "ok", text: `Electron is there: ${binary}` };
  const text =
    "Electron's program is not installed (its npm package fetches it separately): open runs headless";
  return { id: "electron", status: "note", text };
}

function checkDisplay(): Check {
  if (hasDisplay({ platform: process.platform, env: process.env })) {
    return { id: "display", status: "ok", text: "there is a display" };
  }
  return {
    id: "display",
    status: "note",
    text: "there is no display: open runs headless and opens no browser",
  };
}

function line({ status, text }: Check): string {
  const marks = { ok: paint("✓", "green"), note: paint("–", "dim"), problem: paint("✗", "red") };
  return `${marks[status]} ${visible(text)}`;
}
