import { expect, it } from "vitest";
import { compileContents } from "../../../../src/core/targeting/compile-contents.ts";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import type { Decider, ExplainedSubject, TribeSet } from "../../../../src/core/targeting/decision.ts";
import { RecordedEvents } from "../../../../src/core/targeting/recorded-events.ts";
import { compileSchedule } from "../../../../src/core/targeting/schedule.ts";
import { naiveMatching, naiveOpen, naiveScenario } from "../../../helpers/naive-targeting.ts";
import { Random } from "../../../helpers/random.ts";
import {
  randomContent,
  randomEvents,
  randomNow,
  randomSchedule,
  randomSubject,
  randomTribes,
} from "../../../helpers/random-targeting.ts";

const seed = 20_261_120;
const peopleOfEach = 25;
/** As many as a fault in one operator needs to show itself; PROPERTY_CASES=100000 looks for rarer ones (nightly). */
const worlds = Math.ceil(Number(process.env.PROPERTY_CASES ?? 10_000) / peopleOfEach);

/** What an explanation says, in the form of the decision. */
function explained(tribes: TribeSet, decider: Decider, subject: ExplainedSubject, ids: readonly string[]) {
  const [item] = decider.explain(subject);
  const verdicts = item?.tried.map((one) => [one.matched, one.why.matched]) ?? [];
  expect(verdicts.every(([matched, why]) => matched === why)).toBe(true);
  expect(verdicts.map(([matched]) => matched)).toEqual(
    verdicts.map((_, index) => index === verdicts.length - 1),
  );
  return { matching: ids.filter((id) => tribes.explain(id, subject).matched), served: verdicts.length - 1 };
}

it(`decides as the naive evaluator does, in ${worlds * peopleOfEach} random cases`, () => {
  const random = new Random(seed);
  const seen = { in: 0, out: 0, scenarios: [0, 0, 0, 0] };
  for (let world = 0; world < worlds; world += 1) {
    const all = randomTribes(random);
    const content = randomContent(random);
    const [experience] = content.experiences;
    if (experience === undefined) throw new Error("no Experience");
    const tribes = compileTribes(all);
    const decider = compileContents([content], tribes);
    for (let person = 0; person < peopleOfEach; person += 1) {
      const facts = randomSubject(random);
      const events = randomEvents(random, facts.now);
      const subject = { ...facts, events: new RecordedEvents(events, tribes.selectors) };
      const matching = naiveMatching(all, { subject, events });
      const served = naiveScenario(experience, matching, subject);
      // Decided first by the one way, then by the other: what was decided already must make no difference.
      const first = person % 2 === 0 ? tribes.matching(subject) : null;
      const state = decider.decide(subject)[0];
      const found = { matching: first ?? tribes.matching(subject), served: state?.data.index };
      if (JSON.stringify(found) !== JSON.stringify({ matching, served }))
        expect
          .soft(found, JSON.stringify({ world, person, all, content, subject, events }))
          .toEqual({ matching, served });
      if (person % 5 === 0)
        expect(
          explained(
            tribes,
            decider,
            subject,
            all.map((tribe) => tribe.id),
          ),
        ).toEqual({ matching, served });
      seen.in += matching.length;
      seen.out += all.length - matching.length;
      seen.scenarios[served] = (seen.scenarios[served] ?? 0) + 1;
    }
  }
  // The cases would say little if one answer were nearly always right.
  expect(seen.in).toBeGreaterThan(seen.out / 5);
  expect(seen.out).toBeGreaterThan(seen.in / 5);
  expect(Math.min(...seen.scenarios)).toBeGreaterThan((worlds * peopleOfEach) / 100);
});

it("opens and closes at the next boundary, and not before, for 150 random schedules", () => {
  const random = new Random(seed + 1);
  const step = 300_000;
  const wrong: object[] = [];
  let bounded = 0;
  for (let index = 0; index < 150; index += 1) {
    const schedule = randomSchedule(random);
    const after = randomNow(random);
    const next = compileSchedule(schedule).nextBoundary(after);
    const open = naiveOpen(schedule, after);
    const end = next ?? after + 15 * 24 * 12 * step;
    let stays = true;
    for (let at = after; stays && at < end; at += step) stays = naiveOpen(schedule, at) === open;
    const flips =
      next === null || (naiveOpen(schedule, next - 1) === open && naiveOpen(schedule, next) !== open);
    if (!stays || !flips) wrong.push({ schedule, after: new Date(after), next: next && new Date(next) });
    if (next !== null) bounded += 1;
  }
  expect(wrong).toEqual([]);
  expect(bounded).toBeGreaterThan(75);
});
