import { expect, test } from "vitest";
import { junitXml } from "../../../src/cli/personas/junit.ts";
import type { Outcome, PersonaRun } from "../../../src/core/persona-run.ts";

const headline = (expected: string, passed = false): Outcome => ({
  kind: "experience",
  id: "exp_1",
  name: "home.banner",
  path: "/data/headline",
  expected,
  actual: "Hi",
  passed,
});
const run = (...personas: [name: string, outcomes: Outcome[]][]): PersonaRun => ({
  at: "2026-11-20T12:00:00.000Z",
  environment: "staging",
  content: "draft",
  passed: 0,
  failed: personas.filter(([, outcomes]) => outcomes.some((one) => !one.passed)).length,
  personas: personas.map(([name, outcomes]) => ({
    id: name,
    name,
    passed: true,
    outcomes,
    explanation: {} as PersonaRun["personas"][number]["explanation"],
  })),
});

test("each persona is a test case, each difference a line of its failure", () => {
  const xml = junitXml(
    run(["Ana", [headline("Hi", true)]], ["Ben", [headline("Ho"), headline("He")]]),
    "cinema",
  );
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy" tests="2" failures="1" errors="0" skipped="0">
  <testsuite name="cinema staging draft" tests="2" failures="1" errors="0" skipped="0" timestamp="2026-11-20T12:00:00.000Z">
    <testcase classname="personas" name="Ana"/>
    <testcase classname="personas" name="Ben">
      <failure type="expectation" message="home.banner /data/headline: expected &quot;Ho&quot;, got &quot;Hi&quot;">home.banner /data/headline: expected &quot;Ho&quot;, got &quot;Hi&quot;
home.banner /data/headline: expected &quot;He&quot;, got &quot;Hi&quot;</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

const names: [given: string, want: string][] = [
  [`<Ana> & "Ben"`, "&lt;Ana&gt; &amp; &quot;Ben&quot;"],
  ["two\nlines\tand a tab", "two&#10;lines&#9;and a tab"],
  ["a bell \u0007 and half a pair \ud83d.", "a bell \uFFFD and half a pair \uFFFD."],
  ["whole \u{1f600}", "whole \u{1f600}"],
];
test.each(names)("the name %j is written as XML takes it", (given, want) => {
  expect(junitXml(run([given, []]), "s")).toContain(`name="${want}"`);
});
