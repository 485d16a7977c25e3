import { goneText, notServedText, type Outcome } from "../persona-run.ts";

/** An expectation that was not met, as one line: `homepage.banner /data/headline: expected "A", got "B"`. */
export function differenceText({ kind, name, path, expected, actual }: Outcome): string {
  if (kind === "tribe") {
    const what = `Tribe "${name}"`;
    if (actual === goneText) return `${what} ${goneText}`;
    return `${what}: expected ${membership(expected)}, got ${membership(actual)}`;
  }
  if (path === undefined) return `${name} ${actual === goneText ? goneText : notServedText}`;
  if (path === "/scenario" && actual === goneText)
    return `${name} ${path}: expected ${scenarioName(expected)}, which ${goneText}`;
  const shown = path === "/scenario" ? scenarioName : json;
  return `${name} ${path}: expected ${shown(expected)}, got ${shown(actual)}`;
}

const membership = (value: unknown): string => (value === true ? "in it" : "not in it");
const json = (value: unknown): string => JSON.stringify(value) ?? "nothing";

/** By its name where it has one: ids say little to people. */
const scenarioName = (value: unknown): string =>
  typeof value === "object" && value !== null && "name" in value ? json(value.name) : json(value);
