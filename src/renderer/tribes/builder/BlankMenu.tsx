import { type Attribute, attributes, countOperators } from "../../../core/rule.ts";
import { TokMenu, type TokOption } from "../../parts/Tok.tsx";
import { attributeWords, countWord } from "../../rules/leaf-sentence.ts";
import { operatorChoices, operatorWords } from "../../rules/operator-words.ts";
import type { Blank, BlankPiece, GroupWord } from "../../rules/sentence-piece.ts";
import { stopProps, useBuilder, useProblem } from "./builder-context.ts";

type MenuBlank = Exclude<
  Blank,
  { kind: "field" | "event" | "label" | "key" | "tribe" | "value" | "times" | "window" }
>;

/** A blank that is one of a few words. */
export function BlankMenu({ piece, blank }: { readonly piece: BlankPiece; readonly blank: MenuBlank }) {
  const { actions } = useBuilder();
  const problem = useProblem(piece);
  const { label, options } = menuOf(blank);
  return (
    <TokMenu
      value={String(blank.value)}
      words={piece.words}
      label={label}
      options={options}
      tok={{ ...stopProps(piece), ...(problem !== null && { "aria-invalid": true }) }}
      onChange={(value) => actions.fill(piece, chosenValue(blank, value))}
    />
  );
}

const chosenValue = (blank: MenuBlank, chosen: string): Blank["value"] =>
  typeof blank.value === "boolean" ? chosen === "true" : (chosen as Blank["value"]);

interface Menu {
  readonly label: string;
  readonly options: readonly TokOption<string>[];
}

const groups: readonly (TokOption<GroupWord> & { readonly hint: string })[] = [
  { value: "all", label: "all", hint: "every one must be true" },
  { value: "any", label: "any", hint: "one is enough" },
  { value: "notAll", label: "not all", hint: "at least one must be false" },
  { value: "none", label: "none", hint: "every one must be false" },
];

function menuOf(blank: MenuBlank): Menu {
  switch (blank.kind) {
    case "group":
      return { label: "How many must be true", options: groups };
    case "not":
      return { label: "Whether it must be true", options: yesNo("not true", "true: leave this out") };
    case "has":
      return blank.of === "label"
        ? { label: "Whether they have it", options: yesNo("have", "do not have") }
        : { label: "Whether they are in it", options: yesNo("in", "not in") };
    case "attribute":
      return {
        label: "What of them",
        options: attributes.filter(sameSentence(blank.value)).map(attributeOption),
      };
    case "op":
      return { label: "Operator", options: operatorOptions(blank) };
    case "did":
      return { label: "Whether they did it", options: yesNo("did", "did not") };
    case "count":
      return {
        label: "How often",
        options: countOperators.map((value) => ({ value, label: countWord(value, true) })),
      };
  }
}

const yesNo = (yes: string, no: string): TokOption<string>[] => [
  { value: "true", label: yes },
  { value: "false", label: no },
];

const attributeOption = (value: Attribute) => ({ value, label: attributeWords[value] });
const times: readonly Attribute[] = ["createdAt", "firstSeenAt", "lastSeenAt"];

/** Attributes that fit the same operators: what is compared stays true to its kind. */
const sameSentence = (now: Attribute) => (one: Attribute) =>
  one === now || (now !== "sessions" && one !== "sessions" && times.includes(one) === times.includes(now));

const operatorOptions = ({ of, value }: MenuBlank & { readonly kind: "op" }): TokOption<string>[] =>
  operatorChoices(of, value).map((word) => ({ value: word, label: operatorWords(of, word) }));
