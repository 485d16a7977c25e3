import { appendFileSync } from "node:fs";

// Loaded before anything else in every process and thread of a run with marks (NODE_OPTIONS): keeps which marks are come by, and
// since when a process works at which test file. A thread or process that a test started has no file of its own.
const { UNDERSTUDY_REACHED: log } = process.env;
/** The real clock, whatever a test does to it. */
const { now } = Date;
const told = new Map();
let test = "";

const tell = (...words) => appendFileSync(log, `${[...words, process.pid, process.ppid, now()].join(" ")}\n`);

if (log !== undefined) {
  globalThis.atTest = (file) => {
    test = file;
    told.clear();
    tell("test", file);
  };
  globalThis.reached = (number) => {
    if (now() - (told.get(number) ?? 0) < 100) return;
    told.set(number, now());
    tell(number, test || "-");
  };
}
