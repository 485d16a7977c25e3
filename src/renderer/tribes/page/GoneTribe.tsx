import { Link, useLocation } from "wouter";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { Empty, PageState } from "../../parts/PageState.tsx";
import { useAct } from "../../parts/use-form.ts";
import { ruleText } from "../../rules/rule-text.ts";
import { type TribeContent, useTribeDraft } from "../tribe-draft.ts";
import { tribeStep } from "../tribe-step.ts";
import { useSentenceNames } from "../tribe-uses.ts";
import { useTribeActs } from "../use-tribe-acts.ts";

/** A Tribe that was there and is not any more; an edit of it can become a new one. */
export function GoneTribe({ id }: { readonly id: string }) {
  const { state } = useTribeDraft(id);
  const { canEdit } = useHere();
  const isLeft = state.value !== null && state.saving.state === "gone";
  return isLeft && canEdit ? <LeftEdit id={id} content={state.value} /> : <NoTribe />;
}

interface LeftEditProps {
  readonly id: string;
  readonly content: TribeContent;
}

function LeftEdit({ id, content: { name, audience, rules } }: LeftEditProps) {
  const { makeAnew } = useTribeActs();
  const names = useSentenceNames();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const save = () =>
    act({
      send: async () => {
        const href = to("tribes", tribeStep(await makeAnew(id, { name, audience, rules })));
        return { show: () => navigate(href, { replace: true }) };
      },
      failure: `“${name}” was not saved.`,
    });
  const rule = ruleText(rules, names);
  return (
    <PageState page={name} crumbs={useCrumbs()}>
      <Empty
        title={`${name} was deleted elsewhere`}
        action={
          <Button look="primary" onClick={save}>
            Save as a new Tribe
          </Button>
        }
      >
        Your edit of it is kept here. A new Tribe has the same rule, but nothing that named the old one names
        it.
      </Empty>
      <section className="gone-edit" aria-label="Your edit">
        <h2 className="heading">Your edit</h2>
        <dl>
          <div>
            <dt className="label">Rule</dt>
            <dd>
              <span className="gone-text">{rule}</span>
              <CopyButton text={rule} label="Copy the rule" />
            </dd>
          </div>
        </dl>
      </section>
    </PageState>
  );
}

/** An address that names no Tribe of this Space. */
export function NoTribe() {
  const to = usePath();
  return (
    <PageState page="No such Tribe" crumbs={useCrumbs()}>
      <Empty
        title="There is no such Tribe here"
        action={
          <Link className="btn btn-sm" href={to("tribes")}>
            All Tribes
          </Link>
        }
      >
        It was deleted, or its key has changed.
      </Empty>
    </PageState>
  );
}

const useCrumbs = () => [{ name: "Tribes", href: usePath()("tribes") }];
