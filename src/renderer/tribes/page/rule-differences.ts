import type { Difference } from "../../text/differences.ts";
import { type RuleRow, ruleRows } from "../../why/rule-sentence.ts";
import { piecesText } from "../../why/rule-text.ts";
import type { SentenceNames } from "../../why/sentence-piece.ts";
import type { TribeContent } from "../tribe-draft.ts";

type Content = Pick<TribeContent, "audience" | "rules">;

const linesOf = ({ rules }: Content, names: SentenceNames) =>
  new Map(ruleRows(rules, names).map((row) => [row.numeral, lineText(row)]));
const lineText = ({ numeral, pieces }: RuleRow): string =>
  numeral === "" ? `When ${piecesText(pieces)}` : piecesText(pieces);

/** Where two versions of a Tribe differ, line by line, in the words of the builder. */
export function ruleDifferences(theirs: Content, yours: Content, names: SentenceNames): Difference[] {
  const [before, after] = [linesOf(theirs, names), linesOf(yours, names)];
  const lines = [...new Set([...before.keys(), ...after.keys()])]
    .filter((numeral) => before.get(numeral) !== after.get(numeral))
    .map((numeral) => ({
      path: [numeral === "" ? "first line" : numeral],
      before: before.get(numeral),
      after: after.get(numeral),
    }));
  if (theirs.audience === yours.audience) return lines;
  return [{ path: ["who it is for"], before: theirs.audience, after: yours.audience }, ...lines];
}
