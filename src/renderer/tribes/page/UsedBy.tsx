import { Blend, List, RectangleHorizontal, VenetianMask } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useConsole } from "../../page/console-context.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { useList, useListProblem } from "../../page/use-list.ts";
import { Button } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Empty } from "../../parts/PageState.tsx";
import { personasOf, type TribeUse, type UsePlace, useModel, usesOf } from "../tribe-uses.ts";

const icons = {
  experience: RectangleHorizontal,
  section: List,
  tribe: Blend,
  persona: VenetianMask,
} as const;

/** What names the Tribe, and the personas that check it. */
export function UsedBy({ id }: { readonly id: string }) {
  const { model, problem } = useModel();
  const uses = model && usesOf(id, model).filter(({ kind }) => kind !== "persona");
  return (
    <div className="inset used">
      <section aria-label="Used by">
        <div className="sec-head">
          <h2 className="heading">Used by</h2>
          {uses !== null && <span className="muted small num">{uses.length}</span>}
        </div>
        {uses === null && <NotRead what="What uses it" problem={problem} />}
        {uses?.length === 0 && (
          <p className="direction">Nothing yet. A scenario’s audience, or another Tribe, can name it.</p>
        )}
        {uses !== null && <UseList uses={uses} />}
      </section>
      <PersonaChecks id={id} />
    </div>
  );
}

/** In place of what is on its way, or could not be read. */
const NotRead = ({ what, problem }: { readonly what: string; readonly problem: string | null }) =>
  problem === null ? (
    <span className="skeleton used-wait" />
  ) : (
    <ProblemLine>
      {what} could not be read. {problem}
    </ProblemLine>
  );

interface UseListProps {
  readonly uses: readonly TribeUse[];
  /** More lines, after them. */
  readonly children?: ReactNode;
}

export function UseList({ uses, children }: UseListProps) {
  const to = usePath();
  return (
    <ul className="used-list">
      {uses.map(({ kind, key, page, below, ...use }) => (
        <li key={`${kind} ${key} ${wordsOfUse(use)}`}>
          <Icon of={icons[kind]} size={14} className="muted" />
          <Link className="used-name" href={to(page, ...below)} title={wordsOfUse(use)}>
            <NameOfUse {...use} />
          </Link>
          <span className="mono muted" title={key}>
            {key}
          </span>
        </li>
      ))}
      {children}
    </ul>
  );
}

export const wordsOfUse = ({ name, place }: UsePlace): string =>
  place === undefined ? name : `${name}, ${place}`;

/** The name is cut, and runs its own way; where in it is whole. */
export const NameOfUse = ({ name, place }: UsePlace) => (
  <>
    <span className="truncate">{name}</span>
    {place !== undefined && <span className="direction">{place}</span>}
  </>
);

function PersonaChecks({ id }: { readonly id: string }) {
  const list = useConsole().personas;
  const all = useList(list);
  const problem = useListProblem(list);
  const personas = all && personasOf(id, all);
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const make = () => navigate(`${to("personas", "new")}?tribe=${encodeURIComponent(id)}`);
  const check = { id: "tribe/persona", title: "Add persona that checks this Tribe", group: "Tribes" };
  useCommands([{ ...check, run: make }], "editor");
  const add = canEdit && (
    <Button small onClick={make}>
      Add persona
    </Button>
  );
  if (personas?.length === 0)
    return (
      <Empty title="No persona checks this Tribe" action={add}>
        A persona is a saved user with an expected outcome. When an edit breaks it,{" "}
        <span className="mono">understudy test</span> fails.
      </Empty>
    );
  return (
    <section aria-label="Personas that check it">
      <div className="sec-head">
        <h2 className="heading">Personas that check it</h2>
        {personas !== null && <span className="muted small num">{personas.length}</span>}
        <span className="spacer" />
        {add}
      </div>
      {personas === null && <NotRead what="The personas" problem={problem} />}
      <ul className="used-list">
        {personas?.map(({ id: own, key, name, expected }) => (
          <li key={own}>
            <Icon of={VenetianMask} size={14} className="muted" />
            <Link className="truncate" href={to("personas", key)}>
              {name}
            </Link>
            <span className="direction used-about">
              {expected.tribes.find(({ tribe }) => tribe === id)?.member
                ? "must be in it"
                : "must not be in it"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
