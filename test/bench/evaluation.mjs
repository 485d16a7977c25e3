// Deciding: our engine against closures that were written by hand for the very same rules, and against flagd-core, all on the
// same answers. Figures are the medians of rounds in which the three take turns.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FlagdCore } from "@openfeature/flagd-core";
import { build } from "vite";
import { distinct, experiences, people, rules, unlikeRules } from "./evaluation-rules.mjs";
import { here, median, temporaryFolder } from "./programs.mjs";

const rounds = 25;
const decisionsOf = { ours: 2000, closures: 2000, flagd: 32 };

/** The engine as one file of plain JavaScript, as `npm run build` bundles it. */
async function engine() {
  const outDir = temporaryFolder();
  const bundled = await build({
    configFile: false,
    logLevel: "error",
    build: { ssr: here("evaluation-engine.ts"), outDir, minify: false },
    ssr: { noExternal: true },
  });
  const [{ fileName }] = bundled.output;
  return import(pathToFileURL(join(outDir, fileName)).href);
}

const stamps = { createdAt: "2026-11-01T00:00:00.000Z", updatedAt: "2026-11-01T00:00:00.000Z" };

/** Each rule is a Tribe that one scenario is for. */
function ours({ compileTribes, compileContents }, rulesOf) {
  const id = (experience, rule) => `t${experience}-${rule}`;
  const tribes = experiences.flatMap((experience) =>
    rulesOf(experience).map((conditions, rule) => ({
      id: id(experience, rule),
      key: id(experience, rule),
      name: id(experience, rule),
      audience: "everyone",
      rules: { all: conditions.map((condition) => condition.rule) },
      ...stamps,
    })),
  );
  const scenarios = (experience) => [
    ...rulesOf(experience).map((_, rule) => ({
      id: `s${rule}`,
      name: `${rule}`,
      audience: { kind: "everyone", anyOf: [id(experience, rule)], noneOf: [] },
      serve: { enabled: true, data: {} },
    })),
    { id: "s3", name: "default", serve: { enabled: true, data: {} } },
  ];
  const content = {
    id: "c",
    key: "c",
    name: "c",
    types: [],
    sections: [],
    experiences: experiences.map((experience) => ({
      id: `e${experience}`,
      key: `e${experience}`,
      name: "e",
      typeId: "t",
      scenarios: scenarios(experience),
    })),
  };
  const decider = compileContents([content], compileTribes(tribes));
  return {
    decide: (person) => decider.decide(person),
    answers: (states) => states.map((state) => Number(state.scenario.id.slice(1))),
  };
}

/** What one would write for these rules if they were never to change. */
function closures(rulesOf) {
  const decisions = experiences.map((experience) => {
    const tests = rulesOf(experience).map((conditions) => {
      const [a, b, c] = conditions.map((condition) => condition.closure);
      return (person) => a(person) && b(person) && c(person);
    });
    const states = [0, 1, 2, 3].map((scenario) => Object.freeze({ scenario }));
    const [first, second, third] = tests;
    return (person) => {
      if (first(person)) return states[0];
      if (second(person)) return states[1];
      return third(person) ? states[2] : states[3];
    };
  });
  return {
    decide: (person) => decisions.map((decide) => decide(person)),
    answers: (states) => states.map((state) => state.scenario),
  };
}

function flagd(rulesOf) {
  const core = new FlagdCore();
  const targeting = (experience) => ({
    if: rulesOf(experience)
      .flatMap((conditions, rule) => [{ and: conditions.map((condition) => condition.logic) }, `s${rule}`])
      .concat("s3"),
  });
  const variants = { s0: 0, s1: 1, s2: 2, s3: 3 };
  const flags = Object.fromEntries(
    experiences.map((experience) => [
      `e${experience}`,
      { state: "ENABLED", variants, defaultVariant: "s3", targeting: targeting(experience) },
    ]),
  );
  core.setConfigurations(JSON.stringify({ flags }));
  const context = ({ fields, labels, id, platform }) => ({ targetingKey: id, ...fields, labels, platform });
  return {
    decide: (person) =>
      experiences.map((experience) => core.resolveNumberEvaluation(`e${experience}`, -1, context(person))),
    answers: (resolved) => resolved.map((one) => one.value),
  };
}

/** Throws where two of them answer differently, or where one answer is all that there is. */
function checkAnswers(contenders) {
  const seen = new Set();
  for (const person of people) {
    const [wanted, ...others] = contenders.map(({ decide, answers }) => answers(decide(person)));
    for (const other of others)
      if (JSON.stringify(other) !== JSON.stringify(wanted))
        throw new Error(`different answers for ${person.id}`);
    for (const answer of wanted) seen.add(answer);
  }
  if (seen.size !== 4) throw new Error("the rules don't tell people apart");
}

/** ns of one decision of all Experiences, each for a person who is new: nothing is remembered from the one before. */
function measure({ decide }, decisions) {
  const asked = Array.from({ length: decisions }, (_, index) => ({ ...people[index % people.length] }));
  const started = process.hrtime.bigint();
  for (const person of asked) decide(person);
  return Number(process.hrtime.bigint() - started) / decisions;
}

/** Medians in ns by name. The contenders take turns, so that a busy machine is busy for all of them. */
function compare(contenders) {
  checkAnswers(Object.values(contenders));
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -3; round < rounds; round += 1) {
    for (const [name, contender] of Object.entries(contenders)) {
      const figure = measure(contender, decisionsOf[name]);
      if (round >= 0) figures[name].push(figure);
    }
  }
  return Object.fromEntries(Object.entries(figures).map(([name, measured]) => [name, median(measured)]));
}

const micro = (ns) => (ns / 1000).toFixed(1).padStart(8);

/** One contest: prints it, and gives its ratios, in which more is better for us. */
function contest(engine, all) {
  const rulesOf = (experience) => all[experience];
  const found = compare({
    ours: ours(engine, rulesOf),
    closures: closures(rulesOf),
    flagd: flagd(rulesOf),
  });
  const ratios = { closures: found.closures / found.ours, flagd: found.flagd / found.ours };
  const lines = [
    `  900 conditions, ${distinct(all)} of them different; all 100 decided in`,
    `    our engine              ${micro(found.ours)} µs`,
    `    hand-written closures   ${micro(found.closures)} µs, ratio ${ratios.closures.toFixed(2)}`,
    `    flagd-core              ${micro(found.flagd)} µs, ratio ${ratios.flagd.toFixed(1)}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ratios;
}

export async function evaluation() {
  process.stdout.write(
    `Evaluation: 100 Experiences, 3 rules of 3 conditions each, ${people.length} people in turn; median of ${rounds} rounds
  wanted: 0.8 or more of the closures, 5 times flagd-core or more, on both sets of rules\n`,
  );
  const built = await engine();
  const contests = [contest(built, rules), contest(built, unlikeRules)];
  return contests.every(({ closures, flagd }) => closures >= 0.8 && flagd >= 5);
}
