import { Plus } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import {
  type ExperienceType,
  type Property,
  type PropertyType,
  propertyKeyOf,
  propertyTypes,
} from "../../../core/experience-type.ts";
import { slugify } from "../../../core/primitives.ts";
import { flagKey, itemOf, keyPath } from "../../model/collection-address.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { useOfferBack } from "../../page/use-offer-back.ts";
import { Button } from "../../parts/Button.tsx";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { Select } from "../../parts/Select.tsx";
import { useTypedForm } from "../../parts/use-form.ts";
import { type Edited, useEditKeys, useSaved } from "../../saved/use-saved.ts";
import { newKey } from "../../stores/new-key.ts";
import { longestName, nameMissing } from "../../text/too-long.ts";
import { useCollections } from "../collections-state.ts";
import { EditorStates } from "../page/EditorStates.tsx";
import { NameAndKey, useNewKey } from "../page/NameAndKey.tsx";
import { PropertyList } from "./PropertyList.tsx";
import { usesOf, withType } from "./property-edits.ts";
import { TypeHead, typeProblems } from "./TypeHead.tsx";
import { typePort } from "./type-port.ts";

/** An Experience type: what it is called, its properties, and what uses it. */
export function TypePage({ type }: { readonly type: ExperienceType }) {
  const console = useConsole();
  const { space } = useHere();
  const edited = useSaved(typePort(console, space.id, type.id), type);
  const { saved, state } = edited;
  const name = state.value?.name ?? type.name;
  useEditKeys(edited);
  return (
    <div className="stage-col ruled">
      <TypeHead type={type} edited={edited} />
      <ReadOnly />
      {state.phase !== "ready" || state.value === null ? (
        <EditorStates saved={saved} state={state} name={name} />
      ) : (
        <div className="scroll">
          <TypeEditor value={state.value} edited={edited} />
        </div>
      )}
    </div>
  );
}

interface TypeEditorProps {
  readonly value: ExperienceType;
  readonly edited: Edited<ExperienceType>;
}

function TypeEditor({ value, edited }: TypeEditorProps) {
  const { canEdit } = useHere();
  const { properties } = value;
  const offerBack = useOfferBack(properties);
  const [open, setOpen] = useState<string | null>(null);
  const rekey = useNewKey(["types", value.id], edited.edit);
  const errors = typeProblems(edited);
  const set = (to: readonly Property[], mark: string) => edited.edit({ properties: [...to] }, mark);
  const remove = (property: Property) => {
    const place = properties.indexOf(property);
    set(
      properties.filter((one) => one !== property),
      `remove/${property.key}`,
    );
    const isBack = (now: readonly Property[]) => now.some(({ id }) => id === property.id);
    offerBack(`Deleted the property “${property.key}”`, isBack, () => {
      const now = edited.saved.store.getState().value?.properties ?? [];
      // On another page nothing hears that it came back: the whole edit was discarded there, say.
      if (!isBack(now)) set(now.toSpliced(place, 0, property), `restore/${property.key}`);
    });
  };
  return (
    <div className="editor-body">
      <NameAndKey value={value} edited={{ ...edited, errors }} onKey={rekey} />
      <div className="sec-head">
        <h2 className="heading">Properties</h2>
        <span className="muted small">what each Experience of it has; code gets them with these types</span>
      </div>
      <PropertyList
        type={value}
        served={edited.state.server?.properties ?? properties}
        errors={errors}
        open={open}
        onOpen={setOpen}
        onChange={set}
        onRemove={remove}
      />
      {canEdit && (
        <AddProperty
          typeId={value.id}
          taken={properties.map(({ key }) => key)}
          onAdd={(property) => {
            set([...properties, property], `add/${property.key}`);
            setOpen(property.id);
          }}
        />
      )}
      <UsedBy typeId={value.id} />
    </div>
  );
}

function UsedBy({ typeId }: { readonly typeId: string }) {
  const collections = useCollections() ?? [];
  const to = usePath();
  const uses = usesOf(collections, typeId);
  return (
    <section className="used-by" aria-label="Used by">
      <h2 className="heading">Used by</h2>
      {uses.length === 0 ? (
        <p className="direction">Nothing yet: create an Experience of it in a Collection.</p>
      ) : (
        <ul>
          {uses.map((part) => (
            <li key={itemOf(part).id}>
              <Link className="row-link" href={to("collections", ...keyPath(part))}>
                <span className="truncate">{itemOf(part).name}</span>
                <span className="mono small muted truncate">{flagKey(part)}</span>
                {part.kind === "section" && <span className="direction small">takes it</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface AddPropertyProps {
  readonly typeId: string;
  readonly taken: readonly string[];
  readonly onAdd: (property: Property) => void;
}

/** A name and a type make a property; its key is made from the name. */
function AddProperty({ typeId, taken, onAdd }: AddPropertyProps) {
  const kept = useTypedForm(`property/${typeId}`);
  const [name, setName] = kept.field("name");
  const [type, setType] = useState<PropertyType>("string");
  const spelt = useSpelt(name);
  const key = spelt === null || nameMissing(name, "") !== null ? null : propertyKeyOf(spelt, taken);
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(taken.length === 0);
  // A new type begins with its first property, unless something else has the focus.
  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement?.tagName === "H1";
    if (isFirst.current && free) form.current?.querySelector("input")?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key === null) return;
    // The server gives the id that stays; this one only tells it from the others until then.
    onAdd(withType({ id: `new_${newKey()}`, key, name: name.trim(), type: "string" }, type));
    kept.forget();
  };
  return (
    <form className="add-property" ref={form} onSubmit={submit}>
      <LimitedInput
        aria-label="Name of a new property"
        placeholder="New property, e.g. Headline"
        value={name}
        most={longestName}
        onText={setName}
      />
      <Select
        aria-label="Its type"
        value={type}
        options={propertyTypes.map((one) => [one, one] as const)}
        onChange={setType}
      />
      <Button icon={Plus} type="submit" disabled={key === null}>
        Add property
      </Button>
      {key !== null && (
        <span className="direction small">
          as <span className="mono">{key}</span>
        </span>
      )}
    </form>
  );
}

/** A name in a key's letters, as the server spells it; null until the alphabets, which few names need, are loaded. */
function useSpelt(name: string): string | null {
  const [spell, setSpell] = useState<((text: string) => string) | null>(null);
  const isForeign = name.trim() !== "" && slugify(name, "") === "";
  useEffect(() => {
    if (isForeign) void import("any-ascii").then((loaded) => setSpell(() => loaded.default));
  }, [isForeign]);
  if (!isForeign) return name;
  return spell === null ? null : spell(name);
}
