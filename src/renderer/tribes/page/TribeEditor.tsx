import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import type { Rule } from "../../../core/rule.ts";
import { useConsole } from "../../app/console-context.ts";
import { useSeen } from "../../app/reads.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import { useLatestValue } from "../../app/use-latest-value.ts";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { offerUndo, say } from "../../stores/toasts-store.ts";
import { ruleText } from "../../why/rule-text.ts";
import type { SentenceNames } from "../../why/sentence-piece.ts";
import { ruleWhy } from "../../why/verdict-words.ts";
import { BuilderContext } from "../builder/builder-context.ts";
import { createBuilderStore } from "../builder/builder-store.ts";
import { RuleBuilder } from "../builder/RuleBuilder.tsx";
import { RuleActions } from "../builder/rule-actions.ts";
import { changedRows } from "../changed-rows.ts";
import { ruleProblems, serverProblems } from "../draft-issues.ts";
import { emptyContent, isEdited } from "../draft-state.ts";
import { startRule } from "../start-rule.ts";
import type { TribeDraft } from "../tribe-draft.ts";
import { tribeStep } from "../tribe-step.ts";
import { useModel, useNames } from "../use-model.ts";
import { useTrials } from "../use-trials.ts";
import { forgetDraft } from "../use-tribe-draft.ts";
import { useTried } from "../use-tried.ts";
import { NewTribeName } from "./NewTribeName.tsx";
import { TribeConflict } from "./TribeConflict.tsx";
import { TribeHead } from "./TribeHead.tsx";
import { TribePanel } from "./TribePanel.tsx";
import { TriedBar } from "./TriedBar.tsx";
import { UsedBy } from "./UsedBy.tsx";
import { useDraftKeys } from "./use-draft-keys.ts";
import { useRetriedSave } from "./use-retried-save.ts";

interface TribeEditorProps {
  readonly draft: TribeDraft;
  readonly id: string | null;
}

/** A Tribe's rule as sentences, whom it would hold, and what hangs on it. */
export function TribeEditor({ draft, id }: TribeEditorProps) {
  const { canEdit } = useHere();
  const state = useStore(draft.store);
  const { content, saved } = state;
  const model = useModel();
  const names = useNames(model.tribes);
  const { tried, setTried } = useTried();
  const seen = useSeen();
  useStart(draft, id);
  const own = useMemo(() => ruleProblems(content.rules, model.tribes, id), [content.rules, model.tribes, id]);
  const isWhole = own.length === 0;
  const trial = useTrials({ id, content, isWhole, tried, model });
  const { store, actions } = useBuilderParts(draft, names);
  const save = useSave(draft, id, actions);
  const canSave = canEdit && isWhole && content.name.trim() !== "";
  useRetriedSave(draft, save);
  useDraftKeys(draft, canSave, save);

  const { sending } = state;
  const refused = sending.state === "refused" ? serverProblems(sending.errors, content.rules) : [];
  const changed = useMemo(() => changedRows(saved?.rules ?? null, content.rules), [saved, content.rules]);
  const builder = {
    actions,
    store,
    names,
    canEdit,
    seen,
    tribes: model.tribes.filter((one) => one.id !== id),
    allTribes: model.tribes,
    id,
    problems: [...own, ...refused],
    changed,
    why: trial.why === null ? null : ruleWhy(trial.why).rule,
  };
  return (
    <BuilderContext value={builder}>
      <div className="stage-col ruled tribe">
        <TribeHead draft={draft} canSave={canSave} onSave={save} />
        <ReadOnly />
        <div className="scroll">
          {id === null && canEdit && <NewTribeName draft={draft} />}
          <RuleBuilder audience={content.audience} rules={content.rules} />
          <TriedBar
            tried={tried}
            onTried={setTried}
            rules={content.rules}
            why={trial.why}
            isMissing={trial.isMissing}
            isWhole={isWhole}
          />
          {id !== null && <UsedBy id={id} model={model} />}
        </div>
      </div>
      <TribePanel
        trial={trial}
        tried={tried}
        model={model}
        rules={content.rules}
        isWhole={isWhole}
        isEdited={isEdited(state)}
        isNew={id === null}
      />
      <TribeConflict draft={draft} names={names} />
    </BuilderContext>
  );
}

function useBuilderParts(draft: TribeDraft, names: SentenceNames) {
  const { toasts } = useConsole();
  const latest = useLatestValue(names);
  return useMemo(() => {
    const store = createBuilderStore();
    const say = (rule: Rule) => ruleText(rule, latest.current);
    return { store, actions: new RuleActions(draft, store, toasts, say) };
  }, [draft, toasts, latest]);
}

/** Saves the draft; a new Tribe then has an address of its own. */
function useSave(draft: TribeDraft, id: string | null, actions: RuleActions): () => void {
  const console = useConsole();
  const { space } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  return () =>
    void draft.save().then((tribe) => {
      if (tribe === null) return;
      say(console.toasts, `Saved “${tribe.name}”`);
      if (id !== null) return;
      actions.settle();
      forgetDraft(console, space.id, null);
      navigate(to("tribes", tribeStep(tribe)), { replace: true });
    });
}

/** A new Tribe starts with the event that the address names; a draft that was begun is put aside, with a way back. */
function useStart(draft: TribeDraft, id: string | null): void {
  const { toasts } = useConsole();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [first] = useState(search);
  const done = useRef(false);
  useEffect(() => {
    const rules = id === null ? startRule(first) : null;
    if (done.current || rules === null) return;
    done.current = true;
    const before = draft.store.getState();
    draft.change({ ...emptyContent, rules });
    navigate(path, { replace: true });
    if (!isEdited(before)) return;
    const name = before.content.name.trim();
    offerUndo(toasts, name === "" ? "Put your unsaved Tribe aside" : `Put “${name}”, not saved, aside`, {
      undo: () => draft.change(before.content),
      commit: () => {},
    });
  }, [draft, id, first, path, navigate, toasts]);
}
