import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import { isBlank } from "../../../core/characters.ts";
import type { Rule } from "../../../core/rule.ts";
import type { Tribe } from "../../../core/tribe.ts";
import { useConsole } from "../../page/console-context.ts";
import { useSeen } from "../../page/reads.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { useList, useUnread } from "../../page/use-list.ts";
import { useLatestValue } from "../../page/use-local-keys.ts";
import { AsDrawnContext } from "../../parts/EditTok.tsx";
import { LineInput } from "../../parts/LineInput.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { type RuleRow, ruleRows } from "../../rules/rule-sentence.ts";
import { piecesText, ruleText } from "../../rules/rule-text.ts";
import type { NameOf } from "../../rules/sentence-piece.ts";
import { useNames } from "../../rules/use-names.ts";
import { ruleWhy } from "../../rules/verdict-words.ts";
import { ConflictChoice } from "../../saved/ConflictChoice.tsx";
import { isEdited } from "../../saved/HandSave.tsx";
import type { SavedObject } from "../../saved/saved-object.ts";
import type { Edited } from "../../saved/use-saved.ts";
import type { Difference } from "../../text/differences.ts";
import { longestName, tooLong } from "../../text/too-long.ts";
import { BuilderContext, createBuilderStore } from "../builder/builder-context.ts";
import { RuleBuilder } from "../builder/RuleBuilder.tsx";
import { RuleActions } from "../builder/rule-actions.ts";
import { useRuleUndo } from "../builder/use-rule-keys.ts";
import { changedRows, ruleProblems, serverProblems } from "../draft-issues.ts";
import { startRule } from "../rule-moves.ts";
import { emptyContent, type TribeContent } from "../tribe-draft.ts";
import { tribeStep } from "../tribe-step.ts";
import { useTried } from "../tried-person.ts";
import { useTrials } from "../use-trials.ts";
import { AsideNotes, type AsideTribe, useAside } from "./AsideNotes.tsx";
import { TribeHead } from "./TribeHead.tsx";
import { TribePanel } from "./TribePanel.tsx";
import { TriedBar } from "./TriedBar.tsx";
import { UsedBy } from "./UsedBy.tsx";

interface TribeEditorProps {
  readonly draft: Edited<Tribe>;
  /** As it is shown: with the edit. */
  readonly tribe: Tribe;
  readonly id: string | null;
}

/** A Tribe's rule as sentences, whom it would hold, and what hangs on it. */
export function TribeEditor({ draft, tribe, id }: TribeEditorProps) {
  const { canEdit } = useHere();
  const { errors, state } = draft;
  const { audience, rules } = tribe;
  const { tribes: tribeList, personas: personaList } = useConsole();
  const tribes = useList(tribeList);
  const personas = useList(personaList);
  const unreadTribes = useUnread("The Tribes", tribeList);
  const { tribeName } = useNames();
  const { tried, setTried } = useTried();
  const { seen, unread } = useSeen();
  const aside = useAside();
  const { resumed, begin } = useStart(draft, id, aside.put);
  const own = useMemo(() => ruleProblems(rules, tribes, id), [rules, tribes, id]);
  const isWhole = own.length === 0;
  const trial = useTrials({ id, content: { audience, rules }, isWhole, tried, tribes, personas });
  const { store, actions } = useBuilderParts(draft, tribeName);
  useMade(draft, id, actions);
  const canSave = canEdit && isWhole && !isBlank(tribe.name);
  useRuleUndo(draft, { actions, store });
  const resume = (tribe: AsideTribe) => {
    if (begin(tribe.content) && draft.saved.isKept) aside.drop(tribe);
  };

  const refused = serverProblems(errors, rules);
  const before = id === null ? null : (state.server?.rules ?? null);
  const changed = useMemo(() => changedRows(before, rules), [before, rules]);
  const builder = {
    actions,
    store,
    tribeName,
    canEdit,
    seen,
    tribes,
    unread: { seen: unread, tribes: unreadTribes },
    id,
    problems: [...own, ...refused],
    changed,
    why: trial.why === null ? null : ruleWhy(trial.why).rule,
  };
  return (
    <AsDrawnContext value={draft.isAsDrawn}>
      <BuilderContext value={builder}>
        <div className="stage-col ruled">
          <TribeHead draft={draft} tribe={tribe} isNew={id === null} canSave={canSave} />
          <ReadOnly />
          <div className="scroll">
            {id === null && resumed && isEdited(state) && (
              <p className="read-only inset direction" role="note">
                You left this Tribe unsaved. “Discard edit” begins a new one.
              </p>
            )}
            {id === null && canEdit && (
              <>
                <AsideNotes {...aside} tribeName={tribeName} onResume={resume} />
                <NewTribeName saved={draft.saved} />
              </>
            )}
            <RuleBuilder audience={audience} rules={rules} served={state.server} />
            <TriedBar
              tried={tried}
              onTried={setTried}
              rules={rules}
              why={trial.why}
              isMissing={trial.isMissing}
              isWhole={isWhole}
            />
            {id !== null && <UsedBy id={id} />}
          </div>
        </div>
        <TribePanel
          trial={trial}
          tried={tried}
          rules={rules}
          isWhole={isWhole}
          isEdited={isEdited(state)}
          isNew={id === null}
        />
        {state.saving.state === "conflict" && (
          <ConflictChoice
            name={tribe.name}
            found={ruleDifferences(state.saving.theirs, tribe, tribeName)}
            onTheirs={draft.takeTheirs}
            onMine={() => draft.saved.keepMine()}
          />
        )}
      </BuilderContext>
    </AsDrawnContext>
  );
}

function useBuilderParts({ saved, edit, undo }: Edited<Tribe>, nameOf: NameOf) {
  const { toasts } = useConsole();
  const latest = useLatestValue(nameOf);
  return useMemo(() => {
    const store = createBuilderStore();
    const say = (rule: Rule) => ruleText(rule, latest.current);
    return { store, actions: new RuleActions({ saved, edit, undo }, store, toasts, say) };
  }, [saved, edit, undo, toasts, latest]);
}

/** A new Tribe that is made has an address of its own. */
function useMade({ saved }: Edited<Tribe>, id: string | null, actions: RuleActions): void {
  const to = usePath();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (id !== null) return;
    return saved.store.subscribe(({ server }, before) => {
      if (server === null || server.id === "" || server === before.server) return;
      actions.settle();
      navigate(to("tribes", tribeStep(server)), { replace: true });
    });
  }, [saved, id, actions, to, navigate]);
}

/**
 * A new Tribe starts with the event that the address names. What was begun before is put aside then. `resumed`: the page goes on
 * with what an earlier visit left.
 */
function useStart(
  { saved, edit, state }: Edited<Tribe>,
  id: string | null,
  putAside: (content: TribeContent) => boolean,
) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [start] = useState(() => (id === null ? startRule(search) : null));
  const [resumed] = useState(start === null && isEdited(state));
  const done = useRef(false);
  /** Gives whether it begins: what was begun before stays where there is no room to put it aside. */
  const begin = (content: TribeContent): boolean => {
    if (isEdited(saved.store.getState()) && !putAside({ ...emptyContent, ...saved.pending })) return false;
    edit(content);
    return true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the address named when the page was opened.
  useEffect(() => {
    if (done.current || start === null) return;
    done.current = true;
    begin({ ...emptyContent, rules: start });
    navigate(path, { replace: true });
  }, []);
  return { resumed, begin };
}

type Content = Pick<TribeContent, "audience" | "rules">;

const linesOf = ({ rules }: Content, nameOf: NameOf) =>
  new Map(ruleRows(rules, nameOf).map((row) => [row.numeral, lineText(row)]));
const lineText = ({ numeral, pieces }: RuleRow): string =>
  numeral === "" ? `When ${piecesText(pieces)}` : piecesText(pieces);

/** Where two versions of a Tribe differ, line by line, in the words of the builder. */
function ruleDifferences(theirs: Content, yours: Content, nameOf: NameOf): Difference[] {
  const [before, after] = [linesOf(theirs, nameOf), linesOf(yours, nameOf)];
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

/** The name of a Tribe that is not made yet: where a new one begins. */
function NewTribeName({ saved }: { readonly saved: SavedObject<Tribe> }) {
  const name = useStore(saved.store, ({ value }) => value?.name ?? "");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const long = tooLong(name.trim(), longestName);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="inset tribe-name">
      <label className="label" htmlFor={id}>
        Name
      </label>
      <LineInput
        ref={field}
        id={id}
        value={name}
        aria-invalid={long === null ? undefined : true}
        autoComplete="off"
        aria-describedby={`${id}-about`}
        onText={(name) => saved.edit({ name })}
      />
      <span id={`${id}-about`} className={long === null ? "direction small" : "field-error"}>
        {long ?? (isBlank(name) ? "It needs one before it can be saved." : "")}
      </span>
    </div>
  );
}
