import type { PersonaRun } from "../../core/persona-run.ts";
import { differenceText } from "../../core/personas/outcome-text.ts";

/** A run as JUnit's XML, in the form that CI services read: a test case for each persona. */
export function junitXml({ personas, failed, environment, content, at }: PersonaRun, space: string): string {
  const counts = `tests="${personas.length}" failures="${failed}" errors="0" skipped="0"`;
  const suite = attribute(`${space} ${environment} ${content}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="understudy" ${counts}>`,
    `  <testsuite name="${suite}" ${counts} timestamp="${attribute(at)}">`,
    ...personas.flatMap(testCase),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase({ name, outcomes }: PersonaRun["personas"][number]): string[] {
  const open = `    <testcase classname="personas" name="${attribute(name)}"`;
  const differences = outcomes.filter((one) => !one.passed).map(differenceText);
  const [first] = differences;
  if (first === undefined) return [`${open}/>`];
  const failure = `<failure type="expectation" message="${attribute(first)}">${text(differences.join("\n"))}</failure>`;
  return [`${open}>`, `      ${failure}`, "    </testcase>"];
}

/** XML 1.0, section 2.2: no other characters can stand in a document, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const text = (value: string): string =>
  value.replace(forbidden, "\uFFFD").replace(/[&<>"]/g, (found) => entities[found] ?? found);
/** White space in an attribute would be read as plain spaces (section 3.3.3). */
const attribute = (value: string): string =>
  text(value).replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);
