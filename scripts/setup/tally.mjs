import { stripVTControlCharacters } from "node:util";

/** How many checks a vitest report (its JSON reporter's) stands for. No report: the run itself failed. */
export function tallyVitest(report, exitCode) {
  if (report === null) return { passed: 0, failed: 1, why: ["vitest gave no report"] };
  const skipped = report.numPendingTests + report.numTodoTests;
  // A file that cannot even be loaded has no tests to count.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + skipped + broken.length;
  const why = [
    ...(skipped > 0 ? [`${skipped} skipped (a skipped test proves nothing, so it counts as failed)`] : []),
    ...broken.map((file) => `${file.name} could not be loaded`),
  ];
  // e.g. an error outside any test, or no test at all
  if (failed === 0 && exitCode !== 0)
    return { passed: report.numPassedTests, failed: 1, why: ["vitest failed"] };
  return { passed: report.numPassedTests, failed, why };
}

/** The tests of a report that failed first and passed when tried again: each one's name, and what it failed with. */
export const secondTries = (report) =>
  testsOf(report)
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(failure);

/** The tests of a report that failed, in the same way. */
export const failures = (report) =>
  testsOf(report)
    .filter(({ status }) => status === "failed")
    .map(failure);

const testsOf = (report) => report?.testResults.flatMap((file) => file.assertionResults) ?? [];

/** In one line: what it failed with, what it waited for, and where in the tests. */
function failure({ fullName, failureMessages: [message = ""] }) {
  const [first, ...others] = stripVTControlCharacters(message)
    .split("\n")
    .map((line) => line.trim());
  const waited = others.find((line) => line.startsWith("- "));
  const [place] = /\btest\/[^\s():]+:\d+/.exec(message) ?? [];
  return [`${fullName}: ${first}`, waited?.slice("- ".length), place].filter(Boolean).join(", ");
}
