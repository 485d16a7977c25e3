import { Check, Ellipsis, X } from "lucide-react";
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { Tribe } from "../../../core/tribe.ts";
import { IconButton } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { TokMenu } from "../../parts/Tok.tsx";
import { isWithin, type Path, pathKey, ruleAt } from "../../rules/rule-path.ts";
import { type RuleRow, ruleRows } from "../../rules/rule-sentence.ts";
import { closesUp } from "../../rules/rule-text.ts";
import type { Piece } from "../../rules/sentence-piece.ts";
import { heardBefore, verdictWords, whyAt } from "../../rules/verdict-words.ts";
import { useChangedElsewhere } from "../../saved/use-changed-elsewhere.ts";
import { problemWords, type RuleProblem, rowKey } from "../draft-issues.ts";
import { AddRow, AddTok } from "./AddTok.tsx";
import { BlankTok } from "./BlankTok.tsx";
import { honour, useBuilder } from "./builder-context.ts";
import type { Move } from "./rule-actions.ts";
import { useRuleKeys } from "./use-rule-keys.ts";

interface RuleBuilderProps {
  readonly audience: Tribe["audience"];
  readonly rules: Tribe["rules"];
  /** What the server has; null where it is new. */
  readonly served: Tribe | null;
}

/** After a popover has closed and given its focus back, in ms. */
const settled = 30;

/** A rule as sentences to fill in, wholly by keyboard or pointer. */
export function RuleBuilder({ audience, rules, served }: RuleBuilderProps) {
  const builder = useBuilder();
  const { store, tribeName, canEdit } = builder;
  const root = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => ruleRows(rules, tribeName), [rules, tribeName]);
  const turn = useTurn({ rules, served }, root);
  const onKeyDown = useRuleKeys(rows, builder);
  const wanted = useStore(store, (state) => state.wanted);
  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => root.current !== null && honour(store, root.current), settled);
    return () => clearTimeout(timer);
  }, [store, wanted]);
  return (
    <ol
      ref={root}
      className="rules"
      aria-label="Rule"
      onKeyDownCapture={onKeyDown}
      onFocus={(event) => {
        const line = event.target.closest<HTMLElement>("[data-line]");
        if (line?.dataset.line !== undefined) store.setState({ current: line.dataset.line });
      }}
    >
      {rows.map((row) => (
        <RuleLine
          key={`${turn} ${row.kind} ${pathKey(row.path)}`}
          row={row}
          {...(row.kind === "lead" && { before: <Lead audience={audience} /> })}
        />
      ))}
      {"all" in rules && rules.all.length === 0 && <Nothing words="No condition yet: everybody is in it." />}
      {"any" in rules && rules.any.length === 0 && <Nothing words="No condition yet: nobody is in it." />}
      {canEdit && <AddRow key={turn} />}
    </ol>
  );
}

/**
 * A line is its place. Where what stands there was changed or deleted elsewhere while a popover or a menu is open at it, all lines
 * are drawn anew, so that what is typed or chosen does not go over to the next one. Gives how often that was.
 */
function useTurn(
  { rules, served }: Pick<RuleBuilderProps, "rules" | "served">,
  root: RefObject<HTMLElement | null>,
): number {
  const { store } = useBuilder();
  const turn = useChangedElsewhere(served, rules, (before, now) => {
    const open = root.current?.querySelector("[data-line] [aria-expanded=true]");
    const path = open?.closest<HTMLElement>("[data-line]")?.dataset.line?.split("/");
    return path !== undefined && !jsonEqual(ruleAt(before, path), ruleAt(now, path));
  });
  useEffect(() => {
    if (turn > 0) store.setState({ open: null });
  }, [store, turn]);
  return turn;
}

function Nothing({ words }: { readonly words: string }) {
  return (
    <li className="rule is-nothing">
      <span className="gutter" />
      <p className="rule-say direction">{words}</p>
    </li>
  );
}

const audiences = [
  { value: "everyone", label: "user or visitor", hint: "everybody" },
  { value: "users", label: "user", hint: "known by an id" },
  { value: "visitors", label: "visitor", hint: "not known yet" },
] as const;

/** "A user is in this Tribe when" */
function Lead({ audience }: { readonly audience: Tribe["audience"] }) {
  const { actions, canEdit } = useBuilder();
  return (
    <>
      A{" "}
      <TokMenu
        value={audience}
        options={audiences}
        label="Who it is for"
        disabled={!canEdit}
        tok={{ "data-stop": "audience" }}
        onChange={(value) => actions.audience(value)}
      />{" "}
      is in this Tribe when{" "}
    </>
  );
}

interface RuleLineProps {
  readonly row: RuleRow;
  /** Before the sentence, in the first line. */
  readonly before?: ReactNode;
}

/** How far a level goes in, in px: deep ones by little, so that room is left for words. */
const indentOf = (level: number): number => 28 * Math.min(level, 7) + 6 * Math.max(0, level - 7);
/** Where the words of a line begin: beside the branch of the level that it is in. */
const wordsAt = (level: number): number => (level === 0 ? 0 : indentOf(level - 1) + 28);
/** Of a number, in letters: what the margin has room for. */
const shownNumeral = 6;

/** One line: its number in the margin, its sentence, its verdict, and what can be done to it. */
function RuleLine({ row, before }: RuleLineProps) {
  const { canEdit, store, changed, problems } = useBuilder();
  const key = pathKey(row.path);
  const isCurrent = useStore(store, (state) => row.kind !== "lead" && state.current === key);
  const own = lineProblems(problems, row);
  const level = Math.max(0, row.depth - 1);
  return (
    <li
      className={`rule ${row.kind} ${level > 0 ? "is-nested" : ""} ${isCurrent ? "is-open" : ""}`}
      style={{ "--in": `${wordsAt(level)}px` } as React.CSSProperties}
      aria-current={isCurrent ? "true" : undefined}
      {...(row.kind !== "lead" && { "data-line": key })}
    >
      <span className="gutter">
        <span title={row.numeral}>{shortened(row.numeral)}</span>
        {changed.has(rowKey(row)) && <Rev words="Changed by this edit" />}
      </span>
      <Branches trail={row.trail} />
      <div className="rule-say">
        {before}
        <SentenceLine pieces={row.pieces} />
        {own.map((words) => (
          <p className="rule-problem" key={words}>
            {words}
          </p>
        ))}
      </div>
      {row.kind !== "lead" && <Verdict path={row.path} />}
      {row.kind !== "lead" && canEdit && <LineMenu row={row} />}
    </li>
  );
}

/** A number, or as many of its last parts as there is room for. */
function shortened(numeral: string): string {
  let last = numeral;
  while (last.length >= shownNumeral && last.includes(".")) last = last.slice(last.indexOf(".") + 1);
  return numeral.length > shownNumeral ? `…${last}` : numeral;
}

/** The lines from a group to its members. */
function Branches({ trail }: { readonly trail: readonly boolean[] }) {
  return trail.map((more, level) => {
    const isOwn = level === trail.length - 1;
    if (!isOwn && !more) return null;
    const shape = isOwn ? (more ? "is-own" : "is-own is-last") : "";
    const style = { "--at": `${indentOf(level)}px` } as React.CSSProperties;
    // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its level.
    return <i key={level} className={`branch ${shape}`} style={style} />;
  });
}

/** Whether a condition holds for the person tried, and what there was. */
function Verdict({ path }: { readonly path: Path }) {
  const { why, actions } = useBuilder();
  const rule = ruleAt(actions.rule, path);
  const own = why === null ? null : whyAt(why, path);
  if (own === null || rule === undefined) return <span className="verdict" />;
  const words = verdictWords(rule, own);
  return (
    <span className={`verdict ${own.matched ? "ok" : "no"}`} title={words}>
      <Icon of={own.matched ? Check : X} size={14} />
      <span className="sr">{heardBefore(words, own)}</span>
      <span className="direction truncate">{words}</span>
    </span>
  );
}

/** What is wrong in a line, as sentences; of a group what is wrong with itself, not with its members. */
function lineProblems(problems: readonly RuleProblem[], row: RuleRow): string[] {
  const own = problems.filter(({ path }) => isOwn(path, row));
  return [...new Set(own.map(problemWords))];
}

function isOwn(path: readonly PropertyKey[], row: RuleRow): boolean {
  if (row.kind === "condition") return isWithin(path, row.path);
  const inMember = row.list !== null && path.length > row.list.length;
  return isWithin(path, row.path) && !inMember;
}

/** The words and blanks of one line; for a viewer the same words without blanks. */
function SentenceLine({ pieces }: { readonly pieces: readonly Piece[] }) {
  const { canEdit } = useBuilder();
  const shown = canEdit ? pieces : pieces.filter(({ is }) => is !== "add");
  return (
    <>
      {shown.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the sentence; focus stays with it.
        <Fragment key={place}>
          {place > 0 && !closesUp(piece) && " "}
          <PieceShown piece={piece} />
        </Fragment>
      ))}
    </>
  );
}

const nouns = new Set(["field", "event", "label", "key", "value"]);

function PieceShown({ piece }: { readonly piece: Piece }) {
  const { canEdit } = useBuilder();
  if (piece.is === "text") return piece.text;
  if (piece.is === "line") return <br />;
  if (piece.is === "add") return <AddTok piece={piece} />;
  if (canEdit) return <BlankTok piece={piece} />;
  return <b className={`tok-fixed ${nouns.has(piece.blank.kind) ? "mono" : ""}`}>{piece.words}</b>;
}

const moves: readonly { to: Move; label: string; keys: string }[] = [
  { to: "up", label: "Move up", keys: "alt+ArrowUp" },
  { to: "down", label: "Move down", keys: "alt+ArrowDown" },
  { to: "in", label: "Move into the group", keys: "alt+ArrowRight" },
  { to: "out", label: "Move out of the group", keys: "alt+ArrowLeft" },
];

/** What can be done to a whole condition or group. */
function LineMenu({ row: { path, list, numeral } }: { readonly row: RuleRow }) {
  const { actions, store } = useBuilder();
  const items = (): readonly (MenuItem | null)[] => [
    ...moves.map(({ to, ...move }) => ({
      ...move,
      disabled: actions.moved(path, to) === null,
      run: () => actions.move(path, to),
    })),
    null,
    { label: "Duplicate", run: () => actions.duplicate(path) },
    { label: "Turn into its opposite", run: () => actions.negate(path) },
    { label: "Put into a group", run: () => actions.group(path) },
    ...(list === null ? [] : [{ label: "Add a group in it", run: () => actions.addGroup(list) }]),
    null,
    { label: "Delete", keys: "Delete", run: () => actions.remove(path) },
  ];
  const label = `Actions for ${numeral}`;
  return (
    <MoreMenu
      label={label}
      items={items}
      trigger={<IconButton icon={Ellipsis} label={label} className="line-menu" />}
      onCloseAutoFocus={(event) => {
        if (store.getState().wanted !== null) event.preventDefault();
      }}
    />
  );
}
