import { readFileSync, renameSync } from "node:fs";
import { z } from "zod";
import { exportFolder, preferences, theme } from "../core/ipc.ts";
import type { Theme } from "../core/ipc-names.ts";
import { parsedJson } from "../core/parsed-json.ts";
import { messageOf } from "./message-of.ts";

const path = z.string().min(1).max(4096);
const port = z.number().int().min(1).max(65_535);
const portsOf = z.strictObject({ path, port, sdkPort: port });
/** `workspace`: the Space's, by its real name; without it an earlier version picked the folder, for nobody knows which. */
const exported = exportFolder.omit({ name: true }).extend({ workspace: path.optional() });
type Exported = z.output<typeof exported>;

/** What the shell keeps on this computer between runs. */
export interface Memory {
  readonly preferences: z.output<typeof preferences>;
  /** The workspace that was open last; null before the first run has ended. */
  readonly lastWorkspace: string | null;
  /** Every workspace that was open, the latest first, the open one among them. */
  readonly recents: readonly string[];
  readonly exports: readonly Exported[];
  /** Where the planes of each workspace were last: apps were told so, and the console's page keeps its drafts by its address. */
  readonly ports: readonly z.output<typeof portsOf>[];
  /** The console's theme, for the system's own parts before there is a page. */
  readonly theme: Theme;
}

const nothingYet: Memory = {
  preferences: { openAtLogin: false, keepInTray: null, badge: false, notifications: false },
  lastWorkspace: null,
  recents: [],
  exports: [],
  ports: [],
  theme: "system",
};

/** What was read, and where that was damaged a line that says so: the file as it was lies beside it then. */
interface ReadMemory {
  readonly memory: Memory;
  readonly notice: string | null;
}

/** Each entry is read by itself: one that makes no sense gets its default, and the others stay. */
export function readMemory(file: string): ReadMemory {
  const text = textOf(file);
  if (text === null) return { memory: nothingYet, notice: null };
  const damaged: string[] = [];
  const memory = understood(text, (what) => damaged.push(what));
  return { memory, notice: damaged.length === 0 ? null : setAside(file, damaged) };
}

/** Null where there is none; empty, which is damaged, where it can't be read. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : "";
  }
}

type Report = (what: string) => void;

function understood(text: string, report: Report): Memory {
  const found = z.record(z.string(), z.unknown()).safeParse(parsedJson(text));
  if (!found.success) report("the whole file");
  const { data = {} } = found;
  return {
    preferences: readPreferences(data.preferences, report),
    lastWorkspace: read(path.nullable(), data, "lastWorkspace", report) ?? null,
    recents: readList(path, data, "recents", report),
    exports: readList(exported, data, "exports", report),
    ports: readList(portsOf, data, "ports", report),
    theme: read(theme, data, "theme", report) ?? nothingYet.theme,
  };
}

function readPreferences(given: unknown, report: Report): Memory["preferences"] {
  const found = z.record(z.string(), z.unknown()).default({}).safeParse(given);
  if (!found.success) report("preferences");
  const { data = {} } = found;
  const { openAtLogin, keepInTray, badge, notifications } = preferences.shape;
  const first = nothingYet.preferences;
  return {
    openAtLogin: read(openAtLogin, data, "openAtLogin", report) ?? first.openAtLogin,
    keepInTray: read(keepInTray, data, "keepInTray", report) ?? first.keepInTray,
    badge: read(badge, data, "badge", report) ?? first.badge,
    notifications: read(notifications, data, "notifications", report) ?? first.notifications,
  };
}

type Given = Readonly<Record<string, unknown>>;

/** Undefined where it is not there, as an older version left it, or makes no sense. */
function read<T>(schema: z.ZodType<T>, given: Given, name: string, report: Report): T | undefined {
  if (given[name] === undefined) return undefined;
  const found = schema.safeParse(given[name]);
  if (!found.success) report(name);
  return found.data;
}

function readList<T>(schema: z.ZodType<T>, given: Given, name: string, report: Report): readonly T[] {
  const items = read(z.array(z.unknown()), given, name, report) ?? [];
  const found = items.map((item) => schema.safeParse(item));
  if (found.some(({ success }) => !success)) report(`an entry of ${name}`);
  return found.flatMap(({ success, data }) => (success ? [data] : []));
}

/** Kept for a person to look at: what is written next takes its place. */
function setAside(file: string, damaged: readonly string[]): string {
  const what = `${file} was damaged (${damaged.join(", ")})`;
  try {
    renameSync(file, `${file}.damaged`);
    return `${what}. It is kept as ${file}.damaged; the rest of it holds.`;
  } catch (error) {
    return `${what}, and could not be set aside: ${messageOf(error)}`;
  }
}
