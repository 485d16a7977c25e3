import { Blend } from "lucide-react";
import { eventName } from "../../../core/event.ts";
import { type Attribute, attributes, countOperators, type Operator } from "../../../core/rule.ts";
import { count as countSchema } from "../../../core/targeting/when.ts";
import { type Drafted, EditTok } from "../../parts/EditTok.tsx";
import { SpinInput } from "../../parts/SpinInput.tsx";
import { Suggest, type Suggestion } from "../../parts/Suggest.tsx";
import { TokMenu, type TokOption } from "../../parts/Tok.tsx";
import { attributeWords, countWord } from "../../rules/leaf-sentence.ts";
import { operatorChoices, operatorWords } from "../../rules/operator-words.ts";
import type { Blank, BlankPiece, GroupWord } from "../../rules/sentence-piece.ts";
import { tooLong } from "../../text/too-long.ts";
import { readNumber } from "../../text/typed-number.ts";
import { type Builder, stopProps, useBuilder, useProblem } from "./builder-context.ts";
import { PopoverTok, useBlankPopover } from "./PopoverTok.tsx";
import {
  eventSuggestions,
  fieldSuggestions,
  keySuggestions,
  labelSuggestions,
  longest,
  tribeSuggestions,
} from "./suggestions.ts";
import { ValueChoice } from "./ValueChoice.tsx";
import { WindowTok } from "./WindowTok.tsx";

/** One blank of a sentence, with the way to fill it: a menu where it is one of a few words, else a popover. */
export function BlankTok({ piece }: { readonly piece: BlankPiece }) {
  const { blank } = piece;
  switch (blank.kind) {
    case "field":
    case "event":
    case "label":
    case "key":
    case "tribe":
      return <NameTok piece={piece} kind={blank.kind} value={blank.value} />;
    case "value":
      return <ValueTok piece={piece} op={blank.op} />;
    case "times":
      return <TimesTok piece={piece} value={blank.value} />;
    case "window":
      return <WindowTok piece={piece} value={blank.value} />;
    default:
      return <BlankMenu piece={piece} blank={blank} />;
  }
}

/** A value that is compared with. */
function ValueTok({ piece, op }: { readonly piece: BlankPiece; readonly op: Operator }) {
  const { actions } = useBuilder();
  return (
    <PopoverTok piece={piece} label="Value" look="mono" words={piece.words}>
      {(close) => (
        <ValueChoice
          op={op}
          path={piece.path}
          onPick={(picked) => {
            actions.fill(piece, picked);
            close();
          }}
        />
      )}
    </PopoverTok>
  );
}

/** How many times. */
function TimesTok({ piece, value }: { readonly piece: BlankPiece; readonly value: number }) {
  const { actions } = useBuilder();
  const blank = useBlankPopover({ piece, label: "How many times", look: "word", words: piece.words });
  return (
    <EditTok
      {...blank}
      start={() => String(value)}
      read={readTimes}
      onCommit={(times) => actions.fill(piece, times)}
      formClass="tok-form"
    >
      {(typed, set, problem) => (
        <>
          <SpinInput
            min={0}
            aria-label="How many times"
            aria-invalid={problem !== null}
            value={typed}
            onText={set}
            onFocus={(event) => event.target.select()}
          />
          {problem !== null && <p className="field-error">It {problem}.</p>}
        </>
      )}
    </EditTok>
  );
}

/** Reads how many times. */
export function readTimes(typed: string): Drafted<number> {
  const read = readNumber(typed);
  if ("problem" in read) return read;
  const { value = Number.NaN } = read;
  const count = countSchema.safeParse({ op: "exactly", value });
  if (count.success) return { value };
  return { problem: count.error.issues[0]?.message ?? "must be a whole number" };
}

type MenuBlank = Exclude<
  Blank,
  { kind: "field" | "event" | "label" | "key" | "tribe" | "value" | "times" | "window" }
>;

/** A blank that is one of a few words. */
function BlankMenu({ piece, blank }: { readonly piece: BlankPiece; readonly blank: MenuBlank }) {
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

const groups: readonly (TokOption<GroupWord> & { readonly hint: string })[] = [
  { value: "all", label: "all", hint: "every one must be true" },
  { value: "any", label: "any", hint: "one is enough" },
  { value: "notAll", label: "not all", hint: "at least one must be false" },
  { value: "none", label: "none", hint: "every one must be false" },
];

function menuOf(blank: MenuBlank): { label: string; options: readonly TokOption<string>[] } {
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

type Kind = "field" | "event" | "label" | "key" | "tribe";

interface NameTokProps {
  readonly piece: BlankPiece;
  readonly kind: Kind;
  readonly value: string;
}

const labels: Readonly<Record<Kind, string>> = {
  field: "Field",
  event: "Event",
  label: "Label",
  key: "Metadata key",
  tribe: "Tribe",
};

/** A blank that names something: what was really seen is suggested, and anything else can be typed. */
function NameTok({ piece, kind, value }: NameTokProps) {
  const builder = useBuilder();
  const label = labels[kind];
  const suggestions = suggested(builder, piece, kind);
  const words = kind === "event" && value !== "" ? <EventWords name={value} /> : piece.words;
  return (
    <PopoverTok
      piece={piece}
      label={label}
      look={kind === "tribe" ? "noun" : "mono"}
      words={words}
      {...(kind === "tribe" && { icon: Blend })}
    >
      {(close) => (
        <Suggest
          label={label}
          placeholder={kind === "tribe" ? "Find a Tribe" : `Type or choose: ${label.toLowerCase()}`}
          suggestions={suggestions}
          free={kind !== "tribe"}
          loading={(kind === "tribe" ? builder.tribes : builder.seen) === null}
          unread={kind === "tribe" ? builder.unread.tribes : builder.unread.seen}
          nothing={kind === "tribe" ? "There is no such Tribe." : "Nothing was seen yet: type a name."}
          check={(typed) => problemOf(kind, typed)}
          onPick={(picked) => {
            builder.actions.fill(piece, picked);
            close();
          }}
        />
      )}
    </PopoverTok>
  );
}

function EventWords({ name }: { readonly name: string }) {
  const slash = name.indexOf("/") + 1;
  return (
    <span>
      <span className="muted">{name.slice(0, slash)}</span>
      {name.slice(slash)}
    </span>
  );
}

function suggested({ seen, tribes, id, actions }: Builder, piece: BlankPiece, kind: Kind): Suggestion[] {
  switch (kind) {
    case "field":
      return fieldSuggestions(seen);
    case "event":
      return eventSuggestions(seen);
    case "label":
      return labelSuggestions(seen);
    case "tribe":
      return tribeSuggestions(tribes ?? [], id);
    case "key":
      return keySuggestions(seen, actions.rule, piece.path);
  }
}

/** The longest that core takes of each, in characters. */
function problemOf(kind: Kind, typed: string): string | null {
  const long = tooLong(typed, longest[kind]);
  if (long !== null || kind !== "event") return long;
  return eventName.safeParse(typed).success ? null : "An event is <group>/<action>, such as movie/watched.";
}
