import { Blend, List, RectangleHorizontal, VenetianMask } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { Persona } from "../../../core/persona.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Empty } from "../../parts/PageState.tsx";
import { type Model, personasOf, type TribeUse, usesOf } from "../tribe-uses.ts";

const icons = {
  experience: RectangleHorizontal,
  section: List,
  tribe: Blend,
  persona: VenetianMask,
} as const;

/** What names the Tribe, and the personas that check it. */
export function UsedBy({ id, model }: { readonly id: string; readonly model: Model }) {
  const uses = usesOf(id, model).filter(({ kind }) => kind !== "persona");
  return (
    <div className="inset used">
      <section aria-label="Used by">
        <div className="sec-head">
          <h2 className="heading">Used by</h2>
          <span className="muted small num">{uses.length}</span>
        </div>
        {uses.length === 0 && (
          <p className="direction">Nothing yet. A scenario’s audience, or another Tribe, can name it.</p>
        )}
        <UseList uses={uses} />
      </section>
      <PersonaChecks id={id} personas={personasOf(id, model.personas)} />
    </div>
  );
}

function UseList({ uses }: { readonly uses: readonly TribeUse[] }) {
  const to = usePath();
  return (
    <ul className="used-list">
      {uses.map(({ kind, name, key, page, below }) => (
        <li key={`${kind} ${key} ${name}`}>
          <Icon of={icons[kind]} size={14} className="muted" />
          <Link className="truncate" href={to(page, ...below)} title={name}>
            {name}
          </Link>
          <span className="mono muted" title={key}>
            {key}
          </span>
        </li>
      ))}
    </ul>
  );
}

function PersonaChecks({ id, personas }: { readonly id: string; readonly personas: readonly Persona[] }) {
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
  if (personas.length === 0)
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
        <span className="muted small num">{personas.length}</span>
        <span className="spacer" />
        {add}
      </div>
      <ul className="used-list">
        {personas.map(({ id: own, key, name, expected }) => (
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
